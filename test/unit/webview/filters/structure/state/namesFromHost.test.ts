import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NamesRequest, NamesFromHost } from '#webview/filters/structure/state/namesFromHost.ts';

function start() {
  const posted: NamesRequest[] = [];
  return { posted, names: new NamesFromHost((message) => posted.push(message)) };
}

const cohort = (id: number, name: string) => ({ id, name, count: 5 });
const answer = {
  type: 'names',
  missingCohorts: [],
  properties: [],
  events: [],
  actions: [],
  values: [],
} as const;

test('the host is asked for the name of a cohort once', () => {
  const { names, posted } = start();
  names.request([7, 8, 7]);
  names.request([8, 7]);
  names.request([9]);
  assert.deepEqual(posted, [
    { type: 'nameCohorts', ids: [7, 8] },
    { type: 'nameCohorts', ids: [9] },
  ]);
  names.receive({ ...answer, cohorts: [cohort(7, 'Paying shops')], missingCohorts: [8] });
  assert.equal(names.cohort('7')?.name, 'Paying shops');
  assert.ok(names.isMissing('8'));
  assert.ok(!names.isMissing('9'));
});

test('only the answer to the last search counts', () => {
  const { names } = start();
  names.find('a');
  names.find('ab');
  const late = { type: 'foundCohorts', cohorts: [cohort(1, 'A')], failure: '' } as const;
  assert.equal(names.receive({ ...late, id: 1 }), false);
  assert.equal(names.search.cohorts, undefined);
  assert.equal(names.receive({ ...late, id: 2 }), true);
  assert.deepEqual(names.search.cohorts, [cohort(1, 'A')]);
});

test('a cohort is found by its name, ignoring case, if no other cohort has the name', () => {
  const { names } = start();
  names.receive({ ...answer, cohorts: [cohort(1, 'Twice'), cohort(2, 'twice'), cohort(3, 'Paying shops')] });
  assert.equal(names.cohortNamed(' paying SHOPS ')?.id, 3);
  assert.equal(names.cohortNamed('Twice'), undefined);
  assert.equal(names.cohortNamed('Pay'), undefined);
});

test('a property has the values that the host knows for it', () => {
  const { names } = start();
  names.receive({ ...answer, cohorts: [], values: [['plan', ['starter', 'growth']]] });
  assert.deepEqual(names.valuesOf('plan'), ['starter', 'growth']);
  assert.deepEqual(names.valuesOf('__proto__'), []);
});
