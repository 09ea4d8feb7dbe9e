// Listing 10,000 records: validated and read ahead, against undici and JSON.parse of the same pages one by one.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { createClient } from '#api/client.ts';
import { readCohort } from '#api/readRecord.ts';
import { compare, median, printRows } from './row.ts';
import type { BenchRow } from './row.ts';

const listPath = '/api/projects/1/cohorts/';

export async function bench(): Promise<readonly BenchRow[]> {
  return [
    ...(await benchPages(0, 15)),
    ...(await benchPages(20, 3)),
    ...(await benchOnePage()),
    ...benchValidation(),
  ];
}

async function benchPages(roundTripMs: number, turns: number): Promise<readonly BenchRow[]> {
  return withServer(roundTripMs, async (url) => {
    const { floorMs, oursMs, ratio } = await compare(
      turns,
      async () => readPlainly(url, `${listPath}?limit=100`),
      async () => readAll(url, 100),
    );
    const name = `list 10,000 records, ${roundTripMs} ms round trip, 100 a page`;
    return [
      {
        name: `${name}: ours / undici + JSON.parse page after page`,
        value: ratio,
        unit: 'ratio',
        goal: roundTripMs === 0 ? 1.1 : 0.28,
      },
      { name: `${name}: ours`, value: oursMs, unit: 'ms' },
      { name: `${name}: undici + JSON.parse`, value: floorMs, unit: 'ms' },
    ];
  });
}

/** One page of all records leaves nothing to read ahead, so that this is what validation costs. */
async function benchOnePage(): Promise<readonly BenchRow[]> {
  return withServer(0, async (url) => {
    const { ratio } = await compare(
      15,
      async () => readPlainly(url, `${listPath}?limit=10000`),
      async () => readAll(url, 10_000),
    );
    return [
      {
        name: 'list 10,000 records on one page: ours / undici + JSON.parse',
        value: ratio,
        unit: 'ratio',
      },
    ];
  });
}

function benchValidation(): readonly BenchRow[] {
  const text = JSON.stringify(
    Array.from({ length: 10_000 }, (_, id) => ({
      id,
      name: `Cohort ${id}`,
      filters: { properties: { a: id } },
      groups: [],
    })),
  );
  const ratios = Array.from({ length: 15 }, () => {
    const startedMs = performance.now();
    const records: unknown = JSON.parse(text);
    const parsedMs = performance.now();
    if (Array.isArray(records)) for (const record of records) readCohort(record);
    return (performance.now() - parsedMs) / (parsedMs - startedMs);
  });
  return [
    {
      name: 'records that lack most of their fields: reading / JSON.parse',
      value: median(ratios),
      unit: 'ratio',
    },
  ];
}

let runs = 0;

async function readAll(baseUrl: string, limit: number): Promise<void> {
  // Each key has the requests of a minute for itself.
  const client = createClient({ baseUrl, key: `bench-${runs++}` });
  let read = 0;
  for await (const page of client.cohorts('1').pages({ limit })) read += page.results.length;
  await client.close();
  expectAll(read);
}

async function readPlainly(baseUrl: string, first: string): Promise<void> {
  const agent = new Agent({ connections: 1 });
  let read = 0;
  for (let at: string | null = first; at !== null;) {
    const answer = await request.call(agent, {
      origin: baseUrl,
      path: at,
      method: 'GET',
      headers: { authorization: 'Bearer bench' },
    });
    const page: { readonly next: string | null; readonly results: readonly unknown[] } = JSON.parse(
      await answer.body.text(),
    );
    read += page.results.length;
    at = page.next === null ? null : page.next.replace(/^https?:\/\/[^/]*/, '');
  }
  await agent.close();
  expectAll(read);
}

function expectAll(read: number): void {
  if (read !== 10_000) throw new Error(`${read} records in place of 10,000`);
}

async function withServer<T>(delayMs: number, work: (url: string) => Promise<T>): Promise<T> {
  const server = fork(path.join(import.meta.dirname, 'listServer.ts'), [String(delayMs)]);
  try {
    const [port]: unknown[] = await once(server, 'message');
    return await work(`http://127.0.0.1:${Number(port)}`);
  } finally {
    server.disconnect();
  }
}

if (import.meta.main) printRows(await bench());
