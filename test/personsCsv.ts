// The CSV that a service would serve of persons, made at once by the parts that the embedded service has for its batches.
import { findColumns, formatHeader, formatRows, sortColumns } from '#sandbox/routes/persons.ts';

/** Empty, without a header, if there are no records. */
export function formatCsv(records: readonly unknown[]): string {
  const columns = sortColumns(findColumns(records));
  return columns.length === 0 ? '' : formatHeader(columns) + formatRows(columns, records);
}
