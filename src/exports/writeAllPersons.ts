// All persons, page by page, in one file: each person once, and resumed from the last whole page where it was interrupted.
import type { Cursor } from '#api/clientTypes.ts';
import { ExportError } from '#exports/files/exportError.ts';
import { createPartFile, reopenPartFile, type PartFile } from '#exports/files/partFile.ts';
import { defaultPagingLimits, type Reading, readPages } from '#exports/paging/readPages.ts';
import { readPersonId, UniquePersons } from '#exports/scan/personIds.ts';
import type { ExportOptions } from './exportOptions.ts';
import type { ProgressReporter } from './exportProgress.ts';
import {
  emptyTally,
  type ExportNoteCode,
  type ExportResult,
  finishExport,
  type WrittenExport,
} from './exportResult.ts';
import { appendPerson, endPersons, personsOf } from './personWriter.ts';
import {
  moveCheckpoint,
  removeCheckpoint,
  writeCheckpoint,
  type ResumableExport,
} from '#exports/files/checkpointFile.ts';

/** Throws ApiError or ExportError; then nothing is left but what can be resumed. */
export async function writeAllPersons(
  options: ExportOptions,
  progress: ProgressReporter,
): Promise<ExportResult> {
  const part = await openPart(options);
  const persons = new UniquePersons();
  const checkpoints = new CheckpointWriter(options, part, persons);
  let finished = part; // of a CSV, another one
  try {
    await checkpoints.takeOver();
    await countKept(persons, options, part);
    const written = await writePages(options, { part, persons, progress, checkpoints });
    finished = written.part;
    const result = await finishExport(options, written);
    if (finished !== part) await part.discard(); // the lines that the CSV was made of
    await checkpoints.remove();
    return result;
  } catch (error) {
    if (finished !== part) await finished.discard();
    if (await checkpoints.tryKeep(error)) await part.keep();
    else {
      await part.discard();
      await checkpoints.remove();
    }
    throw error;
  }
}

async function openPart({ directory, fileName, resumeFrom }: ExportOptions): Promise<PartFile> {
  if (resumeFrom === undefined) return createPartFile(directory, fileName);
  return reopenPartFile(resumeFrom.partPath, fileName, resumeFrom.bytes);
}

interface Writing {
  readonly part: PartFile;
  readonly persons: UniquePersons;
  readonly progress: ProgressReporter;
  readonly checkpoints: CheckpointWriter;
}

async function writePages(options: ExportOptions, writing: Writing): Promise<WrittenExport> {
  const { part, persons, progress, checkpoints } = writing;
  const { format, fileName, signal } = options;
  const reading = await readIntoPart(options, writing);
  if (reading.shaped !== undefined) return writeRecord(part, reading.shaped);
  if (format === 'csvAll') {
    checkpoints.complete(); // the CSV can be made of the part later, too
    persons.forgetIds();
  }
  const onChunk = () => progress.report(persons.rows, part.bytes);
  const ended = await endPersons(part, format, { fileName, signal, onChunk });
  const { rows, duplicates, withoutId, withMostIds } = persons;
  const tally = { duplicates, withoutId, withMostIds, repeatedPages: reading.repeatedPages };
  const notes = notesOf(persons, reading);
  if (ended.hasRest) notes.push('columnsFull');
  return { part: ended.part, rows, notes, tally, isCountable: true };
}

function readIntoPart(
  options: ExportOptions,
  { part, persons, progress, checkpoints }: Writing,
): Promise<Reading> {
  const { cohorts, cohortId, format, signal } = options;
  return readPages({
    cohorts,
    cohortId,
    signal,
    limits: { ...defaultPagingLimits, ...options.paging },
    expectedRows: options.expectedCount,
    start: options.resumeFrom,
    onPage: (isRepeated) => persons.beginPage(isRepeated),
    onPerson(person, mayHaveLineEnds) {
      if (!persons.add(person, readPersonId(person))) return false;
      appendPerson(part, format, person, mayHaveLineEnds);
      return true;
    },
    async onChunk() {
      progress.report(persons.rows, part.bytes);
      if (part.isFull) await part.drained();
    },
    async onPageEnd(next) {
      progress.report(persons.rows, part.bytes, true);
      if (next !== undefined) await checkpoints.advance(next);
    },
    onWait: (wait) => progress.wait(wait),
  });
}

/** The persons that the part of a resumed export holds already. */
async function countKept(
  persons: UniquePersons,
  { resumeFrom, signal }: ExportOptions,
  part: PartFile,
): Promise<void> {
  if (resumeFrom === undefined) return;
  for await (const kept of personsOf(part, signal))
    for (const { json } of kept) persons.restore(readPersonId(json));
  persons.withMostIds = resumeFrom.withMostIds ?? 0;
  persons.duplicates = resumeFrom.duplicates ?? 0;
  if (persons.rows !== resumeFrom.rows) throw new ExportError('damaged', part.partPath, undefined);
}

