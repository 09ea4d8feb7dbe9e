import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { RunningServer } from '../../vscode/server.mjs';
import { buildDir } from '../../../.scripts/processes.ts';

/**
 * Keeps what explains a failure: the picture of the window, what its page and the server printed, VS Code's logs. What
 * is no longer available is named in `missing.txt`, so that the failure itself stays the first thing to see.
 * @param name of the folder below .build/failures
 * @returns that folder
 */
export async function keepEvidence(
  name: string,
  page: Page,
  pageLog: readonly string[],
  server: RunningServer,
): Promise<string> {
  const kept = path.join(buildDir, 'failures', name.replaceAll(/[^\w-]+/g, '-').slice(0, 100));
  await mkdir(kept, { recursive: true });
  const pieces = await Promise.allSettled([
    page.screenshot({ path: path.join(kept, 'window.png') }),
    writeFile(path.join(kept, 'page.log'), pageLog.join('\n')),
    cp(server.logFile, path.join(kept, 'server.log')),
    copyLogs(path.join(server.userDataDir, 'logs'), path.join(kept, 'logs')),
  ]);
  const missing = pieces.flatMap((piece) => (piece.status === 'rejected' ? String(piece.reason) : []));
  if (missing.length > 0) await writeFile(path.join(kept, 'missing.txt'), missing.join('\n'));
  return kept;
}

/** The logs of the last start. */
async function copyLogs(from: string, to: string): Promise<void> {
  const [latest] = (await readdir(from)).toSorted().toReversed();
  if (latest) await cp(path.join(from, latest), to, { recursive: true });
}
