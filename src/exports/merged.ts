// Everyone, page by page, in one file. Persons are cut out of the pages' raw bytes and written as they came.
import { findPersonId } from './personId.ts';
import { defaultPagingLimits, readPages } from './pages.ts';
import type { PartFile } from './partFile.ts';
import type { Progress } from './progress.ts';
import { SeenIds } from './seenIds.ts';
import { emptyTally } from './types.ts';
import type { ExportNoteCode, ExportOptions, Outcome } from './types.ts';

/** What stands around and between persons. */
interface Frame {
  readonly before: Uint8Array;
  readonly between: Uint8Array;
  readonly after: Uint8Array;
  readonly none: Uint8Array;
  readonly isOneLineEach: boolean;
}

const frames = {
  json: frame('[\n', ',\n', '\n]\n', '[]\n', false),
  ndjson: frame('', '\n', '\n', '', true),
} as const;

export async function writeMerged(
  options: ExportOptions,
  part: PartFile,
  progress: Progress,
): Promise<Outcome> {
  const writer = createWriter(part, frames[options.format === 'ndjson' ? 'ndjson' : 'json']);
  const reading = await readPages({
    cohorts: options.cohorts,
    cohortId: options.cohortId,
    signal: options.signal,
    expectedRows: options.expectedCount,
    limits: { ...defaultPagingLimits, ...options.paging },
    onPage: (isRepeated) => writer.beginPage(isRepeated),
    onPerson: (person) => writer.add(person),
    async onChunk() {
      progress.report(writer.counts.rows, part.bytes);
      if (part.isFull) await part.drained();
    },
    onWait: (wait) => progress.wait(wait),
  });
  if (reading.shaped !== undefined) {
    part.append(reading.shaped);
    return { rows: 0, notes: ['cohortShaped'], tally: emptyTally, isCountable: false, extension: 'json' };
  }
  writer.end();
  const { rows, duplicates, withoutId } = writer.counts;
  const { repeatedPages } = reading;
  const notes: ExportNoteCode[] = [];
  if (duplicates > 0) notes.push('duplicatesDropped');
  if (withoutId > 0) notes.push('withoutId');
  if (reading.isPagingCutShort) notes.push('pagingEnded');
  if (repeatedPages > 0) notes.push('pagesRepeated');
  return { rows, notes, tally: { duplicates, withoutId, repeatedPages }, isCountable: true };
}

function createWriter(part: PartFile, { before, between, after, none, isOneLineEach }: Frame) {
  const seen = new SeenIds();
  const counts = { rows: 0, duplicates: 0, withoutId: 0 };
  /** Who was written from this page before it broke off; they come again and are no duplicates. */
  const writtenOfPage = new Set<string>();
  let isRepeat = false;
  return {
    counts,
    beginPage(isRepeated: boolean): void {
      isRepeat = isRepeated;
      if (!isRepeated) writtenOfPage.clear();
    },
    add(person: Uint8Array): boolean {
      const id = findPersonId(person);
      const key = Buffer.from(id ?? person).toString('latin1');
      if (isRepeat && writtenOfPage.has(key)) return false;
      if (id !== undefined && !seen.add(id)) {
        counts.duplicates++;
        return false;
      }
      if (id === undefined) counts.withoutId++;
      writtenOfPage.add(key);
      part.append(counts.rows === 0 ? before : between);
      part.append(isOneLineEach ? onOneLine(person) : person);
      counts.rows++;
      return true;
    },
    end(): void {
      part.append(counts.rows === 0 ? none : after);
    },
  };
}

/** A line's end inside JSON can only stand between its tokens, where a space says the same. */
function onOneLine(person: Uint8Array): Uint8Array {
  if (!person.includes(0x0a) && !person.includes(0x0d)) return person;
  return person.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}

function frame(before: string, between: string, after: string, none: string, isOneLineEach: boolean): Frame {
  const [first, second, third, fourth] = [before, between, after, none].map((text) => Buffer.from(text));
  const nothing = Buffer.alloc(0);
  return {
    before: first ?? nothing,
    between: second ?? nothing,
    after: third ?? nothing,
    none: fourth ?? nothing,
    isOneLineEach,
  };
}