function notesOf({ duplicates, withoutId, withMostIds }: UniquePersons, reading: Reading): ExportNoteCode[] {
  const notes: ExportNoteCode[] = [];
  if (duplicates > 0) notes.push('duplicatesDropped');
  if (withoutId > 0) notes.push('withoutId');
  if (withMostIds > 0) notes.push('mostIds');
  if (reading.isPagingCutShort) notes.push('pagingEnded');
  if (reading.repeatedPages > 0) notes.push('pagesRepeated');
  return notes;
}

/** The response was a record in place of persons. */
function writeRecord(part: PartFile, record: Uint8Array): WrittenExport {
  part.append(record);
  return {
    part,
    rows: 0,
    notes: ['cohortShaped'],
    tally: emptyTally,
    isCountable: false,
    extension: 'json',
  };
}

// Where an export of all persons could be resumed: after its last whole page.

/** How much work a killed process may lose. */
const checkpointEveryMs = 1000;

class CheckpointWriter {
  readonly #options: ExportOptions;
  readonly #part: PartFile;
  readonly #persons: UniquePersons;
  #last: ResumableExport | undefined;
  /** The part that the checkpoint on disk is for. */
  #writtenFor: string | undefined;
  #writtenMs = performance.now();
  #isWhole = false;

  constructor(options: ExportOptions, part: PartFile, persons: UniquePersons) {
    this.#options = options;
    this.#part = part;
    this.#persons = persons;
    this.#last = options.resumeFrom;
    this.#writtenFor = options.resumeFrom?.partPath;
  }

  /**
   * Of a resumed export: moves the checkpoint to the present name of its part, which holds this process's id, and marks it as
   * running. If the disk refuses that, the old checkpoint stays: it says that nobody writes the part.
   */
  async takeOver(): Promise<void> {
    if (this.#writtenFor !== undefined) await this.#tryWrite(false);
  }

  /** All persons are in the part, from which the file is still to be made. */
  complete(): void {
    const { rows, duplicates } = this.#persons;
    const limit = this.#options.paging?.pageSize ?? defaultPagingLimits.pageSize;
    this.#advance({ offset: rows + duplicates, limit });
    this.#isWhole = true;
  }

  /** After a whole page: moves the point forward, and writes it down if the last time is long enough ago. */
  async advance(next: Cursor): Promise<void> {
    this.#advance(next);
    const elapsedMs = performance.now() - this.#writtenMs;
    const { everyMs = checkpointEveryMs } = this.#options.resumable ?? {};
    if (elapsedMs >= everyMs) await this.#tryWrite(false);
  }

  #advance({ offset, limit }: Cursor): void {
    const { resumable, cohortId, format, fileName, expectedCount, lastCalculation } = this.#options;
    if (resumable === undefined) return;
    const { rows, withMostIds, duplicates } = this.#persons;
    this.#last = {
      offset,
      limit,
      rows,
      withMostIds,
      duplicates,
      bytes: this.#part.bytes,
      partPath: this.#part.partPath,
      cohortId,
      format,
      fileName,
      tag: resumable.tag,
      address: resumable.address,
      expectedCount,
      lastCalculation,
    };
  }

  /**
   * Keeps the point of an export that failed with `error`. False if there is nothing to keep.
   * After another error of the disk, an export is kept if the disk is full, all persons are in its part, or it was resumed: then
   * it has the last checkpoint that was written.
   */
  async tryKeep(error: unknown): Promise<boolean> {
    const { resumable, resumeFrom } = this.#options;
    if (resumable === undefined || this.#last === undefined) return false;
    const isOfDisk = error instanceof ExportError;
    const isKept = this.#isWhole || resumeFrom !== undefined || (isOfDisk && error.kind === 'diskFull');
    if (isOfDisk && (error.kind === 'damaged' || !isKept)) return false;
    try {
      if (await this.#tryWrite(true)) return true;
    } catch {
      // The error that ended the export is the one to report.
    }
    return this.#keepWritten();
  }

  async remove(): Promise<void> {
    await removeCheckpoint(this.#part.partPath);
    if (this.#writtenFor !== undefined) await removeCheckpoint(this.#writtenFor);
  }

  /** False if no checkpoint was written. What follows it in the part is cut off when the export is resumed. */
  async #keepWritten(): Promise<boolean> {
    const { partPath } = this.#part;
    if (this.#writtenFor === undefined) return false;
    if (this.#writtenFor !== partPath) await moveCheckpoint(this.#writtenFor, partPath);
    return true;
  }

  /** False if the disk refuses the checkpoint: an export needs none to go on. Throws what writing the part has failed with. */
  async #tryWrite(isReleased: boolean): Promise<boolean> {
    if (this.#last === undefined) return false;
    this.#writtenMs = performance.now();
    await this.#part.flush();
    const { partPath, ...checkpoint } = { ...this.#last, partPath: this.#part.partPath };
    try {
      await writeCheckpoint(partPath, { ...checkpoint, isReleased });
    } catch (error) {
      if (error instanceof ExportError) return false;
      throw error;
    }
    if (this.#writtenFor !== undefined && this.#writtenFor !== partPath)
      await removeCheckpoint(this.#writtenFor);
    this.#writtenFor = partPath;
    return true;
  }
}
