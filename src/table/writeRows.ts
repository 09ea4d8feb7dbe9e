// Writes the rows and columns of a table as a file of its own: CSV in any dialect, NDJSON, or a workbook of Excel.
import { type FileHandle, open } from 'node:fs/promises';
import { neutralText } from '#exports/csv/csvFormulas.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { uniqueNames } from '#text/uniqueNames.ts';
import { CommaColumn } from './commaNumbers.ts';
import { sortKey } from './compareCells.ts';
import { encodeText } from './encodings.ts';
import { type Table, type View, wholeFile } from './openTable.ts';
import type { ShownTable, WrittenForm } from './shownTables.ts';

export interface WrittenPart {
  readonly view: View;
  readonly columns: readonly number[];
}

/** @param columns undefined for all, as the file has them */
export function shownTableOf(table: Table, view: View, columns: readonly number[] | undefined): ShownTable {
  const all = { view: wholeFile, columns: [...table.columns.keys()] };
  const shown = { view, columns: columns ?? all.columns };
  return {
    rows: table.rowsOf(view),
    allRows: table.rowsOf(wholeFile),
    columns: shown.columns.length,
    allColumns: all.columns.length,
    isWhole: !view.order && !columns,
    format: table.format,
    dialect: table.dialect,
    keepsJson: { shown: keepsJson(table, shown.columns), all: keepsJson(table, all.columns) },
    write: (part, path, form, signal) => writeRows(table, part === 'all' ? all : shown, path, form, signal),
  };
}

/** A hidden column is in a row's own JSON, too, and a flawed row has none. */
function keepsJson(table: Table, columns: readonly number[]): boolean {
  return table.format !== 'csv' && columns.length === table.columns.length && !table.hasProblems;
}

const chunkLength = 256 * 1024;

/**
 * A new file, readable by its owner only. Rejects with an ExportError, with the signal's reason, or with an OverwrittenFile,
 * UndecodableText, UnencodableText or TooMuchForExcel; what was written is then still there.
 * @returns how many cells a spreadsheet would run
 */
export async function writeRows(
  table: Table,
  part: WrittenPart,
  path: string,
  form: WrittenForm,
  signal: AbortSignal,
): Promise<number> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      const formulas = await writeForm(file, table, part, form, signal);
      if (!(await table.hasIndexedBytes())) throw new OverwrittenFile('The file has changed.');
      return formulas;
    } finally {
      await file.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toExportError(error, path);
  }
}

async function writeForm(
  file: FileHandle,
  table: Table,
  part: WrittenPart,
  form: WrittenForm,
  signal: AbortSignal,
): Promise<number> {
  const header = part.columns.map((column) => table.columns[column] ?? '');
  requireDecoded(table, header);
  const rows = partTexts(table, part, signal);
  switch (form.kind) {
    case 'csv': {
      const points =
        form.dialect.decimal === ',' ? await pointColumnsOf(table, part.columns, signal) : new Set<number>();
      return writeCsv(file, header, withCommas(rows, points), form);
    }
    case 'ndjson': {
      const hasJson = keepsJson(table, part.columns);
      await writeLines(file, hasJson ? jsonLines(table, part.view, signal) : objectLines(header, rows));
      return 0;
    }
    case 'xlsx': {
      const { writeWorkbook } = await import('./writeWorkbook.ts');
      const { hasHeader } = table.dialect;
      const names = hasHeader || table.format !== 'csv' ? header : undefined;
      await writeWorkbook(file, names, rows, {
        rows: table.rowsOf(part.view),
        commaColumns: await commaColumnsOf(table, part.columns, signal),
      });
      return 0;
    }
  }
}

/** As in the table, all rows decide about a column. @returns places in `columns` */
async function commaColumnsOf(
  table: Table,
  columns: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const { decimal } = table.dialect;
  const places = [...columns.keys()];
  if (decimal !== 'byColumn') return new Set(decimal === ',' ? places : []);
  const found = columns.map(() => new CommaColumn());
  for await (const texts of partTexts(table, { view: wholeFile, columns }, signal))
    for (const [at, text] of texts.entries()) if (text !== '') found[at]?.look(text);
  return new Set(places.filter((at) => found[at]?.isOne));
}

/** Only numbers are in them: a column with versions or addresses has others. @returns places in `columns` */
async function pointColumnsOf(
  table: Table,
  columns: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const commas = await commaColumnsOf(table, columns, signal);
  const found = new Set([...columns.keys()].filter((at) => !commas.has(at)));
  for await (const texts of partTexts(table, { view: wholeFile, columns }, signal))
    for (const at of found) if (texts[at] && typeof sortKey(texts[at]) !== 'number') found.delete(at);
  return found;
}

async function* withCommas(rows: AsyncIterable<readonly string[]>, points: ReadonlySet<number>) {
  for await (const texts of rows)
    yield points.size === 0
      ? texts
      : texts.map((text, at) => (points.has(at) ? text.replace('.', ',') : text));
}

