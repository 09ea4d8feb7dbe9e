// exports/ takes a cohort's persons from the service to a file: in constant memory, complete or saying that it is not, and
// under its final name only when it is whole. It knows no editor.
import { ApiError } from '#api/apiError.ts';
import type { ExportOptions } from './exportOptions.ts';
import { createProgress } from './exportProgress.ts';
import type { ExportResult } from './exportResult.ts';
import { writeAllPersons } from './writeAllPersons.ts';
import { writeServiceCsv } from './writeServiceCsv.ts';

/**
 * Resolves once the file is whole on disk, with its final name unless the system refuses that. Throws ApiError for what the
 * service or the network did (`cancelled`, `incomplete`, …) and ExportError for the disk; then no file is left but what
 * `resumable` keeps.
 */
export async function exportPersons(given: ExportOptions): Promise<ExportResult> {
  const { resumeFrom, signal } = given;
  // Its first persons are of the calculation that it began with.
  const options = resumeFrom ? { ...given, lastCalculation: resumeFrom.lastCalculation } : given;
  if (signal.aborted) throw new ApiError('cancelled', 'The export was cancelled.');
  try {
    const progress = createProgress(options.onProgress, options.expectedCount, resumeFrom);
    const write = options.format === 'csv' ? writeServiceCsv : writeAllPersons;
    const result = await write(options, progress);
    progress.finish(result.rows, result.bytes);
    return result;
  } catch (error) {
    throw signal.aborted ? new ApiError('cancelled', 'The export was cancelled.', { cause: error }) : error;
  }
}
