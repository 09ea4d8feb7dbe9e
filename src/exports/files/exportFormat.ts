// The formats of exports, in the order in which they are offered, and what follows from each.
import path from 'node:path';

interface ExportFormatTraits {
  /** The file's extension, without its dot. */
  readonly extension: string;
  /** How the file is read again: rows of CSV, or one person's JSON a line. */
  readonly lines: 'csv' | 'json';
  /** Whether an interrupted export can continue after the last whole page. */
  readonly isResumable: boolean;
}

/**
 * - `csv`: the service's own CSV: one request, capped by the service
 * - `csvAll`: all persons, page by page, flattened as the service does, columns the union of all properties
 * - `json`: all persons, page by page, in one JSON list with one person a line
 * - `ndjson`: all persons, page by page, one person a line
 */
export type ExportFormat = 'csv' | 'csvAll' | 'json' | 'ndjson';

export const exportFormats: Readonly<Record<ExportFormat, ExportFormatTraits>> = {
  csv: { extension: 'csv', lines: 'csv', isResumable: false },
  csvAll: { extension: 'csv', lines: 'csv', isResumable: true },
  json: { extension: 'json', lines: 'json', isResumable: true },
  ndjson: { extension: 'ndjson', lines: 'json', isResumable: true },
};

export const exportFormatNames: readonly ExportFormat[] = Object.keys(exportFormats).filter(isExportFormat);

/** The rows at which known deployments end their own CSV, that of most first. */
export const csvCaps: readonly [number, ...number[]] = [10_000, 50_000];

export function isExportFormat(name: unknown): name is ExportFormat {
  return typeof name === 'string' && Object.hasOwn(exportFormats, name);
}

/** The name that a part is to have; any other file's own. A whole export that could not be renamed is a part, too. */
export function withoutPartEnding(file: string): string {
  return file.replace(/\.\d+\.part$/, '');
}

/** How an exported file is read again, by its extension. */
export function linesOf(file: string): ExportFormatTraits['lines'] {
  const extension = path.extname(withoutPartEnding(file)).slice(1);
  return Object.values(exportFormats).find((format) => format.extension === extension)?.lines ?? 'json';
}

/** How the keys of all exports begin, among what can be tried again. */
export const exportKeyStart = 'export ';

/** Names an export of a cohort among what can be tried again; if a part of it was kept, that part alone. */
export function exportKey({ tag, format, partPath }: ExportOffer): string {
  return exportKeyStart + (partPath ?? `${format} ${tag}`);
}

interface ExportOffer {
  readonly tag: string;
  readonly format: ExportFormat;
  readonly partPath?: string | undefined;
}
