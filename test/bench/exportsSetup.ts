// What the benches of exports share: a service in a process of its own, a folder, and an export's options.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '#api/client.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';

export interface Setup {
  readonly url: string;
  readonly directory: string;
}

/** The bench's service takes as many requests as come, and a run asks for more than a real one allows in a minute. */
export const unlimited = { recordsPerMinute: Infinity, personsPerMinute: Infinity };

/** Both are gone once `work` has ended. */
export async function withSetup<T>(work: (setup: Setup) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'exports-bench-'));
  const service = spawn(process.execPath, [path.join(import.meta.dirname, 'exportsService.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url]: unknown[] = await once(createInterface({ input: service.stdout }), 'line');
    return await work({ url: String(url), directory });
  } finally {
    service.kill();
    await rm(directory, { recursive: true, force: true });
  }
}

export function options({ url, directory }: Setup, format: ExportFormat, count: number) {
  return {
    cohorts: createClient({ baseUrl: url, key: 'phx_bench', rateLimits: unlimited }).cohorts('1'),
    cohortId: count,
    format,
    directory,
    fileName: `ours.${format}`,
    expectedCount: count,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}
