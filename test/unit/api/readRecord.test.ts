import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readCohort, readDashboard, readPerson, readProject } from '#api/readRecord.ts';
import { cohortSchema, dashboardSchema } from '#api/responseSchemas.ts';
import { json } from '../../misbehaving/acts.ts';
import { startClient } from './support.ts';

const cohort = {
  id: 7,
  name: 'Trial users',
  description: '',
  groups: [],
  deleted: false,
  filters: { properties: { type: 'OR', values: [{}] } },
  is_calculating: false,
  created_by: { id: 1, uuid: 'u', distinct_id: 'd', first_name: 'Ada', email: 'ada@example.com' },
  created_at: '2024-01-01T00:00:00Z',
  last_calculation: null,
  errors_calculating: 0,
  count: null,
  is_static: false,
};

test('a valid record is passed on unchanged, with its unknown fields', () => {
  const raw: unknown = {
    ...cohort,
    experiment_set: [1],
    created_by: { ...cohort.created_by, is_email_verified: true },
  };
  const { record, problems } = readCohort(raw);
  assert.equal(record, raw);
  assert.deepEqual(problems, []);
});

test('a field of a wrong type reads as empty and is reported by its name, not its value; the rest stays', () => {
  const { record, problems } = readCohort({ ...cohort, count: 'many', is_static: 1, extra: 'kept' });
  assert.deepEqual(record, { ...cohort, count: null, is_static: false, extra: 'kept' });
  assert.deepEqual(problems, [
    'Cohort 7: count has an unexpected type and reads as empty.',
    'Cohort 7: is_static has an unexpected type and reads as empty.',
  ]);
});

test('a wrong field of the owner is named by its path', () => {
  const { record, problems } = readCohort({ ...cohort, created_by: { first_name: 'Ada', email: 5 } });
  assert.deepEqual(record?.created_by, { first_name: 'Ada', email: undefined });
  assert.deepEqual(problems, ['Cohort 7: created_by.email has an unexpected type and reads as empty.']);
});

test('fields that are absent are no problem', () => {
  const { record, problems } = readDashboard({ id: 1 });
  assert.equal(record?.id, 1);
  assert.deepEqual([record.pinned, record.tags], [false, []]);
  assert.deepEqual(problems, []);
});

test('filters that are absent stay absent, and wrong ones are empty and not shared', () => {
  assert.equal(readDashboard({ id: 1 }).record?.filters, undefined);
  const [first, second] = [readDashboard({ id: 1, filters: 7 }), readDashboard({ id: 2, filters: 7 })];
  assert.deepEqual(first.record?.filters, {});
  assert.notEqual(first.record.filters, second.record?.filters);
});

for (const raw of [null, 5, 'x', [], {}, { id: null }, { id: '7' }, { id: 1.5 }]) {
  test(`a cohort of ${JSON.stringify(raw)} is unreadable`, () => {
    const { record, problems } = readCohort(raw, 3);
    assert.equal(record, undefined);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^Cohort 3 of the page could not be read: /);
  });
}

test('one bad record does not hide its page', async (t) => {
  const { client } = await startClient(t, () =>
    json({
      count: 4,
      next: null,
      previous: null,
      results: [cohort, null, { ...cohort, id: 8, name: 5 }, { name: 'x' }],
    }),
  );
  const page = await client.cohorts('1').list();
  assert.deepEqual(
    page.results.map(({ id, name }) => [id, name]),
    [
      [7, 'Trial users'],
      [8, null],
    ],
  );
  assert.deepEqual(page.problems, [
    'Cohort 2 of the page could not be read: it is not an object.',
    'Cohort 8: name has an unexpected type and reads as empty.',
    'Cohort 4 of the page could not be read: it has no ID.',
  ]);
});

test('ids of persons and projects are text, whatever they came as', () => {
  assert.equal(readPerson({ id: 12, distinct_ids: ['a'], properties: {} }).record?.id, '12');
  assert.deepEqual(readPerson({ id: 12, distinct_ids: ['a'], properties: {} }).problems, []);
  assert.equal(readProject({ id: 'abc' }).record?.id, 'abc');
});

test('data called __proto__ stays data', () => {
  const raw: unknown = JSON.parse(
    '{"id":7,"count":"wrong","__proto__":{"deleted":true},"filters":{"__proto__":{"admin":true},"constructor":1}}',
  );
  const { record } = readCohort(raw);
  assert.equal(record?.deleted, false);
  assert.equal(Object.getPrototypeOf(record), Object.prototype);
  const { filters = {} } = record;
  assert.deepEqual(Object.keys(filters), ['__proto__', 'constructor']);
  assert.equal(Reflect.get(filters, 'admin'), undefined);
  assert.equal(Reflect.get({}, 'admin'), undefined);
});

for (const [name, read, schema] of [
  ['cohort', readCohort, cohortSchema],
  ['dashboard', readDashboard, dashboardSchema],
] as const) {
  test(`whatever a ${name} holds beside its id, it is read, fits its schema, and problems name real fields`, () => {
    // zod drops a key of this name where it copies; the test above holds what reading does with it.
    const anything = fc
      .jsonValue({ maxDepth: 2 })
      .filter((value) => !JSON.stringify(value).includes('__proto__'));
    const fields = fc.record(Object.fromEntries(Object.keys(schema.shape).map((key) => [key, anything])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(fields, fc.nat(), (given, id) => {
        const raw: Record<string, unknown> = { ...given, id };
        const before = JSON.stringify(raw);
        const { record, problems } = read(raw);
        assert.ok(record);
        assert.deepEqual(schema.parse(record), record);
        assert.equal(JSON.stringify(raw), before);
        const named = new Set(problems.map((problem) => /: (\w+)/.exec(problem)?.[1] ?? ''));
        for (const field of named) assert.ok(field in given, field);
        for (const field of Object.keys(given)) {
          if (!named.has(field)) assert.deepEqual(Reflect.get(record, field), raw[field], field);
        }
      }),
    );
  });
}
