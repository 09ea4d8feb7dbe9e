// exports/ takes a cohort's persons from the service to a file: in constant memory, complete or saying that it is not, and
// under its final name only when it is whole. It knows no editor.
import path from 'node:path';
import { ApiError } from '#api/apiError.ts';
import { assessCompleteness } from './assessCompleteness.ts';
import { exportPaused } from './exportOptions.ts';
import type { ExportOptions } from './exportOptions.ts';
import { createProgress } from './exportProgress.ts';
import type { ExportResult, WrittenExport } from './exportResult.ts';
import { writeAllPersons } from './writeAllPersons.ts';
import { writeServiceCsv } from './writeServiceCsv.ts';

/**
 * Resolves once the file has its final name and is on disk. Throws ApiError for what the service or the network did
 * (`cancelled`, `incomplete`, …) and ExportError for the disk; then no file is left but what `resumable` keeps.
 */
export async function exportPersons(options: ExportOptions): Promise<ExportResult> {
  const { signal } = options;
  try {
    throwIfCancelled(signal);
    const progress = createProgress(options.onProgress, options.expectedCount, options.resumeFrom);
    const write = options.format === 'csv' ? writeServiceCsv : writeAllPersons;
    const written = await write(options, progress);
    const result = await finish(options, written);
    progress.finish(result.rows, result.bytes);
    return result;
  } catch (error) {
    throw signal.aborted ? new ApiError('cancelled', 'The export was cancelled.', { cause: error }) : error;
  }
}

async function finish(options: ExportOptions, written: WrittenExport): Promise<ExportResult> {
  const { part, rows, tally } = written;
  try {
    const { complete, expectedRows, notes } = await assessCompleteness(options, written);
    throwIfCancelled(options.signal);
    const file = await part.finish(finalNameOf(options.fileName, written.extension));
    await written.removeCheckpoint?.();
    return {
      path: file,
      format: options.format,
      rows,
      bytes: part.bytes,
      complete,
      expectedRows,
      notes: [...written.notes, ...notes],
      tally,
    };
  } catch (error) {
    await (written.keepOrDiscard?.(error) ?? part.discard());
    throw error;
  }
}

function finalNameOf(fileName: string, extension: string | undefined): string {
  return extension === undefined ? fileName : `${path.parse(fileName).name}.${extension}`;
}

/** A pause is ignored here: everything is written, and finishing takes no longer than pausing. */
function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted && signal.reason !== exportPaused)
    throw new ApiError('cancelled', 'The export was cancelled.');
}
