// The formats of files that are shown as tables, and what follows from each. package.json has the same extensions.
import { withoutPartEnding } from '#exports/files/exportFormat.ts';

interface TableFormatTraits {
  readonly extensions: readonly string[];
  /** How the cells of a row are written. */
  readonly cells: 'csv' | 'json';
  /** Spreadsheets run some cells as formulas, so a saved copy is offered in a form without them. */
  readonly runsFormulas: boolean;
}

export type TableFormat = 'csv' | 'json' | 'ndjson';

export const tableFormats: Readonly<Record<TableFormat, TableFormatTraits>> = {
  csv: { extensions: ['csv', 'tsv'], cells: 'csv', runsFormulas: true },
  json: { extensions: ['json'], cells: 'json', runsFormulas: false },
  ndjson: { extensions: ['ndjson', 'jsonl'], cells: 'json', runsFormulas: false },
};

function isTableFormat(name: string): name is TableFormat {
  return Object.hasOwn(tableFormats, name);
}

const byExtension = new Map(
  Object.keys(tableFormats)
    .filter(isTableFormat)
    .flatMap((name) => tableFormats[name].extensions.map((extension) => [extension, name] as const)),
);

/** Undefined if the extension is none of a table's. */
export function knownTableFormat(file: string): TableFormat | undefined {
  return byExtension.get(/\.([^.]*)$/.exec(withoutPartEnding(file))?.[1]?.toLowerCase() ?? '');
}

/** A file of another extension is read as CSV. */
export function tableFormatOf(file: string): TableFormat {
  return knownTableFormat(file) ?? 'csv';
}
