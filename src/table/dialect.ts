// The dialect of a file of rows: which bytes are which letters, and which letters separate, quote and name cells. It is
// recognized once, by the file's beginning; a person can say otherwise.
import { utf8Text, readCell } from '#exports/csv/csvColumns.ts';
import { carriageReturn, lineFeed, quote } from '#exports/scan/byteCodes.ts';
import { atCellStart, type CellMarks, endOfCell } from '#exports/scan/csvScanner.ts';
import { decodeWindows1252, type Encoding, encodings, hasUtf8Mark, encodingNames } from './encodings.ts';
import { createSplitter } from './rowSplitter.ts';
import type { TableFormat } from './tableFormat.ts';
import type { Translate } from '#text/translate.ts';

export interface Dialect {
  readonly encoding: Encoding;
  /** A byte order mark precedes the text. */
  readonly hasMark: boolean;
  /** A first line such as `sep=;` precedes the rows. */
  readonly hasSeparatorLine: boolean;
  /** One character of ASCII between cells. */
  readonly delimiter: string;
  /** Around cells; empty if none has a meaning. */
  readonly quote: '"' | "'" | '';
  /** The first row has the columns' names. */
  readonly hasHeader: boolean;
  /** What precedes decimals; `byColumn`: a comma in columns of which every value has such a form. */
  readonly decimal: '.' | ',' | 'byColumn';
  readonly lineEnd: '\n' | '\r\n' | '\r';
}

/** What a person says about a file. */
export type ChosenDialect = Partial<
  Pick<Dialect, 'encoding' | 'delimiter' | 'quote' | 'hasHeader'> & { readonly decimal: '.' | ',' }
>;

/** Whether it can be between cells: one character of ASCII that is neither a quote nor ends a line. */
export function isDelimiter(text: unknown): text is string {
  return typeof text === 'string' && /^[\t\x20!#-&(-~]$/.test(text);
}

/** What is right in a choice that was kept. */
export function parseChosenDialect(value: unknown): ChosenDialect {
  if (typeof value !== 'object' || value === null) return {};
  const field = (name: keyof ChosenDialect): unknown => Reflect.get(value, name);
  const encoding = encodings.find((one) => one === field('encoding'));
  const delimiter = field('delimiter');
  const mark = (['"', "'", ''] as const).find((one) => one === field('quote'));
  const hasHeader = field('hasHeader');
  const decimal = (['.', ','] as const).find((one) => one === field('decimal'));
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(isDelimiter(delimiter) ? { delimiter } : {}),
    ...(mark === undefined ? {} : { quote: mark }),
    ...(typeof hasHeader === 'boolean' ? { hasHeader } : {}),
    ...(decimal === undefined ? {} : { decimal }),
  };
}

export interface HeadFacts {
  readonly format: TableFormat;
  /** Of the file; a head in UTF-16 has been made UTF-8. */
  readonly encoding: Encoding;
  /** The head is the whole file. */
  readonly isWhole: boolean;
  readonly chosen: ChosenDialect;
}

export const delimiters = [',', ';', '\t', '|'] as const;
/** Rows that are looked at. */
const maxSampleRows = 100;

/** `firstByte`: where the rows begin. */
export function recognizeDialect(
  head: Buffer,
  { format, encoding, isWhole, chosen }: HeadFacts,
): { readonly dialect: Dialect; readonly firstByte: number } {
  const start = hasUtf8Mark(head) ? 3 : 0;
  const ofText = { encoding, hasMark: start > 0 && encoding !== 'windows1252' };
  if (format !== 'csv') {
    const lineEnd = head.includes(lineFeed) || !head.includes(carriageReturn) ? '\n' : '\r';
    const none = {
      hasSeparatorLine: false,
      delimiter: ',',
      quote: '"',
      hasHeader: false,
      decimal: '.',
    } as const;
    return { dialect: { ...ofText, ...none, lineEnd }, firstByte: start };
  }
  const lineEnd = lineEndOf(head);
  const rowEnd = lineEnd === '\r' ? carriageReturn : lineFeed;
  const named = namedDelimiter(head, start, rowEnd);
  const firstByte = named?.end ?? start;
  const decode = encoding === 'windows1252' ? decodeWindows1252 : utf8Text;
  const rows: HeadRows = { bytes: head.subarray(firstByte), rowEnd, isWhole, decode };
  const marks = marksOf(rows, chosen.delimiter ?? named?.delimiter, chosen.quote);
  return {
    dialect: {
      ...ofText,
      hasSeparatorLine: named !== undefined,
      ...marks,
      hasHeader: chosen.hasHeader ?? isHeader(readSample(rows, marks)),
      decimal: chosen.decimal ?? (marks.delimiter === ';' ? 'byColumn' : '.'),
      lineEnd,
    },
    firstByte,
  };
}

