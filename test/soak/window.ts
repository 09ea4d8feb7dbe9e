// One window of a soak, as a process of its own: exports until its time is over, and saves until its saves are.
//   node --expose-gc test/soak/window.ts PLAN     PLAN as JSON; the report is printed as JSON
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isApiError } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import { type ExportFormat, exportFormatNames } from '#exports/files/exportFormat.ts';
import { isSameValue } from '#json/sameValue.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import { createTextFiles } from '#model/storage/textFiles.ts';
import { WriteApproval } from '#api/writeApproval.ts';
import { createFileLock } from '#model/storage/fileLock.ts';
import { createFileMemory } from '#model/storage/memory.ts';
import type { WindowPlan, WindowReport } from './plan.ts';
import { createDocumentStore } from '../models.ts';

const plan: WindowPlan = JSON.parse(process.argv[2] ?? '');
const startedMs = performance.now();
const endMs = startedMs + plan.seconds * 1000;
const maxMs = 120_000;
/** A busy machine needs longer for its saves; after this time they count as hung. */
const lastSaveMs = startedMs + maxMs + plan.seconds * 5000;

const approval = new WriteApproval();
const hung: string[] = [];
const lost: string[] = [];
const torn: string[] = [];
let saved = 0;
let refused = 0;
let exports = 0;
let failedExports = 0;

// One gate, as in the extension, with a budget that nobody uses up in ten minutes.
const rateLimits = { recordsPerMinute: 1e6, personsPerMinute: 1e6 };
const client = createClient({ baseUrl: plan.url, key: plan.key, rateLimits, retry: { firstWaitMs: 20 } });
const store = createDocumentStore({
  openClient: async () => client,
  memory: createFileMemory(path.join(plan.storage, 'memory.json')),
  texts: createTextFiles(path.join(plan.storage, 'bases'), Date.now),
  withLock: createFileLock(path.join(plan.storage, 'locks'), assert.ifError),
});

const filtersOf = (cohortId: number, turn: number): string =>
  JSON.stringify({
    properties: {
      type: 'AND',
      values: [
        { type: 'person', key: 'plan', value: `${plan.number} ${cohortId} ${turn}`, operator: 'exact' },
      ],
    },
  });

async function saveAll(cohortId: number, count: number): Promise<void> {
  const ref = { connectionId: 'sample', projectId: plan.projectId, kind: 'cohort', id: cohortId } as const;
  const at = `cohort ${cohortId}`;
  const document = store.open({ ref: toDocument(ref, 'filters'), at });
  let done = 0;
  for (let turn = 1; done < count; turn++) {
    if (performance.now() > lastSaveMs) return void hung.push(`${count - done} saves of ${at}`);
    const dueMs = startedMs + (done / count) * plan.seconds * 1000;
    await pause(Math.max(0, dueMs - performance.now()));
    const save = saveOnce(cohortId, document, filtersOf(cohortId, turn));
    if (await within(`save ${turn} of ${at}`, save)) done++;
  }
}

/** @returns whether the service has it */
async function saveOnce(
  cohortId: number,
  document: ReturnType<DocumentStore['open']>,
  text: string,
): Promise<boolean> {
  try {
    await document.read(() => undefined);
    const end = await document.save(text, {
      isFromEditor: true,
      approval: () => approval,
      async decide(question) {
        if (question.kind !== 'conflict') return 'keepEditing';
        // Another window's text is overwritten, as a person may choose.
        await document.allowOverwrite(question.error.theirs);
        return 'retry';
      },
    });
    if (end.kind !== 'saved') {
      refused++;
      return false;
    }
    saved++;
  } catch (error) {
    if (!isApiError(error)) throw error;
    refused++;
    return false;
  }
  if (plan.own.includes(cohortId)) await compare(cohortId, text);
  return true;
}

/** A fault that outlives the client's own retries says nothing about the save. */
async function compare(cohortId: number, text: string): Promise<void> {
  for (;;) {
    try {
      const { filters } = await client.cohorts(plan.projectId).retrieve(cohortId);
      if (!isSameValue(JSON.stringify(filters), text)) lost.push(text);
      return;
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  }
}

async function exportAll(lane: number): Promise<void> {
  for (let turn = 0; performance.now() < endMs; turn++) {
    const format = exportFormatNames[(turn + lane) % exportFormatNames.length] ?? 'json';
    await within(`export ${turn} of ${format}`, exportOnce(format, `${plan.number}-${lane}-${turn}.txt`));
  }
}

async function exportOnce(format: ExportFormat, fileName: string): Promise<void> {
  const { cohortId, count } = plan.exported;
  try {
    const result = await exportPersons({
      cohorts: client.cohorts(plan.projectId),
      cohortId,
      format,
      directory: path.join(plan.storage, 'exports'),
      fileName,
      expectedCount: count,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      paging: { pageSize: 200, firstWaitMs: 20 },
    });
    exports++;
    const rows = countRows(await readFile(result.path, 'utf8'), format);
    if (rows !== result.rows || (rows !== count && result.complete === 'yes')) torn.push(result.path);
    await rm(result.path);
  } catch (error) {
    if (!isApiError(error)) throw error;
    failedExports++;
  }
}

/** -1 for what is not whole. */
function countRows(text: string, format: ExportFormat): number {
  if (format === 'csv' || format === 'csvAll') {
    const rows = text.replaceAll(/"(?:[^"]|"")*"/g, '').split('\r\n');
    return text === '' ? 0 : rows.length - 2; // the header, and what follows the last row's end
  }
  const lines = text.trimEnd().split('\n');
  try {
    const persons: unknown = JSON.parse(format === 'json' ? text : `[${lines.join(',')}]`);
    return Array.isArray(persons) ? persons.length : -1;
  } catch {
    return -1;
  }
}

/** Undefined for what has not ended in time. */
async function within<T>(name: string, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = pause(maxMs, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const);
  const end = await Promise.race([work, late]);
  timer.abort();
  if (end !== 'late') return end;
  hung.push(name);
  return undefined;
}

async function memory(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await pause(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function memoryAfter(seconds: number): Promise<number> {
  await pause(seconds * 1000);
  return memory();
}

const documents = [...plan.own, ...plan.shared];
const [memoryEarly] = await Promise.all([
  memoryAfter(Math.min(60, plan.seconds / 10)),
  ...documents.map(async (id) => saveAll(id, Math.ceil(plan.saves / documents.length))),
  ...[0, 1, 2, 3].map(exportAll),
]);
const memoryEnd = await memory();
await client.close();
await pause(100);
const leftOpen = process
  .getActiveResourcesInfo()
  .filter((name) => /TCP|TLS|Timeout|Pipe.*Connect/.test(name));
const report: WindowReport = {
  saved,
  refused,
  lost,
  exports,
  failedExports,
  torn,
  hung,
  memoryEarly,
  memoryEnd,
  leftOpen,
};
console.log(JSON.stringify(report));
// Printed first: what is left open could keep the process.
process.exit(0);
