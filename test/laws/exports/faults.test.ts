// Whatever networks, proxies and a changing cohort do to an export: it contains all persons, or it says what is
// missing.
import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { isApiError } from '#api/apiError.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import {
  fault,
  halfBody,
  halfChunks,
  hangUp,
  html,
  reset,
  throttled,
  unbounded,
} from '../../misbehaving/acts.ts';
import type { Act } from '../../misbehaving/server.ts';
import { makePersons, pagedFormats, printPage, startPersons } from '../../unit/exports/personsService.ts';
import type { Asked, Person, PersonsService } from '../../unit/exports/personsService.ts';
import { countOfCases } from '../../cases.ts';

const total = 23;
const pageSize = 5;
/** Enough for every day; the full 2,000 take about twenty seconds. */
const schedules = countOfCases(2000);

/** What happens to one request; `where` is a place in its body, 0 to 1. */
interface Fault {
  readonly kind:
    | 'none'
    | 'reset'
    | 'hangUp'
    | 'half'
    | 'halfChunks'
    | 'unbounded'
    | 'throttled'
    | 'server'
    | 'html';
  readonly where: number;
}

/** What happens to the cohort before one request is answered. */
type Change = 'none' | 'join' | 'leave' | 'shuffle';

const faultOf = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant('none' as const) },
    {
      weight: 6,
      arbitrary: fc.constantFrom('reset', 'hangUp', 'half', 'halfChunks', 'unbounded', 'throttled', 'server'),
    },
    { weight: 1, arbitrary: fc.constant('html' as const) },
  ),
  where: fc.double({ min: 0, max: 1, noNaN: true }),
});
const changeOf = fc.oneof(
  { weight: 6, arbitrary: fc.constant('none' as const) },
  { weight: 3, arbitrary: fc.constantFrom('join', 'leave', 'shuffle') },
);

function act({ kind, where }: Fault, page: string): Act | undefined {
  const bytes = Math.floor(where * (Buffer.byteLength(page) - 1));
  switch (kind) {
    case 'none':
      return undefined;
    case 'reset':
      return reset();
    case 'hangUp':
      return hangUp();
    case 'half':
      return halfBody(page, bytes);
    case 'halfChunks':
      return halfChunks(page, bytes);
    case 'unbounded':
      return unbounded(page, bytes);
    case 'throttled':
      return throttled(0, '0');
    case 'server':
      return fault(500, 'error', 'A server error occurred.');
    case 'html':
      return html();
  }
}

/** Everything that a run reads and changes; one service serves all runs. */
interface World {
  persons: Person[];
  everyone: Person[];
  faults: readonly Fault[];
  changes: readonly Change[];
  version: number;
  requests: number;
}

function change(world: World, kind: Change): void {
  if (kind === 'none') return;
  world.version++;
  if (kind === 'join') {
    const joined = { id: `joined ${world.version}`, name: 'New', properties: {} };
    world.everyone.push(joined);
    world.persons.unshift(joined);
  } else if (kind === 'leave') world.persons.splice(Math.floor(world.persons.length / 3), 1);
  else world.persons.reverse();
}

function answer(world: World, asked: Asked): Act | undefined {
  const index = world.requests++;
  change(world, world.changes[index] ?? 'none');
  const page = printPage(world.persons, asked);
  return (
    act(world.faults[index] ?? { kind: 'none', where: 0 }, page) ?? ((response) => void response.end(page))
  );
}

async function run({ cohorts, directory }: PersonsService, format: ExportFormat, ahead: number) {
  return exportPersons({
    cohorts,
    cohortId: 7,
    format,
    directory,
    fileName: 'a.json',
    expectedCount: total,
    lastCalculation: '0',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    paging: { pageSize, firstWaitMs: 0, ahead },
  });
}

async function readIds(format: ExportFormat, { path }: ExportResult): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  if (format === 'csvAll') return readColumn(text, 'id');
  const persons: unknown = JSON.parse(format === 'json' ? text : `[${text.trimEnd().split('\n').join(',')}]`);
  assert.ok(Array.isArray(persons));
  return persons.map((person: Person) => person.id);
}

function readColumn(csv: string, name: string): string[] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of csv.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') rows.push([]);
  }
  const [header = [], ...persons] = rows.slice(0, -1);
  return persons.map((row) => row[header.indexOf(name)] ?? '');
}

function startWorld(context: TestContext) {
  const world: World = { persons: [], everyone: [], faults: [], changes: [], version: 0, requests: 0 };
  const service = startPersons(
    context,
    [],
    (asked) => answer(world, asked),
    () => ({
      count: world.persons.length,
      last_calculation: String(world.version),
    }),
    // These ask for more in a second than a service allows in a minute.
    { rateLimits: { recordsPerMinute: Infinity, personsPerMinute: Infinity } },
  );
  return { world, service };
}

const formats = fc.constantFrom(...pagedFormats);
const aheads = fc.constantFrom(0, 3);

// Side by side: a test that is waiting for the disk or a socket leaves the processor to the other one.
describe('an export', { concurrency: true }, () => {
  test(`has all persons in order, or is an error without a file, under ${schedules / 2} schedules of broken transport`, async (context) => {
    const { world, service: starting } = startWorld(context);
    const service = await starting;
    const persons = makePersons(total);
    let finished = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(faultOf, { maxLength: 14 }),
        formats,
        aheads,
        async (faults, format, ahead) => {
          Object.assign(world, {
            persons: [...persons],
            everyone: [...persons],
            faults,
            changes: [],
            version: 0,
            requests: 0,
          });
          try {
            const result = await run(service, format, ahead);
            assert.deepEqual(
              await readIds(format, result),
              persons.map(({ id }) => id),
            );
            assert.deepEqual([result.complete, result.rows, result.tally.duplicates], ['yes', total, 0]);
            await rm(result.path);
            finished++;
          } catch (error) {
            if (!isApiError(error)) throw error;
          }
          assert.deepEqual(await readdir(service.directory), []);
        },
      ),
      { numRuns: schedules / 2 },
    );
    assert.ok(finished > schedules / 4, `most exports get through, ${finished} did`);
  });

  test(`reports a difference from the cohort, under ${schedules / 2} schedules of a changing cohort`, async (context) => {
    const { world, service: starting } = startWorld(context);
    const service = await starting;
    await fc.assert(
      fc.asyncProperty(
        fc.array(faultOf, { maxLength: 6 }),
        fc.array(changeOf, { maxLength: 8 }),
        formats,
        aheads,
        async (faults, changes, format, ahead) => {
          const persons = makePersons(total);
          Object.assign(world, { persons, everyone: [...persons], faults, changes, version: 0, requests: 0 });
          try {
            const result = await run(service, format, ahead);
            const ids = await readIds(format, result);
            assert.equal(new Set(ids).size, ids.length, 'nobody twice');
            assert.equal(ids.length, result.rows);
            const known = new Set(world.everyone.map(({ id }) => id));
            assert.ok(ids.every((id) => known.has(id)));
            const isTheCohort =
              ids.toSorted().join() ===
              world.persons
                .map(({ id }) => id)
                .toSorted()
                .join();
            const saysMore = result.complete !== 'yes' || result.notes.includes('recalculated');
            assert.ok(isTheCohort || saysMore);
            await rm(result.path);
          } catch (error) {
            if (!isApiError(error)) throw error;
          }
          assert.deepEqual(await readdir(service.directory), []);
        },
      ),
      { numRuns: schedules / 2 },
    );
  });
});
