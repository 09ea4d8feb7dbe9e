// exports/ takes a cohort's persons from the service to a file: whole or saying that it is not, in constant memory,
// never torn. It knows no editor.
import { ApiError } from '../api/errors.ts';
import { writeAsServedCsv } from './asServedCsv.ts';
import { judge } from './completeness.ts';
import { writeMerged } from './merged.ts';
import { createPartFile } from './partFile.ts';
import { createProgress } from './progress.ts';
import type { ExportOptions, ExportResult } from './types.ts';

export type * from './types.ts';

/**
 * Resolves once the file stands under its final name, on disk for good. Throws ApiError for the service's side
 * (`cancelled`, `incomplete`, …) and ExportError for the disk's; then no file is left behind.
 */
export async function exportPersons(options: ExportOptions): Promise<ExportResult> {
  const { signal } = options;
  throwIfCancelled(signal);
  const part = await createPartFile(options.directory, options.fileName);
  try {
    const progress = createProgress(options.onProgress, options.expectedCount);
    const write = options.format === 'csv' ? writeAsServedCsv : writeMerged;
    const outcome = await write(options, part, progress);
    const { complete, expectedRows, notes } = await judge(options, outcome);
    throwIfCancelled(signal);
    const path = await part.finish(outcome.extension);
    progress.finish(outcome.rows, part.bytes);
    return {
      path,
      format: options.format,
      rows: outcome.rows,
      bytes: part.bytes,
      complete,
      expectedRows,
      notes: [...outcome.notes, ...notes],
      tally: outcome.tally,
    };
  } catch (error) {
    await part.discard();
    throw signal.aborted ? new ApiError('cancelled', 'The export was cancelled.', { cause: error }) : error;
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError('cancelled', 'The export was cancelled.');
}