/** Spreadsheets obey and write a first line such as `sep=;`. */
function namedDelimiter(head: Buffer, start: number, rowEnd: number) {
  const lineEnd = head.indexOf(rowEnd, start);
  const line = head.toString('latin1', start, lineEnd < 0 ? head.length : lineEnd);
  const [, delimiter] = /^"?sep=(.)"?\r*$/i.exec(line) ?? [];
  if (!isDelimiter(delimiter)) return undefined;
  return { delimiter, end: lineEnd < 0 ? head.length : lineEnd + 1 };
}

/** Old spreadsheets of the Mac end rows with a carriage return alone; then no line feed is outside of quotes. */
function lineEndOf(head: Buffer): Dialect['lineEnd'] {
  if (!head.includes(carriageReturn)) return '\n';
  let state: 'cellStart' | 'plain' | 'quoted' | 'closed' = 'cellStart';
  for (const [at, byte] of head.entries()) {
    if (state === 'quoted') {
      if (byte === quote) state = 'closed';
    } else if (byte === quote && state !== 'plain') state = 'quoted';
    else if (byte === lineFeed) return head[at - 1] === carriageReturn ? '\r\n' : '\n';
    else if (endsCell.has(byte)) state = 'cellStart';
    else if (state === 'cellStart') state = 'plain';
  }
  return '\r';
}

const endsCell = new Set(Buffer.from(`\r${delimiters.join('')}`));

/** The rows at a file's start. */
interface HeadRows {
  readonly bytes: Buffer;
  readonly rowEnd: number;
  readonly isWhole: boolean;
  readonly decode: typeof utf8Text;
}

/**
 * Apostrophes quote cells if no quote does, and every cell that begins with one also ends with one. Quotes are letters if they
 * would only join lines.
 */
function marksOf(
  rows: HeadRows,
  delimiter: string | undefined,
  chosen: Dialect['quote'] | undefined,
): Pick<Dialect, 'delimiter' | 'quote'> {
  const usual = { delimiter: delimiter ?? delimiterOf(rows, chosen ?? '"'), quote: chosen ?? '"' } as const;
  if (chosen !== undefined) return usual;
  if (quotesJoinLines(rows, usual)) return { delimiter: delimiter ?? delimiterOf(rows, ''), quote: '' };
  if (!rows.bytes.includes("'")) return usual;
  const other = { delimiter: delimiter ?? delimiterOf(rows, "'"), quote: "'" } as const;
  const cells = readSample(rows, other, true).flat();
  const quoted = cells.filter((text) => text.startsWith("'"));
  const isQuoted = quoted.length > 1 && quoted.every((text) => text.length > 1 && text.endsWith("'"));
  return isQuoted && !cells.some((text) => text.startsWith('"')) ? other : usual;
}

/** Whether text follows the quotes of a cell of several lines, and no cell is in quotes as it should be. */
function quotesJoinLines(rows: HeadRows, marks: Marks): boolean {
  if (!rows.bytes.includes(quote)) return false;
  const quoted = readSample(rows, marks, true)
    .flat()
    .filter((text) => text.startsWith('"'));
  const isClosed = (text: string) => text.length > 1 && text.trimEnd().endsWith('"');
  return quoted.some((text) => /[\r\n]/.test(text)) && !quoted.some(isClosed);
}

interface Fit {
  readonly delimiter: string;
  /** The share of the other rows that have as many cells as the first one. */
  readonly equal: number;
  readonly cells: number;
}

/**
 * The delimiter that splits the first row and the most others into equally many cells, but no comma that only stands in
 * numbers and sentences. Of one column, if none splits the first row: a comma, or a semicolon where commas are text.
 */
function delimiterOf(rows: HeadRows, mark: Dialect['quote']): string {
  const ofOneColumn: Fit = { delimiter: ';', equal: 0, cells: 1 };
  const rivals: Fit[] = [];
  let best: Fit = { delimiter: ',', equal: 0, cells: 1 };
  for (const delimiter of delimiters) {
    const counts: number[] = [];
    splitSample(rows, { delimiter, quote: mark }, (_start, _end, cells) => counts.push(cells));
    const [first = 0, ...others] = counts;
    if (first < 2) continue;
    const equal = others.length === 0 ? 1 : others.filter((cells) => cells === first).length / others.length;
    if (delimiter !== ',') rivals.push({ delimiter, equal, cells: first });
    const isBetter =
      equal > best.equal || (equal === best.equal && first > best.cells && best.delimiter !== ',');
    if (best.cells < 2 || isBetter) best = { delimiter, equal, cells: first };
  }
  if (best.delimiter !== ',') return best.delimiter;
  const asGood = best.cells < 2 ? [ofOneColumn] : rivals.filter(({ equal }) => equal >= best.equal);
  const other = asGood.find(({ delimiter }) => hasTextCommas(rows, { delimiter, quote: mark }));
  return other?.delimiter ?? ',';
}

