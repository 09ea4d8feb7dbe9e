import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HistoryEntry } from '#model/documents/localHistory.ts';
import { withRecorded } from '#model/documents/recordedChanges.ts';
import type { CohortActivity } from '#model/records/cohortDetails.ts';

const minuteMs = 60_000;
const now = Date.parse('2026-03-02T10:00:00Z');
const ada = { first_name: 'Ada', email: 'ada@shop.example' };

const activity = (
  minutes: number,
  action: CohortActivity['action'],
  ...changes: CohortActivity['changes']
) => ({
  action,
  at: now + minutes * minuteMs,
  user: ada,
  changes,
});
const own = (
  minutes: number,
  action: HistoryEntry['action'],
  part: HistoryEntry['part'],
  after: string | undefined,
) => ({ entry: { at: now + minutes * minuteMs, action, part, before: undefined, after: 'a file' }, after });
const brief = ({ at, action, part, recorded }: HistoryEntry) =>
  [(at - now) / minuteMs, action, part ?? '', recorded ? recorded.author : 'here'].join(' ');
const filters = (value: string) => ({ properties: { type: 'AND', values: [{ key: 'plan', value }] } });

describe('what a service has recorded of a cohort', () => {
  test('is in one list with what was changed from here, by time', () => {
    const entries = withRecorded(
      [own(3, 'update', undefined, '{"name": "B"}')],
      [
        activity(5, 'update', { field: 'name', before: 'B', after: 'C' }),
        activity(1, 'update', { field: 'filters', before: filters('free'), after: filters('pro') }),
        activity(0, 'create'),
      ],
    );
    assert.deepEqual(entries.map(brief), [
      '5 update  Ada (ada@shop.example)',
      '3 update  here',
      '1 save filters Ada (ada@shop.example)',
      '0 create  Ada (ada@shop.example)',
    ]);
    assert.equal(entries[2]?.recorded?.after, `${JSON.stringify(filters('pro'), undefined, 2)}\n`);
    assert.deepEqual(entries[0]?.recorded?.before, '{"name":"B"}');
  });

  test('is there once where it was changed from here, with another clock and keys of the service', () => {
    const stored = {
      properties: { type: 'AND', values: [{ value: 'pro', key: 'plan', conditionHash: 'x' }] },
    };
    const mine = [
      own(0, 'create', undefined, undefined),
      own(1, 'save', 'filters', JSON.stringify(filters('pro'))),
      own(2, 'update', undefined, '{"description": "D"}'),
      own(3, 'delete', undefined, undefined),
      own(4, 'save', 'record', '{"name": "N", "description": "M"}'),
    ];
    const entries = withRecorded(mine, [
      activity(
        9,
        'update',
        { field: 'name', before: 'A', after: 'N' },
        { field: 'description', before: 'D', after: 'M' },
      ),
      activity(8, 'delete'),
      activity(7, 'update', { field: 'description', before: '', after: 'D' }),
      activity(6, 'update', { field: 'filters', before: filters('free'), after: stored }),
      activity(5, 'create'),
    ]);
    assert.deepEqual(entries.map(brief), [
      '4 save record here',
      '3 delete  here',
      '2 update  here',
      '1 save filters here',
      '0 create  here',
    ]);
  });

  test('is another change where the value, the time or the number differs', () => {
    const mine = [
      own(0, 'update', undefined, '{"name": "A"}'),
      own(0, 'removePersons', undefined, '{"persons": 2}'),
    ];
    const entries = withRecorded(mine, [
      activity(60, 'update', { field: 'name', before: 'B', after: 'A' }),
      activity(2, 'removePersons'),
      activity(1, 'removePersons'),
      activity(0, 'removePersons'),
      activity(-1, 'update', { field: 'name', before: undefined, after: 'B' }),
    ]);
    assert.deepEqual(entries.map(brief), [
      '60 update  Ada (ada@shop.example)',
      '2 removePersons  Ada (ada@shop.example)',
      '0 update  here',
      '0 removePersons  here',
      '-1 update  Ada (ada@shop.example)',
    ]);
  });

  test('is there where others add persons soon after many were added or removed from here', () => {
    const ben = { first_name: 'Ben', email: 'ben@shop.example' };
    const mine = [
      own(0, 'addPersons', undefined, '{"persons": 500}'),
      own(1, 'removePersons', undefined, '{"persons": 9}'),
    ];
    const entries = withRecorded(mine, [
      { ...activity(9, 'addPersons'), user: ben },
      { ...activity(5, 'removePersons'), user: ben },
      activity(1, 'removePersons'),
      activity(0, 'addPersons'),
    ]);
    assert.deepEqual(entries.map(brief), [
      '9 addPersons  Ben (ben@shop.example)',
      '5 removePersons  Ben (ben@shop.example)',
      '1 removePersons  here',
      '0 addPersons  here',
    ]);
  });

  test('leaves out fields that nobody edits, and says of a change of “deleted” what it was', () => {
    const entries = withRecorded(
      [],
      [
        activity(2, 'update', { field: 'version', before: 1, after: 2 }),
        activity(1, 'update', { field: 'deleted', before: true, after: false }),
        activity(
          0,
          'update',
          { field: 'deleted', before: false, after: true },
          { field: 'filters', before: 7, after: 'x' },
        ),
      ],
    );
    assert.deepEqual(entries.map(brief), [
      '1 restore  Ada (ada@shop.example)',
      '0 delete  Ada (ada@shop.example)',
      '0 save filters Ada (ada@shop.example)',
    ]);
    assert.equal(entries[2]?.recorded?.after, undefined);
  });
});
