// exports/ takes a cohort's persons from the service to a file: whole or saying that it is not, in constant memory,
// never torn. It knows no editor.
import path from 'node:path';
import { ApiError } from '#api/apiError.ts';
import { writeAsServedCsv } from './writeServiceCsv.ts';
import { judge } from './completeness.ts';
import { writeMerged } from './writeMerged.ts';
import { createProgress } from './progress.ts';
import { exportPaused } from './types.ts';
import type { ExportOptions, ExportResult, Outcome } from './types.ts';

export { exportPaused };
export type * from './types.ts';

/**
 * Resolves once the file stands under its final name, on disk for good. Throws ApiError for the service's side
 * (`cancelled`, `incomplete`, …) and ExportError for the disk's; then no file is left behind but what `resumable` keeps.
 */
export async function exportPersons(options: ExportOptions): Promise<ExportResult> {
  const { signal } = options;
  try {
    throwIfCancelled(signal);
    const progress = createProgress(options.onProgress, options.expectedCount);
    const write = options.format === 'csv' ? writeAsServedCsv : writeMerged;
    const outcome = await write(options, progress);
    const result = await finish(options, outcome);
    progress.finish(result.rows, result.bytes);
    return result;
  } catch (error) {
    throw signal.aborted ? new ApiError('cancelled', 'The export was cancelled.', { cause: error }) : error;
  }
}

async function finish(options: ExportOptions, outcome: Outcome): Promise<ExportResult> {
  const { part, rows, tally } = outcome;
  try {
    const { complete, expectedRows, notes } = await judge(options, outcome);
    throwIfCancelled(options.signal);
    const written = await part.finish(finalNameOf(options.fileName, outcome.extension));
    return {
      path: written,
      format: options.format,
      rows,
      bytes: part.bytes,
      complete,
      expectedRows,
      notes: [...outcome.notes, ...notes],
      tally,
    };
  } catch (error) {
    await part.discard();
    throw error;
  } finally {
    await outcome.forget?.();
  }
}

function finalNameOf(fileName: string, extension: string | undefined): string {
  return extension === undefined ? fileName : `${path.parse(fileName).name}.${extension}`;
}

/** Where everything is written already, a pause comes too late to matter. */
function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted && signal.reason !== exportPaused)
    throw new ApiError('cancelled', 'The export was cancelled.');
}
