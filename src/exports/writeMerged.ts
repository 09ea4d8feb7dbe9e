// Everyone, page by page, in one file: each person once, and from the last whole page on where it broke off.
import { removeCheckpoint, writeCheckpoint } from '#exports/files/checkpoint.ts';
import type { CsvSegment } from '#exports/files/checkpoint.ts';
import { createEncoder } from './encoders.ts';
import type { Encoder } from './encoders.ts';
import { ExportError } from '#exports/files/exportError.ts';
import { defaultPagingLimits, readPages } from '#exports/paging/readPages.ts';
import type { PageReading } from '#exports/paging/readPages.ts';
import { createPartFile, reopenPartFile } from '#exports/files/partFile.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import { readPersonId } from '#exports/scan/personId.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import type { Progress } from './progress.ts';
import { SeenIds } from './seenIds.ts';
import { emptyTally, exportPaused } from './types.ts';
import type { ExportNoteCode, ExportOptions, Outcome } from './types.ts';

/** How much work a killed process may lose. */
const checkpointEveryMs = 1000;

export async function writeMerged(options: ExportOptions, progress: Progress): Promise<Outcome> {
  const { resumeFrom, directory, fileName } = options;
  const part =
    resumeFrom === undefined
      ? await createPartFile(directory, fileName)
      : await reopenPartFile(resumeFrom.partPath, fileName, resumeFrom.bytes);
  const places = createPlaces(options, part);
  try {
    if (resumeFrom !== undefined) await places.take();
    const outcome = await writePages(options, part, progress, places);
    return {
      ...outcome,
      async forget() {
        if (outcome.part !== part) await part.discard();
        await removeCheckpoint(part.partPath);
      },
    };
  } catch (error) {
    if (await places.tryKeep(error)) await part.keep();
    else {
      await part.discard();
      await removeCheckpoint(part.partPath);
    }
    throw error;
  }
}

async function writePages(
  options: ExportOptions,
  part: PartFile,
  progress: Progress,
  places: Places,
): Promise<Outcome> {
  const { resumeFrom } = options;
  const encoder = createEncoder(options, part);
  const persons = createPersonFilter(encoder, options.expectedCount);
  if (resumeFrom !== undefined) {
    await encoder.replay(resumeFrom.segments ?? [], (id) => persons.recall(id));
    if (persons.counts.rows !== resumeFrom.rows) throw new ExportError('disk', part.partPath, undefined);
  }
  const report = (): void => progress.report(persons.counts.rows, part.bytes);
  const reading = await readPages({
    cohorts: options.cohorts,
    cohortId: options.cohortId,
    signal: options.signal,
    expectedRows: options.expectedCount,
    limits: { ...defaultPagingLimits, ...options.paging },
    start: resumeFrom,
    onPage: (isRepeated) => persons.beginPage(isRepeated),
    onPerson: (person) => persons.add(person),
    async onChunk() {
      report();
      if (part.isFull) await part.drained();
    },
    async onPageEnd(next) {
      encoder.endPage();
      await places.reach(next, persons.counts.rows, encoder.segments);
    },
    onWait: (wait) => progress.wait(wait),
  });
  if (reading.shaped !== undefined) {
    part.append(reading.shaped);
    return {
      part,
      rows: 0,
      notes: ['cohortShaped'],
      tally: emptyTally,
      isCountable: false,
      extension: 'json',
    };
  }
  const { rows, duplicates, withoutId } = persons.counts;
  const { repeatedPages } = reading;
  const notes: ExportNoteCode[] = [];
  if (duplicates > 0) notes.push('duplicatesDropped');
  if (withoutId > 0) notes.push('withoutId');
  if (reading.isPagingCutShort) notes.push('pagingEnded');
  if (repeatedPages > 0) notes.push('pagesRepeated');
  const finished = await encoder.end(report);
  return { part: finished, rows, notes, tally: { duplicates, withoutId, repeatedPages }, isCountable: true };
}

function createPersonFilter(encoder: Encoder, expectedCount: number | undefined) {
  const seen = new SeenIds(expectedCount);
  const counts = { rows: 0, duplicates: 0, withoutId: 0 };
  /** Who was written from this page. Where it breaks off they come again, and are no duplicates then. */
  let ofPage: string[] = [];
  let ofBrokenPage: ReadonlySet<string> | undefined;
  return {
    counts,
    beginPage(isRepeated: boolean): void {
      ofBrokenPage = isRepeated ? new Set(ofPage) : undefined;
      if (!isRepeated) ofPage = [];
    },
    /** False for a person that is there already. */
    add(person: Uint8Array): boolean {
      const id = readPersonId(person);
      const key = textOf(id ?? { bytes: person, start: 0, end: person.length });
      if (ofBrokenPage?.has(key)) return false;
      if (id !== undefined && !seen.add(id.bytes, id.start, id.end)) {
        counts.duplicates++;
        return false;
      }
      if (id === undefined) counts.withoutId++;
      ofPage.push(key);
      encoder.write(person);
      counts.rows++;
      return true;
    },
    /** A person that the part holds already. */
    recall(id: PersonId | undefined): void {
      if (id === undefined) counts.withoutId++;
      else seen.add(id.bytes, id.start, id.end);
      counts.rows++;
    },
  };
}

/** A copy: to hold the bytes would hold the page. */
function textOf({ bytes, start, end }: PersonId): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

type Places = ReturnType<typeof createPlaces>;

/** Where the export could go on. */
function createPlaces(options: ExportOptions, part: PartFile) {
  const { resumeFrom, resumable } = options;
  let last = resumeFrom && { ...resumeFrom };
  let writtenMs = performance.now();
  const write = async (isReleased = false): Promise<void> => {
    if (last === undefined) return;
    await part.flush();
    const { partPath: _, ...checkpoint } = last;
    await writeCheckpoint(part.partPath, { ...checkpoint, isReleased });
    writtenMs = performance.now();
  };
  return {
    /** The part has this process's name now; what tells how far it got follows. */
    async take(): Promise<void> {
      if (resumeFrom === undefined || resumeFrom.partPath === part.partPath) return;
      await write();
      await removeCheckpoint(resumeFrom.partPath);
    },
    async reach(next: PageReading['start'], rows: number, segments?: readonly CsvSegment[]): Promise<void> {
      if (resumable === undefined || next === undefined) return;
      last = {
        ...next,
        rows,
        segments,
        bytes: part.bytes,
        partPath: part.partPath,
        cohortId: options.cohortId,
        format: options.format,
        fileName: options.fileName,
        tag: resumable.tag,
        expectedCount: options.expectedCount,
        lastCalculation: options.lastCalculation,
      };
      if (performance.now() - writtenMs >= (resumable.everyMs ?? checkpointEveryMs)) await write();
    },
    /** False where nothing is worth keeping, or the person cancelled. */
    async tryKeep(error: unknown): Promise<boolean> {
      const { signal } = options;
      if (resumable === undefined || last === undefined) return false;
      if (signal.aborted && signal.reason !== exportPaused) return false;
      if (error instanceof ExportError) return false;
      try {
        await write(true);
        return true;
      } catch {
        return false; // what made the export fail is what is told
      }
    },
  };
}
