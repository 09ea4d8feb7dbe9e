// The formats of exports, in the order in which they are offered, and what follows from each.

interface FormatTraits {
  /** The file's extension, without its dot. */
  readonly extension: string;
  /** What an interrupted export continues from: the bytes of its part, or also the columns of its segments. */
  readonly resumesFrom: 'nothing' | 'bytes' | 'segments';
}

/**
 * - `csv`: the service's own CSV: one request, capped by the service
 * - `csvAll`: all persons, page by page, flattened as the service does, columns the union of all properties
 * - `json`: all persons, page by page, in one JSON list with one person a line
 * - `ndjson`: all persons, page by page, one person a line
 */
export type ExportFormat = 'csv' | 'csvAll' | 'json' | 'ndjson';

export const exportFormats: Readonly<Record<ExportFormat, FormatTraits>> = {
  csv: { extension: 'csv', resumesFrom: 'nothing' },
  csvAll: { extension: 'csv', resumesFrom: 'segments' },
  json: { extension: 'json', resumesFrom: 'bytes' },
  ndjson: { extension: 'ndjson', resumesFrom: 'bytes' },
};

/** The rows at which known deployments end their own CSV, that of most first. */
export const csvCaps: readonly [number, ...number[]] = [10_000, 50_000];

export function isExportFormat(name: unknown): name is ExportFormat {
  return typeof name === 'string' && Object.hasOwn(exportFormats, name);
}
