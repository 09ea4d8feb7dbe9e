// One case of a fault table: a client of its own, against a service of its own that has the fault, asked to do one thing.
import { maxWaitMs } from '../../ui/driver/eventually.ts';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { createClient } from '#api/client.ts';
import { ApiError } from '#api/apiError.ts';
import type { ApiClient, ClientOptions } from '#api/clientTypes.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import { startMisbehaving } from '../../misbehaving/server.ts';
import type { Act, Received } from '../../misbehaving/server.ts';
import { volatileDir } from '../../volatile.ts';
import { answerSoundly, canaryBody, canaryPerson, cohortPath, operations, tries } from './operations.ts';
import type { Operation, Sound } from './operations.ts';
import { assertOwnOnly } from '../../assertOwnOnly.ts';

/** Where the requests of a case go. */
interface FaultyService {
  readonly url: string;
  /** What reached the service, bodies read. */
  readonly received: readonly Received[];
  readonly client?: Partial<ClientOptions>;
  /** After a request that went first: resolves when its connection is as the case wants it. */
  readonly untilIdle?: () => Promise<void>;
  /** Resolves when the client has left no connection open. */
  allClosed(this: void): Promise<void>;
  close(this: void): Promise<void>;
}

/** Wine is slow: a deadline that has to come second would come first. */
export const patience = process.platform === 'win32' ? 3 : 1;

export interface Fault {
  open(this: void, operation: Operation): Promise<FaultyService>;
  /** How long a call may take in all; short where the case waits for the end of it. */
  readonly timeoutMs?: number;
  /** A 429 says that the request was refused unread, so that a write may be sent again. */
  readonly refusesUnread?: boolean;
  /** Another request goes first, so that the connection is one that has been used. */
  readonly isReused?: boolean;
}

export interface Outcome {
  /**
   * - `ok ×1`: it worked, and the service got one request
   * - `network ×3`: an ApiError of that kind; each of three tries reached the service
   * - `network ×0/3`: three tries, none of which reached it
   * - `fewer ×1`: an export that says that it is not complete
   * - `waits ×1`: it announced a long wait; the case does not wait for it
   */
  readonly text: string;
  readonly result: unknown;
  readonly error: unknown;
  readonly lines: readonly string[];
  readonly key: string;
  readonly received: readonly Received[];
}

/** Far above every deadline: a case that takes longer hangs. */
const defaultTimeoutMs = 20_000;
/** Between the third and the fourth wait of a service that refuses again and again: 0.5 s and 1 s, give or take. */
const longWaitMs = 750;
let cases = 0;

export async function runCase(operation: Operation, fault: Fault): Promise<Outcome> {
  const service = await fault.open(operation);
  const directory = await mkdtemp(path.join(volatileDir, 'faults-'));
  const lines: string[] = [];
  // Each case has a budget of its own: the gate of requests goes by the key.
  const key = `phx_canary_${++cases}`;
  const client = createClient({
    baseUrl: service.url,
    key,
    timeoutMs: fault.timeoutMs ?? defaultTimeoutMs,
    retry: { firstWaitMs: 1, tries, maxWaitMs: 1000 },
    log: (line) => lines.push(line),
    ...service.client,
  });
  const stopping = new AbortController();
  let isWaiting = false;
  const onWait = ({ ms }: { readonly ms: number }): void => {
    if (ms < longWaitMs) return;
    isWaiting = true;
    stopping.abort();
  };
  let result: unknown;
  let error: unknown;
  try {
    if (fault.isReused) await useConnection(client, service);
    result = await inTime(operation.run({ client, directory, signal: stopping.signal, onWait }), lines);
  } catch (caught) {
    error = caught;
  }
  await client.close();
  try {
    await inTime(service.allClosed(), lines);
  } finally {
    await service.close(); // one that stays open would keep the whole level from its end
  }
  const files = await readFiles(directory);
  await rm(directory, { recursive: true });

  const received = service.received.slice(fault.isReused ? 1 : 0);
  checkSent(operation, fault, received, key);
  checkFiles(error, files, key);
  checkSecrets(error, lines, key);
  const kind = isWaiting ? 'waits' : kindOf(result, error);
  return { text: `${kind} ×${countsOf(operation, received, lines)}`, result, error, lines, key, received };
}

