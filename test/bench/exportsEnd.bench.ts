// How exports end before their time: how fast a cancel closes the socket, and what a hundred kills leave.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createClient } from '#api/client.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import { exportFormatNames } from '#exports/files/exportFormat.ts';
import { flood } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { startKilling } from '../unit/exports/kills.ts';
import { options, type Setup, unlimited, withSetup } from './exportsSetup.ts';
import { type BenchRow, median, printRows } from './row.ts';

const kills = 100;

export async function bench(): Promise<readonly BenchRow[]> {
  return withSetup(async (setup) => [...(await benchCancel(setup)), ...(await benchKills())]);
}

async function benchCancel({ directory }: Setup): Promise<readonly BenchRow[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    ours.push(await timeCancel((url, cancelling) => exportUntilCancelled(url, directory, cancelling)));
    bare.push(await timeCancel(requestUntilCancelled));
  }
  return [
    // Without a goal: a bare request only has its socket to close, and nobody notices milliseconds.
    {
      name: 'export-cancel-to-closed-socket-per-bare-request',
      value: median(ours) / median(bare),
      unit: 'ratio',
    },
    { name: 'export-cancel-to-closed-socket', value: median(ours), unit: 'ms' },
    { name: 'export-cancel-to-closed-socket-most', value: Math.max(...ours), unit: 'ms' },
    { name: 'bare-request-cancel-to-closed-socket', value: median(bare), unit: 'ms' },
  ];
}

type Cancelled = (url: string, cancelling: AbortController) => Promise<unknown>;

/** From the abort until the server has seen every socket closed; in milliseconds. */
async function timeCancel(work: Cancelled): Promise<number> {
  const server = await startMisbehaving(() => flood(() => undefined));
  const cancelling = new AbortController();
  const closed = once(cancelling.signal, 'abort').then(async () => {
    const startedMs = performance.now();
    await server.allClosed();
    return performance.now() - startedMs;
  });
  await work(server.url, cancelling).catch((error: unknown) => {
    if (!cancelling.signal.aborted) throw error;
  });
  const ms = await closed;
  await server.close();
  return ms;
}

async function exportUntilCancelled(
  url: string,
  directory: string,
  cancelling: AbortController,
): Promise<void> {
  const client = createClient({ baseUrl: url, key: 'phx_bench', rateLimits: unlimited });
  try {
    await exportPersons({
      ...options({ url, directory }, 'csv', 1),
      cohorts: client.cohorts('1'),
      signal: cancelling.signal,
      onProgress: ({ bytes }) => {
        if (bytes > 1e7) setImmediate(() => cancelling.abort());
      },
    });
  } finally {
    await client.close();
  }
}

/** Reads as many bytes and does nothing with them. */
async function requestUntilCancelled(url: string, cancelling: AbortController): Promise<void> {
  const { signal } = cancelling;
  const [response]: IncomingMessage[] = await once(get(url, { signal, agent: false }), 'response');
  let bytes = 0;
  for await (const chunk of response ?? []) {
    bytes += chunk.length;
    if (bytes > 1e7) setImmediate(() => cancelling.abort());
  }
}

async function benchKills(): Promise<readonly BenchRow[]> {
  const ends: (() => Promise<void>)[] = [];
  const killAt = await startKilling({ after: (end) => ends.push(end) });
  const counts = { torn: 0, finished: 0, resumed: 0 };
  for (let kill = 0; kill < kills; kill++) {
    const format = exportFormatNames[kill % exportFormatNames.length] ?? 'json';
    // Some die while they write, some while they sync and rename.
    const at = format === 'csv' ? 0 : Math.floor(Math.random() * 11);
    const remains = await killAt({
      format,
      request: at,
      share: Math.random(),
      delayMs: Math.random() ** 2 * 40,
    });
    counts.torn += Number(remains.isTorn);
    counts.finished += Number(remains.isFinished);
    counts.resumed += Number(remains.isResumed);
  }
  for (const end of ends) await end();
  return [
    { name: `export-torn-files-in-${kills}-kills`, value: counts.torn, unit: 'count', goal: 0 },
    { name: `export-finished-before-the-kill`, value: counts.finished, unit: 'count' },
    { name: `export-gone-on-with-after-the-kill`, value: counts.resumed, unit: 'count' },
  ];
}

if (import.meta.main) printRows(await bench());
