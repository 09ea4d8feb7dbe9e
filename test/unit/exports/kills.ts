// Kills an export's process at a chosen moment and checks what it left.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { listResumable } from '#exports/files/checkpointFile.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import { makePersons, printCsv, printPage, startPersons } from './personsService.ts';
import type { Scope } from './personsService.ts';

export interface Kill {
  readonly format: ExportFormat;
  /** Which request the process dies of, counted from 0. */
  readonly request: number;
  /** How much of that response it has been sent before, 0 to 1. */
  readonly share: number;
  /** How long it runs after that. */
  readonly delayMs: number;
}

export interface Remains {
  /** A file under the final name that is not the whole export. */
  readonly isTorn: boolean;
  readonly isFinished: boolean;
  /** The kept part could be resumed and became the whole export. */
  readonly isResumed: boolean;
}

const persons = makePersons(200);
/** A hundred kills ask for more than a service allows in a minute. */
const unlimited = { rateLimits: { personsPerMinute: Infinity, recordsPerMinute: Infinity } };

export async function startKilling(scope: Scope) {
  let kill: Kill | undefined;
  let child: ChildProcess | undefined;
  const service = await startPersons(
    scope,
    persons,
    (asked) => {
      const current = kill;
      if (current === undefined || asked.index < current.request) return undefined;
      const body = Buffer.from(asked.format === 'csv' ? printCsv(persons) : printPage(persons, asked));
      return (response) => {
        const cut = Math.floor(current.share * body.length);
        // What was sent has left this process when the callback comes; the rest follows, for who lives long enough.
        response.write(body.subarray(0, cut), () => {
          // A timer of 0 ms may come after the rest has arrived.
          if (current.delayMs === 0) child?.kill('SIGKILL');
          else setTimeout(() => child?.kill('SIGKILL'), current.delayMs);
          response.end(body.subarray(cut));
        });
      };
    },
    persons.length,
    unlimited,
  );
  let served = 0;
  return async (next: Kill): Promise<Remains> => {
    kill = { ...next, request: served + next.request };
    const script = path.join(import.meta.dirname, 'exportInChild.ts');
    const { directory, server } = service;
    child = spawn(process.execPath, [script, server.url, directory, next.format, '200'], { stdio: 'ignore' });
    await once(child, 'exit');
    kill = undefined;
    const remains = await look(service, next.format);
    served = server.received.filter(({ url }) => url.includes('/persons/')).length;
    return remains;
  };
}

async function look(
  { cohorts, directory }: Awaited<ReturnType<typeof startPersons>>,
  format: ExportFormat,
): Promise<Remains> {
  const names = await readdir(directory);
  const isFinished = names.includes('a.txt');
  const isTorn = isFinished && !(await isWhole(path.join(directory, 'a.txt'), format));
  await rm(path.join(directory, 'a.txt'), { force: true });
  const [found] = await listResumable(directory);
  if (found !== undefined) {
    const result = await exportPersons({
      cohorts,
      cohortId: 7,
      format,
      directory,
      fileName: 'a.txt',
      expectedCount: persons.length,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      paging: { pageSize: 20 },
      resumeFrom: found,
    });
    assert.deepEqual([result.complete, await isWhole(result.path, format)], ['yes', true]);
  }
  for (const name of await readdir(directory)) await rm(path.join(directory, name));
  return { isTorn, isFinished, isResumed: found !== undefined };
}

async function isWhole(file: string, format: ExportFormat): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  if (format === 'csv') return text === printCsv(persons);
  const lines = persons.map((person) => JSON.stringify(person));
  if (format === 'json') return text === `[\n${lines.join(',\n')}\n]\n`;
  if (format === 'ndjson') return text === lines.map((line) => `${line}\n`).join('');
  return text.split('\r\n').length === persons.length + 2 && text.endsWith('\r\n');
}
