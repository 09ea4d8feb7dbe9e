// A field of a wrong type, one at a time: the record is there all the same, and the log names the field without its value.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiClient } from '#api/clientTypes.ts';
import type { cohortSchema, dashboardSchema, personSchema } from '#api/responseSchemas.ts';
import { json } from '../../misbehaving/acts.ts';
import { startClient } from '../../unit/api/support.ts';

const secret = 'canary-value-of-a-field';
const listOf = [secret];
const mapOf = { [secret]: secret };

/** Each field that is read but those that take anything, with values that it never has. */
type WrongValues<Schema extends { readonly shape: object }, TakesAnything = never> = Readonly<
  Record<Exclude<keyof Schema['shape'], 'id' | TakesAnything>, readonly unknown[]>
>;

const dashboardFields: WrongValues<typeof dashboardSchema, 'items' | 'tiles'> = {
  name: [7, listOf, mapOf],
  description: [true, listOf, mapOf],
  pinned: [secret, 1, listOf],
  created_at: [7, listOf],
  created_by: [secret, 7, listOf],
  is_shared: [secret, 0],
  deleted: [secret, mapOf],
  creation_mode: [7, mapOf],
  use_template: [7, listOf],
  use_dashboard: [secret, 1.5, listOf],
  filters: [secret, 7, listOf],
  tags: [secret, 7, mapOf],
  restriction_level: [secret, 1.5],
  effective_restriction_level: [secret, listOf],
  effective_privilege_level: [secret, mapOf],
  user_access_level: [7, listOf],
};
const cohortFields: WrongValues<typeof cohortSchema> = {
  name: [7, listOf, mapOf],
  description: [true, listOf],
  groups: [secret, 7],
  deleted: [secret, 1],
  filters: [secret, listOf],
  is_calculating: [secret, 1],
  created_by: [secret, listOf],
  created_at: [7, mapOf],
  last_calculation: [7, listOf],
  errors_calculating: [secret, 0.5],
  count: [secret, 0.5, listOf],
  is_static: [secret, 1],
  last_error_message: [7, mapOf],
  user_access_level: [7, listOf],
};
const personFields: WrongValues<typeof personSchema> = {
  uuid: [7, listOf],
  name: [7, mapOf],
  distinct_ids: [secret, mapOf],
  created_at: [7, listOf],
  properties: [secret, 7, listOf],
  is_identified: [secret, 1],
};

const records: readonly (readonly [
  kind: string,
  fields: Readonly<Record<string, readonly unknown[]>>,
  read: (
    client: ApiClient,
  ) => Promise<{ readonly results: readonly object[]; readonly problems: readonly string[] }>,
])[] = [
  ['Dashboard', dashboardFields, async (client) => client.dashboards('1').list()],
  ['Cohort', cohortFields, async (client) => client.cohorts('1').list()],
  ['Person', personFields, async (client) => client.cohorts('1').persons(7)],
];

for (const [kind, fields, read] of records) {
  describe(`a ${kind.toLowerCase()}`, { concurrency: true }, () => {
    for (const [field, values] of Object.entries(fields)) {
      test(`whose ${field} has a wrong type is read without it`, async (t) => {
        const results = values.map((value, index) => ({ id: index + 1, [field]: value }));
        const { client } = await startClient(t, () => json({ results }));
        const page = await read(client);
        assert.equal(page.results.length, values.length);
        for (const [index, record] of page.results.entries()) {
          assert.notDeepEqual(Reflect.get(record, field), values[index]);
        }
        assert.deepEqual(
          page.problems.map((problem) => problem.replace(/ \d+:/, ':')),
          values.map(() => `${kind}: ${field} has an unexpected type and reads as empty.`),
        );
        assert.ok(!page.problems.join().includes(secret));
      });
    }
  });
}
