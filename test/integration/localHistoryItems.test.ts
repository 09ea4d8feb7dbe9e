// What a row of the history says.
import assert from 'node:assert/strict';
import { dashboardSchema } from '#api/responseSchemas.ts';
import {
  changedField,
  describeNoWayBack,
  historyItem,
  saveActions,
  wayBack,
} from '#commands/documents/localHistoryItems.ts';
import type { HistoryEntry } from '#model/documents/localHistory.ts';

const cohort = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 } as const;
const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const leaf = (key: string) => ({ type: 'person', key, operator: 'exact', value: 'x' });
const filters = (...keys: readonly string[]) =>
  JSON.stringify({ properties: { type: 'AND', values: keys.map(leaf) } });

function rowOf(
  change: Pick<HistoryEntry, 'action' | 'part'>,
  before: object | string,
  after: object | string,
) {
  const [old, now] = [before, after].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const { label, detail = '' } = historyItem(
    cohort,
    { at, before: '', after: '', ...change },
    { before: old, after: now },
  );
  const [time = '', ...changes] = detail.split(' · ').toReversed();
  assert.match(time, /2026/);
  return [label, ...changes.toReversed()];
}

describe('a row of the history', () => {
  it('says what a save has changed, and the first condition of it', () => {
    const save = { action: 'save', part: 'filters' } as const;
    assert.deepEqual(rowOf(save, filters('plan'), filters('plan', 'city', 'name')), [
      'Saved filters',
      '2 conditions added',
      'Added: city equals x',
    ]);
  });

  it('shows a record’s old name, and its new description and tags', () => {
    const update = { action: 'update', part: undefined } as const;
    assert.deepEqual(rowOf(update, { name: 'Shops' }, { name: 'Paying' }), [
      'Renamed from “Shops” to “Paying”',
    ]);
    assert.deepEqual(rowOf(update, { description: 'A' }, { description: 'B' }), [
      'Changed the description',
      '“B”',
    ]);
    assert.deepEqual(rowOf(update, { tags: [] }, { tags: ['eu', { b: 2 }] }), [
      'Changed the tags',
      '“eu, {"b":2}”',
    ]);
    assert.deepEqual(rowOf(update, { pinned: false }, { pinned: true }), ['Pinned']);
  });

  it('says that it undoes the change before it', () => {
    const update = { at, action: 'update', part: undefined } as const;
    const texts = { before: '{"name":"Shops"}', after: '{"name":"Paying"}' };
    const older = { ...update, before: 'A', after: 'B' };
    const says = (before: string | undefined, after: string | undefined) =>
      historyItem(cohort, { ...update, before, after }, texts, older).description?.includes('undoes');
    assert.equal(says('B', 'A'), true);
    for (const [before, after] of [
      ['B', 'C'],
      ['A', 'B'],
      [undefined, 'A'],
    ])
      assert.equal(says(before, after), false);
  });
});

const noTexts = { before: undefined, after: undefined };

describe('a save', () => {
  const [old, now, later] = ['{"a": 1}\n', '{"a": 2}\n', '{"a": 3}\r\n'];

  it('that the editor still shows can only be shown, and what was there before restored', () => {
    assert.deepEqual(saveActions({ before: old, after: now }, now, false), ['show', 'restoreBefore']);
    assert.deepEqual(saveActions({ before: now, after: later }, '{"a":3}', false), ['show', 'restoreBefore']);
  });

  it('that the editor no longer shows can be compared with it and restored; so can one that cannot be told', () => {
    const all = ['show', 'compareWithEditor', 'compareWithOther', 'restoreBefore', 'restore'];
    assert.deepEqual(saveActions({ before: old, after: now }, later, true), all);
    assert.deepEqual(saveActions({ before: old, after: now }, undefined, true), all);
    assert.deepEqual(saveActions({ before: old, after: now }, old, false), [
      'show',
      'compareWithEditor',
      'restore',
    ]);
  });

  it('with nothing to show, compare or restore says that the editor has it', () => {
    const texts = { before: undefined, after: now };
    assert.deepEqual(saveActions(texts, now, false), []);
    const entry = { at, action: 'save', part: 'filters', before: undefined, after: '' } as const;
    assert.equal(describeNoWayBack(entry, texts, true), 'The editor already has this version.');
    assert.match(describeNoWayBack(entry, noTexts, true), /no text for/);
  });
});

