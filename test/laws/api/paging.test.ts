// Lists and exports under schedules of faults: what comes is complete and in order, each record once, or says that it is
// not. Thousands of schedules for each of the two on its port; test/laws/exports and the end of this file have some over HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import * as z from 'zod';
import { ApiError, isApiError, type ApiErrorKind } from '#api/apiError.ts';
import type { Cohorts, Cursor, Page, StreamedResponse } from '#api/clientTypes.ts';
import { listPages, readPage } from '#api/pages.ts';
import type { RecordReader } from '#api/readRecord.ts';
import { readPages } from '#exports/paging/readPages.ts';
import { halfBody, halfChunks, hangUp, json, reset, text } from '../../misbehaving/acts.ts';
import { startMisbehaving } from '../../misbehaving/server.ts';
import type { Act } from '../../misbehaving/server.ts';
import { createTestClient, unlimited } from '../../unit/api/support.ts';
import { countOfCases } from '../../cases.ts';

const schedulesOfLists = countOfCases(10_000);
const schedulesOfExports = countOfCases(4000);
const overHttp = countOfCases(200);
const path = '/api/projects/1/cohorts/';

interface Numbered {
  readonly id: number;
}

const readNumbered: RecordReader<Numbered> = (raw) => ({
  record: z.object({ id: z.int() }).parse(raw),
  problems: [],
});
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
const recordsFrom = (offset: number, limit: number, total: number): readonly Numbered[] =>
  upTo(total)
    .slice(offset, offset + limit)
    .map((id) => ({ id }));

/** The fault of the n-th request; requests past the end of a schedule get none. */
type ListFault =
  | 'none'
  | 'late'
  | 'lost'
  | 'short'
  | 'itself'
  | 'back'
  | 'elsewhere'
  | 'overlapping'
  | 'miscounted';
const listFault = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<ListFault>('none', 'late') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<ListFault>(
      'lost',
      'short',
      'itself',
      'back',
      'elsewhere',
      'overlapping',
      'miscounted',
    ),
  },
);

/** One page as a service with that fault has it. */
function pageWith(fault: ListFault, offset: number, limit: number, total: number) {
  const end = offset + (fault === 'short' ? Math.ceil(limit / 2) : limit);
  const target = nextOffset(fault, offset, end);
  const isLast = end >= total && fault !== 'itself' && fault !== 'back';
  const link = fault === 'elsewhere' ? 'https://evil.example/' : `${path}?limit=${limit}&offset=${target}`;
  return {
    results: recordsFrom(offset, end - offset, total),
    count: fault === 'miscounted' ? total * 3 : total,
    next: isLast ? null : link,
  };
}

function nextOffset(fault: ListFault, offset: number, end: number): number {
  if (fault === 'itself') return offset;
  if (fault === 'back') return 0;
  return fault === 'overlapping' ? Math.max(offset + 1, end - 2) : end;
}

test(`of ${schedulesOfLists} lists under faults, each is whole and in order, or ends in a problem or an error`, async () => {
  let whole = 0;
  const plan = fc.record({
    total: fc.nat({ max: 30 }),
    limit: fc.integer({ min: 2, max: 8 }),
    faults: fc.array(listFault, { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ total, limit, faults }) => {
      let asked = 0;
      const open = new Set<AbortSignal>();
      const ask = async (at: Cursor, signal: AbortSignal): Promise<Page<Numbered>> => {
        const fault = faults[asked++] ?? 'none';
        open.add(signal);
        if (fault === 'late') await new Promise((resolve) => setImmediate(resolve));
        else await Promise.resolve();
        open.delete(signal);
        if (fault === 'lost') throw new ApiError('network', 'lost');
        return readPage(pageWith(fault, at.offset, limit, total), readNumbered, at, {});
      };
      const pages: Page<Numbered>[] = [];
      const isLost = await fails(async () => {
        for await (const page of listPages({
          start: { limit },
          ask,
          idOf: ({ id }) => id,
          signal: undefined,
        }))
          pages.push(page);
      });
      const ids = pages.flatMap(({ results }) => results.map(({ id }) => id));
      assert.deepEqual(ids, upTo(ids.length), 'in order, each once');
      const isWhole = ids.length === total;
      assert.ok(isWhole || isLost || (pages.at(-1)?.problems.length ?? 0) > 0, 'an early end says so');
      // Each page once, up to three ahead of it, and three more for each of two guesses that proved wrong.
      assert.ok(asked <= pages.length + 1 + 3 + 2 * 3, `${asked} requests for ${pages.length} pages`);
      assert.ok(
        [...open].every(({ aborted }) => aborted),
        'what is still open has been ended',
      );
      if (isWhole && !isLost) whole++;
    }),
    { numRuns: schedulesOfLists },
  );
  assert.ok(whole > schedulesOfLists / 10, `${whole} were whole`);
});

type PersonsFault =
  | ListFault
  /** The body breaks off with an error, or ends early without one. */
  | 'half'
  | 'cut'
  | ApiErrorKind;
const personsFault = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<PersonsFault>('none', 'late') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<PersonsFault>('network', 'throttled', 'server', 'timeout', 'half', 'cut'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<PersonsFault>(
      'short',
      'itself',
      'back',
      'overlapping',
      'forbidden',
      'notJson',
    ),
  },
);
const tries = 3;
const shares = 8;