/** A fault that is an act of the service; `act` gets the response of a working service. */
export function answering(act: (sound: Sound) => Act, more: Omit<Fault, 'open'> = {}): Fault {
  return {
    ...more,
    open: async ({ path: faulty, sound }) =>
      startMisbehaving((request) => (pathOf(request) === faulty ? act(sound) : answerCohort)),
  };
}

async function useConnection(client: ApiClient, service: FaultyService): Promise<void> {
  await client.dashboards('1').retrieve(1);
  await service.untilIdle?.();
}

/** An export asks for the cohort's count if its rows are not as many as they should be. */
const answerCohort = answerSoundly(operations.retrieve.sound);

async function inTime<T>(work: Promise<T>, lines: readonly string[]): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It hangs after: ${lines.join('; ')}`)), maxWaitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function kindOf(result: unknown, error: unknown): string {
  if (error === undefined) return isExport(result) && result.complete !== 'yes' ? result.complete : 'ok';
  if (error instanceof ApiError) return error.kind;
  throw new TypeError('not an ApiError', { cause: error });
}

function isExport(result: unknown): result is ExportResult {
  return result instanceof Object && 'complete' in result;
}

/** Each try is a line of the log; what reached the service, it has counted. */
function countsOf(operation: Operation, received: readonly Received[], lines: readonly string[]): string {
  const reached = received.filter((request) => pathOf(request) === operation.path).length;
  const tried = lines.filter((line) => line.startsWith(`${operation.method} ${operation.path} `)).length;
  return reached === tried ? String(reached) : `${reached}/${tried}`;
}

/** Only the intended request, with the key, and never a write twice. */
function checkSent(operation: Operation, fault: Fault, received: readonly Received[], key: string): void {
  const isOfExport = operation.path.endsWith('/persons/');
  for (const request of received) {
    const asked = `${request.method} ${pathOf(request)}`;
    if (!isOfExport || asked !== `GET ${cohortPath}`) {
      assert.equal(asked, `${operation.method} ${operation.path}`);
    }
    assert.ok(!request.url.includes(key));
    assert.equal(request.headers.authorization, `Bearer ${key}`);
  }
  if (operation.method !== 'GET' && !fault.refusesUnread) {
    assert.ok(received.length <= 1, `a write was sent ${received.length} times`);
  }
}

interface KeptFile {
  readonly name: string;
  readonly text: string;
}

async function readFiles(directory: string): Promise<readonly KeptFile[]> {
  const names = await readdir(directory);
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name);
      await assertOwnOnly(file);
      return { name, text: await readFile(file, 'utf8') };
    }),
  );
}

/** An export leaves a whole file that is readable by its owner only, or none. */
function checkFiles(error: unknown, files: readonly KeptFile[], key: string): void {
  if (error !== undefined) assert.deepEqual(files, []);
  for (const { name, text } of files) {
    assert.ok(!name.endsWith('.part'), name);
    assert.ok(!text.includes(key));
  }
}

/** The key appears only in its header. Personal data appears in no log, name or code. */
function checkSecrets(error: unknown, lines: readonly string[], key: string): void {
  for (const text of [...printError(error), ...lines]) assert.ok(!text.includes(key), text);
  const fields = error instanceof ApiError ? [error.code, error.scope, error.requestId, error.operation] : [];
  for (const text of [...lines, ...fields]) {
    assert.ok(!text?.includes(canaryBody) && !text?.includes(canaryPerson), text);
  }
}

/** All that a log or a bug report could show of it. */
export function printError(error: unknown): readonly string[] {
  const texts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) texts.push(String(at.stack), inspect(at));
  return texts;
}

function pathOf({ url }: Received): string {
  return url.replace(/\?.*/s, '');
}