describe('a change that was no save', () => {
  const wayBackOf = (before: object, action: HistoryEntry['action'] = 'update', isTrashed = false) => {
    const entry = { at, action, part: undefined, before: '', after: '' };
    const texts = { before: JSON.stringify(before), after: '{}' };
    const { label, run } = wayBack(cohort, entry, texts, isTrashed) ?? {};
    return [label, run?.[0], run?.[3]];
  };

  it('is undone by the command that a person would run', () => {
    assert.deepEqual(wayBackOf({ name: 'A' }), ['Rename Back to “A”', 'cohortDeck.rename', 'A']);
    assert.deepEqual(wayBackOf({ description: 'A' }), [
      'Restore the Description “A”',
      'cohortDeck.editDescription',
      'A',
    ]);
    assert.deepEqual(wayBackOf({ description: ' ' }), [
      'Clear the Description',
      'cohortDeck.editDescription',
      '',
    ]);
    assert.deepEqual(wayBackOf({ tags: ['eu, west', '', 'web', 1, { b: 2 }] }), [
      'Undo Tag Changes',
      'cohortDeck.editTags',
      '"eu, west", "", web, 1, "{""b"":2}"',
    ]);
    assert.deepEqual(wayBackOf({ pinned: true }), ['Pin', 'cohortDeck.pin', undefined]);
    assert.deepEqual(wayBackOf({ restriction_level: 21 }), [
      'Let Everyone Edit',
      'cohortDeck.setEditAccess',
      '21',
    ]);
    assert.deepEqual(wayBackOf({ restriction_level: 37 }), [
      'Let Only Collaborators Edit',
      'cohortDeck.setEditAccess',
      '37',
    ]);
  });

  it('names what comes back in one line without controls, and cuts what is long', () => {
    const text = `A\n\u202eB${'c'.repeat(100)}`;
    const shown = `A B${'c'.repeat(76)}…`;
    assert.deepEqual(wayBackOf({ name: text })[0], `Rename Back to “${shown}”`);
    assert.deepEqual(wayBackOf({ description: text })[0], `Restore the Description “${shown}”`);
  });

  it('of tags names those that its undo adds and removes', () => {
    const entry = { at, action: 'update', part: undefined, before: '', after: '' } as const;
    const detailOf = (...tags: readonly (readonly string[])[]) => {
      const [before, after] = tags.map((some) => JSON.stringify({ tags: some }));
      return wayBack(cohort, entry, { before, after }, false)?.detail;
    };
    assert.equal(detailOf(['a', 'b', 'c'], ['b', 'd\n']), 'Adds “a, c” · Removes “d ”');
    assert.equal(detailOf([], ['b']), 'Removes “b”');
    assert.equal(detailOf(['b'], []), 'Adds “b”');
  });

  it('has nothing to undo if the record already has the old value', () => {
    const entry = { at, action: 'update', part: undefined, before: '', after: '' } as const;
    const isDone = (before: object, now: object, after: object = {}) => {
      const texts = { before: JSON.stringify(before), after: JSON.stringify(after) };
      return wayBack(cohort, entry, texts, false)?.isDone?.(dashboardSchema.parse({ id: 7, ...now }));
    };
    assert.equal(isDone({ name: 'A' }, { name: 'A' }), true);
    assert.equal(isDone({ name: 'A' }, { name: 'B' }), false);
    assert.equal(isDone({ description: '' }, {}), true);
    assert.equal(isDone({ description: '' }, { description: 'B' }), false);
    assert.equal(isDone({ pinned: false }, { pinned: false }), true);
    assert.equal(isDone({ pinned: false }, { pinned: true }), false);
    assert.equal(isDone({ restriction_level: 21 }, { restriction_level: 21 }), true);
    assert.equal(isDone({ restriction_level: 21 }, { restriction_level: 37 }), false);
    const tags = { tags: ['a'] };
    assert.equal(isDone(tags, { tags: ['later', 'a'] }, { tags: ['b'] }), true);
    assert.equal(isDone(tags, { tags: ['a', 'b'] }, { tags: ['b'] }), false);
    assert.equal(isDone(tags, { tags: ['later'] }, { tags: ['b'] }), false);
  });

  it('of tags is undone without the tags of later changes', () => {
    const entry = { at, action: 'update', part: undefined, before: '', after: '' } as const;
    const texts = { before: '{"tags": ["a", "b"]}', after: '{"tags": ["b", "c, d"]}' };
    const { run } = wayBack(cohort, entry, texts, false) ?? {};
    assert.deepEqual(run?.slice(3), ['a, b', 'b, "c, d"']);
  });

  it('is undone, if it is a deletion, as long as the record is in the Trash', () => {
    assert.deepEqual(wayBackOf({}, 'delete', true), ['Restore', 'cohortDeck.restore', undefined]);
    assert.deepEqual(wayBackOf({}, 'delete'), [undefined, undefined, undefined]);
    assert.deepEqual(wayBackOf({}, 'create'), [undefined, undefined, undefined]);
  });

  it('of a name, a description or tags can be read as text, old and new', () => {
    const entry = { at, action: 'update', part: undefined, before: '', after: '' } as const;
    const fieldOf = (before: object | undefined, after: object) =>
      changedField(entry, { before: before && JSON.stringify(before), after: JSON.stringify(after) });
    assert.deepEqual(fieldOf({ description: 'A\n\nB' }, { description: '' }), {
      field: 'description',
      before: 'A\n\nB',
      after: '',
    });
    assert.deepEqual(fieldOf({ tags: ['eu', { b: 2 }] }, { tags: ['web'] }), {
      field: 'tags',
      before: 'eu\n{"b":2}',
      after: 'web',
    });
    assert.deepEqual(fieldOf({ name: null }, { name: 'A' }), { field: 'name', before: '', after: 'A' });
    assert.deepEqual(fieldOf(undefined, { name: 'A' }), { field: 'name', before: undefined, after: 'A' });
    assert.equal(fieldOf({ pinned: true }, { pinned: false }), undefined);
  });

  it('has no editor that could show its value', () => {
    const entry = { at, action: 'update', part: undefined, before: undefined, after: '' } as const;
    const texts = { before: undefined, after: '{"name":"A"}' };
    assert.equal(describeNoWayBack(entry, texts, true), 'The history does not have the old value.');
  });

  it('says why a deletion cannot be undone: the Trash was emptied, or the record restored', () => {
    const entry = { at, action: 'delete', part: undefined, before: undefined, after: undefined } as const;
    assert.match(describeNoWayBack(entry, noTexts, false), /no longer in the Trash/);
    assert.match(describeNoWayBack(entry, noTexts, true), /has been restored/);
    assert.match(describeNoWayBack({ ...entry, action: 'create' }, noTexts, false), /no text for/);
  });
});