/** A text in which each comma precedes a space, or the decimals of a number, which may have a currency or a percent sign. */
const textWithCommas = /^(?:[^,]|, )*$|^[^\d,.]*[\d.]*,\d+(?:e[+-]?\d+)?[^\d,]*$/i;

/** Whether commas are between no cells if another delimiter is. */
function hasTextCommas(rows: HeadRows, marks: Marks): boolean {
  const [first = [], ...others] = readSample(rows, marks);
  const cells = (others.length > 0 ? others : [first]).flat().filter((text) => text.includes(','));
  return cells.length > 0 && cells.every((text) => textWithCommas.test(text));
}

type Marks = Pick<Dialect, 'delimiter' | 'quote'>;

export function cellMarksOf({
  delimiter,
  quote: mark,
  lineEnd,
}: Pick<Dialect, 'delimiter' | 'quote' | 'lineEnd'>): CellMarks {
  return {
    separator: delimiter.charCodeAt(0),
    rowEnd: lineEnd === '\r' ? carriageReturn : lineFeed,
    quote: mark === '' ? -1 : mark.charCodeAt(0),
  };
}

/** A first row that is longer than the head is looked at as far as it goes. */
function splitSample(
  { bytes, rowEnd, isWhole }: HeadRows,
  marks: Marks,
  onRow: (start: number, end: number, cells: number) => void,
): void {
  const lineEnd = rowEnd === carriageReturn ? '\r' : '\n';
  const splitter = createSplitter({ format: 'csv', marks: cellMarksOf({ ...marks, lineEnd }) }, false);
  let count = 0;
  const take = (start: number, end: number, cells: number): void => {
    if (end > start && count++ < maxSampleRows) onRow(start, end, cells);
  };
  splitter.split(bytes, 0, bytes.length, isWhole, take);
  if (count === 0) splitter.split(bytes, 0, bytes.length, true, take);
}

/** The cells of the first rows. @param isRaw with their quotes */
function readSample(rows: HeadRows, marks: Marks, isRaw = false): string[][] {
  const { bytes, decode } = rows;
  const inRow = { ...cellMarksOf({ ...marks, lineEnd: '\n' }), rowEnd: -1 };
  const sample: string[][] = [];
  splitSample(rows, marks, (start, end) => {
    const texts: string[] = [];
    for (let from = start; from <= end;) {
      const found = endOfCell(bytes, from, end, atCellStart, inRow);
      const to = found < 0 ? end : found;
      texts.push(readCell(bytes, from, to, isRaw ? -1 : inRow.quote, decode));
      from = to + 1;
    }
    sample.push(texts);
  });
  return sample;
}

/** Kinds of values that are the name of no column, but for years. */
const valueKinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['number', /^\p{Sc}? ?[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:e[+-]?\d+)?(?:[ \xA0]?[\p{Sc}%])?$/iu],
  ['time', /^(?:\d{4}-\d\d-\d\d|\d{1,2}([./])\d{1,2}\1\d{4})(?:[ T,]|$)/],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['email', /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/],
];
const year = /^(?:19|20)\d\d$/;

function kindOf(text: string): string {
  return valueKinds.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? 'text';
}

/**
 * Whether the first row names the columns. It is data if all of it are values of the kinds below them, or if some are and
 * none is of another kind than all below it; a year may also be a name.
 */
export function isHeader([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  let filled = 0;
  let values = 0;
  let telling = 0;
  for (const [column, text] of first.entries()) {
    if (text === '') continue;
    filled++;
    const kind = kindOf(text);
    const below = new Set(
      rows
        .map((cells) => cells[column] ?? '')
        .filter((cell) => cell !== '')
        .map(kindOf),
    );
    const isSame = [...below].every((other) => other === kind);
    if (!isSame && !below.has('text')) return true;
    if (!isSame || kind === 'text') continue;
    values++;
    if (below.size > 0 && !year.test(text)) telling++;
  }
  if (filled > 0 && values === filled) return false;
  return telling === 0;
}

// Words for the dialect of a file.

/** Such as “Semicolon · Windows-1252 · header”; what is as usual is left out, but for these three. */
export function describeDialect(dialect: Dialect, format: TableFormat, t: Translate): string {
  const encoding = encodingNames[dialect.encoding];
  if (format !== 'csv') return encoding;
  const quotes = { '"': '', "'": t('quotes: {0}', "'"), '': t('no quotes') };
  return [
    delimiterName(dialect.delimiter, t),
    encoding,
    dialect.hasHeader ? t('header') : t('no header'),
    quotes[dialect.quote],
    dialect.decimal === ',' ? t('decimal comma') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export function delimiterName(delimiter: string, t: Translate): string {
  switch (delimiter) {
    case ',':
      return t('Comma');
    case ';':
      return t('Semicolon');
    case '\t':
      return t('Tab');
    case '|':
      return t('Pipe');
    case ' ':
      return t('Space');
    default:
      return t('“{0}”', delimiter);
  }
}