async function* partTexts(table: Table, { view, columns }: WrittenPart, signal: AbortSignal) {
  for await (const texts of readViewTexts(table, view, { from: 0, to: table.rowsOf(view), columns })) {
    signal.throwIfAborted();
    yield texts;
  }
}

async function writeCsv(
  file: FileHandle,
  header: readonly string[],
  rows: AsyncIterable<readonly string[]>,
  { dialect, isNeutral = false }: Extract<WrittenForm, { readonly kind: 'csv' }>,
): Promise<number> {
  const { delimiter, lineEnd, encoding } = dialect;
  const mark = dialect.quote === '' ? '"' : dialect.quote;
  const print = cellPrinter(delimiter, mark, isNeutral);
  let formulas = 0;
  const printLine = (texts: readonly string[]): string => {
    const cells = texts.map((text) => {
      const neutral = neutralText(text, delimiter);
      if (neutral !== text) formulas++;
      return print(isNeutral ? neutral : text);
    });
    // An empty line is no row.
    return (cells.length === 1 && cells[0] === '' ? mark + mark : cells.join(delimiter)) + lineEnd;
  };
  const byteOrderMark = dialect.hasMark ? '\uFEFF' : '';
  const separatorLine = dialect.hasSeparatorLine ? `sep=${delimiter}${lineEnd}` : '';
  let text = byteOrderMark + separatorLine + (dialect.hasHeader ? printLine(header) : '');
  for await (const texts of rows) {
    text += printLine(texts);
    if (text.length < chunkLength) continue;
    await file.appendFile(encodeText(text, encoding));
    text = '';
  }
  await file.appendFile(encodeText(text, encoding));
  return formulas;
}

/** A neutral cell is also quoted where another program would split it. */
function cellPrinter(delimiter: string, mark: string, isNeutral: boolean): (text: string) => string {
  const marks = ['\r', '\n', mark, delimiter, ...(isNeutral ? [',', ';', '\t'] : [])];
  return (text) =>
    marks.some((one) => text.includes(one)) ? mark + text.replaceAll(mark, mark + mark) + mark : text;
}

/** An object for each row, with a text for each cell that is not empty. */
async function* objectLines(header: readonly string[], rows: AsyncIterable<readonly string[]>) {
  const names = uniqueNames(header, (place) => `column ${place + 1}`);
  for await (const texts of rows) {
    // As text, because the keys of an object that are numbers would come first.
    const members = texts.flatMap((cell, at) =>
      cell === '' ? [] : [`${JSON.stringify(names[at] ?? '')}:${JSON.stringify(cell)}`],
    );
    yield `{${members.join()}}\n`;
  }
}

/** The rows' own JSON, whose line ends are all between its values. */
async function* jsonLines(table: Table, view: View, signal: AbortSignal) {
  for (let at = 0; at < table.rowsOf(view); at += rowsAtOnce) {
    signal.throwIfAborted();
    for (const json of await table.texts(view, at, at + rowsAtOnce))
      yield `${json.replaceAll(/[\r\n][ \t\r\n]*/g, ' ')}\n`;
  }
}

async function writeLines(file: FileHandle, lines: AsyncIterable<string>): Promise<void> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < chunkLength) continue;
    await file.appendFile(text);
    text = '';
  }
  await file.appendFile(text);
}

// Reads the rows of a view one after the other, in constant memory.
const rowsAtOnce = 1000;

/** The file was written to after it was indexed, so rows may begin and end elsewhere. */
class OverwrittenFile extends Error {
  override readonly name = 'OverwrittenFile';
  readonly kind = 'overwritten';
}

/** Some bytes of the file are not valid in its encoding, and a copy would have other letters. */
class UndecodableText extends Error {
  override readonly name = 'UndecodableText';
  readonly kind = 'undecodable';
}

export interface ViewTextRange {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly number[];
}

/** The texts of each row of the view's `[from, to)`. */
export async function* readViewTexts(table: Table, view: View, { from, to, columns }: ViewTextRange) {
  const last = Math.min(to, table.rowsOf(view));
  for (let at = from; at < last; at += rowsAtOnce) {
    const end = Math.min(at + rowsAtOnce, last);
    const cells = await table.cells(view, at, end, columns);
    for (let row = 0; row < end - at; row++) {
      const rowTexts = cells.map((texts) => texts[row] ?? '');
      requireDecoded(table, rowTexts);
      yield rowTexts;
    }
  }
}

/** Throws for texts that are not the bytes of the file: nothing is written of them. */
export function requireDecoded(table: Table, texts: readonly string[]): void {
  if (!table.isDecodable && texts.some((text) => text.includes('\uFFFD')))
    throw new UndecodableText('Some bytes are not valid in the encoding.');
}
