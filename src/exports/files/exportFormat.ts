/**
 * - `csv`: the service's own CSV: one request, capped by the service
 * - `json`: all persons, page by page, in one JSON list with one person a line
 * - `ndjson`: all persons, page by page, one person a line
 * - `csvAll`: all persons, page by page, flattened as the service does, columns the union of all properties
 */
export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'csvAll';
