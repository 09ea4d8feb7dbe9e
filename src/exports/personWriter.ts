// Persons in a file, one a line: as a JSON list or as NDJSON, each byte for byte as it came, with spaces for its line ends. A CSV
// of all persons is written from such lines at the end, because its columns are those of all of them.
import { CsvColumns, printCell } from '#exports/csv/csvColumns.ts';
import { addColumnsOf, flattenPerson } from '#exports/csv/flattenPerson.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import { createPartFile, type PartFile } from '#exports/files/partFile.ts';
import { carriageReturn, lineFeed, space } from '#exports/scan/byteCodes.ts';
import { PersonFile } from './personFile.ts';

/** The text around and between persons. */
interface Frame {
  readonly before: Buffer;
  readonly between: Buffer;
  readonly after: Buffer;
  /** The whole file if there are no persons. */
  readonly empty: Buffer;
}

const jsonList: Frame = {
  before: Buffer.from('[\n'),
  between: Buffer.from(',\n'),
  after: Buffer.from('\n]\n'),
  empty: Buffer.from('[]\n'),
};
const lines: Frame = {
  before: Buffer.from(''),
  between: Buffer.from('\n'),
  after: Buffer.from('\n'),
  empty: Buffer.from(''),
};

function frameOf(format: ExportFormat): Frame {
  return format === 'json' ? jsonList : lines;
}

/** `mayHaveLineEnds`: false if it is known to have none, which saves a search. */
export function appendPerson(
  part: PartFile,
  format: ExportFormat,
  person: Uint8Array,
  mayHaveLineEnds = true,
): void {
  const { before, between } = frameOf(format);
  part.append(part.bytes === 0 ? before : between);
  part.append(mayHaveLineEnds ? onOneLine(person) : person);
}

/** Line ends occur only between JSON tokens, where a space means the same. */
export function onOneLine(person: Uint8Array): Uint8Array {
  if (!person.includes(lineFeed) && !person.includes(carriageReturn)) return person;
  return person.map((byte) => (byte === lineFeed || byte === carriageReturn ? space : byte));
}

/** The persons that a part holds. Throws ExportError. */
export function personsOf(part: PartFile, signal: AbortSignal): ReturnType<PersonFile['persons']> {
  return new PersonFile(part.partPath, 'json').persons(signal);
}

interface CsvTarget {
  readonly fileName: string;
  readonly signal: AbortSignal;
  readonly onChunk?: () => void;
  /** What the columns are sorted by; their names if absent. */
  readonly sortKeyOf?: ((name: string) => string) | undefined;
}

interface EndedPersons {
  /** What is to be finished: of a CSV, another part than the one with the lines, which stays where it is. */
  readonly part: PartFile;
  /** Whether a CSV has as many columns as there may be; the last one has the rest. */
  readonly hasRest: boolean;
}

/** Throws ExportError, and the signal's reason. */
export async function endPersons(
  part: PartFile,
  format: ExportFormat,
  target: CsvTarget,
): Promise<EndedPersons> {
  const { after, empty } = frameOf(format);
  part.append(part.bytes === 0 ? empty : after);
  return format === 'csvAll' ? writeCsv(part, target) : { part, hasRest: false };
}

/** Reads the lines twice: for the columns, and for the rows. */
async function writeCsv(
  from: PartFile,
  { fileName, signal, onChunk = () => undefined, sortKeyOf }: CsvTarget,
): Promise<EndedPersons> {
  await from.flush();
  const columns = new CsvColumns(sortKeyOf);
  for await (const persons of personsOf(from, signal)) {
    for (const { json } of persons) addColumnsOf(json, columns);
    onChunk();
  }
  const order = columns.sorted();
  const places: number[] = [];
  for (const [place, column] of order.entries()) places[column] = place;
  const table = await createPartFile(from.directory, fileName);
  try {
    const header = order.map((column, place) => [place, columns.names[column] ?? ''] as const);
    if (order.length > 0) table.append(rowOf(header, order.length));
    for await (const persons of personsOf(from, signal)) {
      for (const { json } of persons) {
        const cells = [...flattenPerson(json, columns)];
        const row = cells.map(([column, { text }]) => [places[column] ?? 0, text] as const);
        table.append(rowOf(row, order.length));
        if (table.isFull) await table.drained();
      }
      onChunk();
    }
    return { part: table, hasRest: columns.hasRest };
  } catch (error) {
    await table.discard();
    throw error;
  }
}

/** Only what is filled costs time: of thousands of columns, a person has few. */
function rowOf(cells: readonly (readonly [place: number, text: string])[], length: number): Buffer {
  let row = '';
  let at = 0;
  for (const [place, text] of cells.toSorted(([one], [other]) => one - other)) {
    row += ','.repeat(place - at) + printCell(text);
    at = place;
  }
  return Buffer.from(`${row}${','.repeat(Math.max(0, length - 1 - at))}\r\n`);
}
