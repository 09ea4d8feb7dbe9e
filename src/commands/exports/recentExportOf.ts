// The entry of an export among the recent ones.
import type { ExportResult } from '#exports/exportResult.ts';
import type { RecentExport } from '#model/records/persons/recentExports.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';

/** @param ref of the cohort, whose name is `name` */
export function recentExportOf(ref: RecordRef, name: string, result: ExportResult): RecentExport {
  const { path, rows, bytes, complete, expectedRows } = result;
  return {
    name,
    path,
    rows,
    bytes,
    isComplete: complete === 'yes',
    expectedRows,
    holdsPersons: holdsPersons(result),
    exportedAt: Date.now(),
    cohort: formatRecordRef(ref),
  };
}

/** False if the file is a response that was kept as it came. */
export function holdsPersons({ notes }: Pick<ExportResult, 'notes'>): boolean {
  return !notes.includes('cohortShaped') && !notes.includes('notCsv');
}