describe(`of ${schedulesOfExports} exports under faults`, { concurrency: true }, () => {
  for (let share = 1; share <= shares; share++) {
    test(`each holds all persons in order, or says that it does not: part ${share}`, async () => {
      const plan = fc.record({
        total: fc.nat({ max: 16 }),
        limit: fc.integer({ min: 2, max: 6 }),
        ahead: fc.nat({ max: 3 }),
        faults: fc.array(personsFault, { maxLength: 8 }),
      });
      await fc.assert(
        fc.asyncProperty(plan, async ({ total, limit, ahead, faults }) => {
          const { cohorts, asked } = servePersons(faults, total);
          const ids = new Set<string>();
          let pages = 0;
          let isCut = false;
          const isLost = await fails(async () => {
            const reading = await readPages({
              cohorts,
              cohortId: 7,
              signal: new AbortController().signal,
              limits: { pageSize: limit, tries, firstWaitMs: 0, ahead },
              expectedRows: total,
              onPage: () => pages++,
              onPerson: (person) =>
                ids.size < ids.add(String(JSON.parse(Buffer.from(person).toString()).id)).size,
              onChunk: async () => undefined,
              onWait: () => undefined,
              onPageEnd: async () => undefined,
            });
            isCut = reading.isPagingCutShort;
          });
          assert.deepEqual([...ids], upTo(ids.size).map(String), 'in order');
          assert.ok(ids.size === total || isLost || isCut, 'an early end says so');
          // Each page as often as it is read, those ahead of its last one, and those that a fault or a wrong guess dropped.
          assert.ok(asked() <= pages + ahead * (1 + faults.length), `${asked()} requests for ${pages} pages`);
        }),
        { numRuns: schedulesOfExports / shares },
      );
    });
  }
});

/** The port of the export's pager: a response, or its failure, as the schedule has it. */
function servePersons(faults: readonly PersonsFault[], total: number) {
  let asked = 0;
  const openPersons: Cohorts['openPersons'] = async (_id, { offset = 0, limit = 1 }) => {
    const fault = faults[asked++] ?? 'none';
    if (fault === 'late') await new Promise((resolve) => setImmediate(resolve));
    else await Promise.resolve();
    if (isKind(fault)) throw new ApiError(fault, fault, { retryAfterMs: 0 });
    const page = pageWith(fault === 'half' || fault === 'cut' ? 'none' : fault, offset, limit, total);
    return streamed(JSON.stringify({ next: page.next, results: page.results }), fault);
  };
  return { cohorts: { openPersons }, asked: () => asked };
}

const kinds: readonly string[] = ['network', 'throttled', 'server', 'timeout', 'forbidden', 'notJson'];

function isKind(fault: PersonsFault): fault is ApiErrorKind {
  return kinds.includes(fault);
}

function streamed(body: string, fault: PersonsFault): StreamedResponse {
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  return {
    status: 200,
    headers: {},
    body: (async function* read() {
      yield bytes.subarray(0, middle);
      if (fault === 'half') throw new ApiError('incomplete', 'half', { status: 200 });
      if (fault !== 'cut') yield bytes.subarray(middle);
    })(),
    cancel: () => undefined,
  };
}

test(`of ${overHttp} lists over HTTP under faults of their connections, each is whole, or an error after what came`, async (t) => {
  let respond: (url: URL) => Act = () => json({});
  const server = await startMisbehaving(({ url }) => respond(new URL(url, 'http://service.internal')), {
    test: t,
  });
  const client = createTestClient(t, server.url, { rateLimits: unlimited });
  const act = fc.constantFrom('none', 'none', 'none', 'reset', 'hangUp', 'half', 'halfChunks', '503', 'html');
  let [lists, whole] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 40 }),
      fc.integer({ min: 1, max: 10 }),
      fc.array(act, { maxLength: 12 }),
      async (total, limit, acts) => {
        let asked = 0;
        const own = path.replace('1', String(++lists));
        respond = ({ pathname, searchParams }) => {
          if (pathname !== own) return json({}); // of a list before, which nobody waits for any more
          const page = pageWith('none', Number(searchParams.get('offset') ?? 0), limit, total);
          return disturbed(acts[asked++] ?? 'none', JSON.stringify(page));
        };
        const ids: number[] = [];
        const isLost = await fails(async () => {
          for await (const { results } of client.cohorts(String(lists)).pages({ limit }))
            ids.push(...results.map(({ id }) => id));
        });
        assert.deepEqual(ids, upTo(ids.length));
        assert.equal(ids.length === total || isLost, true);
        assert.ok(asked <= (Math.ceil(total / limit) + 1) * 4, `${asked} requests`);
        if (!isLost) whole++;
      },
    ),
    { numRuns: overHttp },
  );
  assert.ok(whole > overHttp / 4, `${whole} were whole`);
});

function disturbed(act: string, body: string): Act {
  const half = Math.floor(body.length / 2);
  if (act === 'reset') return reset();
  if (act === 'hangUp') return hangUp();
  if (act === 'half') return halfBody(body, half);
  if (act === 'halfChunks') return halfChunks(body, half);
  if (act === '503') return json({}, 503);
  return act === 'html' ? text('<html>') : text(body, 200, { 'content-type': 'application/json' });
}

/** True if it ended in an ApiError; anything else is a fault of the pager. */
async function fails(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return true;
  }
}
