import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellMenu } from '#webview/table/tableMenus.ts';

const changes = ['Add to Static Cohort…', 'Remove from This Cohort'];

const reasonsIn = (readonlyReason: string | undefined) => {
  const act = () => undefined;
  const acts = { onCopy: act, onFilter: act, onPerson: act, onSummary: act, onChangeCohort: act };
  const items = cellMenu({ ...acts, holdsPersons: true, canRemove: true, readonlyReason });
  return items.filter(({ label }) => changes.includes(label)).map(({ disabledReason }) => disabledReason);
};

test('in a read-only project, the menu of a cell says why no cohort can be changed', () => {
  assert.deepEqual(reasonsIn(undefined), [undefined, undefined]);
  assert.deepEqual(reasonsIn('“Web” is protected.'), ['“Web” is protected.', '“Web” is protected.']);
});
