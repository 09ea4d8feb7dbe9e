import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import test from 'node:test';
import * as fc from 'fast-check';
import { exportPersons } from '#exports/exportPersons.ts';
import { formatCsv } from '../../personsCsv.ts';
import { text } from '../../misbehaving/acts.ts';
import { startPersons } from '../../unit/exports/personsService.ts';
import type { PersonsService } from '../../unit/exports/personsService.ts';

async function exportCsv({ cohorts, directory }: PersonsService): Promise<string> {
  const { path } = await exportPersons({
    cohorts,
    cohortId: 7,
    format: 'csvAll',
    directory,
    fileName: 'all.csv',
    expectedCount: undefined,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    paging: { pageSize: 3, ahead: 0 },
  });
  const written = await readFile(path, 'utf8');
  await rm(path);
  assert.deepEqual(await readdir(directory), [], 'nothing else is left');
  return written;
}

/** A service whose persons are given as JSON text, so that the test controls every digit. */
async function startWith(
  context: test.TestContext,
  current: { persons: readonly string[] },
): Promise<PersonsService> {
  return startPersons(
    context,
    [],
    ({ offset, limit }) => {
      const next =
        offset + limit < current.persons.length ? `"?limit=${limit}&offset=${offset + limit}"` : 'null';
      return text(
        `{"next":${next},"results":[${current.persons.slice(offset, offset + limit).join(' , ')}]}`,
      );
    },
    () => ({ count: current.persons.length }),
    // Its exports ask for more in a second than a service allows in a minute.
    { rateLimits: { recordsPerMinute: Infinity, personsPerMinute: Infinity } },
  );
}

/** Whether two values have one column, as those of `{"a.b": 1, "a": {"b": 2}}`. */
function hasSharedColumn(person: object): boolean {
  const columns: string[] = [];
  const visit = (value: unknown, column: string): void => {
    if (typeof value !== 'object' || value === null) columns.push(column);
    else
      for (const [name, part] of Object.entries(value))
        visit(part, column === '' ? name : `${column}.${name}`);
  };
  visit(person, '');
  return new Set(columns).size < columns.length;
}

test('a CSV of all persons equals the CSV that the service would serve without its cap', async (context) => {
  const current = { persons: [] as readonly string[] };
  const service = await startWith(context, current);
  const key = fc.oneof(
    fc.constantFrom('a', 'b', 'a.b', '$os', '0', 'created_at', 'é', '\u{1F600}', '\uFFFD'),
    fc.string(),
  );
  const time = fc.constantFrom('2022-11-16T12:00:00.000000Z', '2022-11-16T12:00:00.120000Z');
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.stringMatching(/^[",\r\n\\a]{0,5}$/), time);
  const person = fc
    .tuple(fc.dictionary(key, value, { maxKeys: 5 }), fc.oneof(fc.string(), time))
    .map(([fields, created]) => ({ ...fields, created_at: created, properties: fields }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { maxLength: 8 }),
      fc.constantFrom(undefined, 2),
      async (persons, indent) => {
        // Without ids, no person counts as a duplicate.
        const anonymous = persons.map((one) =>
          Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'id')),
        );
        fc.pre(!anonymous.some(hasSharedColumn)); // which the service would fill with one of both values
        current.persons = anonymous.map((one) => JSON.stringify(one, null, indent));
        const parsed = current.persons.map((one): unknown => JSON.parse(one));
        assert.equal(await exportCsv(service), formatCsv(parsed));
      },
    ),
    { numRuns: 300 },
  );
});

test('numbers keep their digits, and texts their characters', async (context) => {
  const current = {
    persons: [
      String.raw`{"id":1,"n":12345678901234567890,"f":1.0,"e":1E5,"t":true,"u":"\u00e9\ud83d\ude00","z":null,"l":[],"o":{}}`,
    ],
  };
  const written = await exportCsv(await startWith(context, current));
  assert.equal(written, 'e,f,id,n,t,u,z\r\n1E5,1.0,1,12345678901234567890,True,é😀,\r\n');
});

test('what is nested too deeply is one cell of JSON', async (context) => {
  const deep = `${'['.repeat(400)}1,"]"${']'.repeat(400)}`;
  const written = await exportCsv(await startWith(context, { persons: [`{"a":${deep},"b":2}`] }));
  const [header = '', row = ''] = written.split('\r\n');
  assert.deepEqual(header.split(','), [`a${'.0'.repeat(199)}`, 'b']);
  assert.equal(row, `"${deep.slice(199, -199).replaceAll('"', '""')}",2`);
});

test('an empty cohort gives an empty CSV', async (context) => {
  assert.equal(await exportCsv(await startWith(context, { persons: [] })), '');
});
