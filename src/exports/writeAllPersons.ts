// All persons, page by page, in one file: each person once, and resumed from the last whole page where it was interrupted.
import { ExportError } from '#exports/files/exportError.ts';
import { createPartFile, reopenPartFile } from '#exports/files/partFile.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import {
  defaultPagingLimits,
  type PagingLimits,
  type Reading,
  readPages,
} from '#exports/paging/readPages.ts';
import { readPersonId } from '#exports/scan/personId.ts';
import type { ExportOptions } from './exportOptions.ts';
import type { ProgressReporter } from './exportProgress.ts';
import { emptyTally } from './exportResult.ts';
import type { ExportNoteCode, WrittenExport } from './exportResult.ts';
import { createPersonWriter, type PersonWriter } from './personWriter.ts';
import { CheckpointWriter } from './checkpointWriter.ts';
import { UniquePersons } from './uniquePersons.ts';

/** Throws ApiError or ExportError; then nothing is left but what can be resumed. */
export async function writeAllPersons(
  options: ExportOptions,
  progress: ProgressReporter,
): Promise<WrittenExport> {
  const part = await openPart(options);
  const checkpoints = new CheckpointWriter(options, part);
  const keepOrDiscard = async (error: unknown): Promise<void> => {
    if (await checkpoints.tryKeep(error)) return part.keep();
    await part.discard();
    await checkpoints.remove();
  };
  try {
    await checkpoints.takeOver();
    const written = await writePages(options, part, progress, checkpoints);
    return {
      ...written,
      async removeCheckpoint() {
        if (written.part !== part) await part.discard();
        await checkpoints.remove();
      },
      async keepOrDiscard(error) {
        if (written.part !== part) await written.part.discard();
        await keepOrDiscard(error);
      },
    };
  } catch (error) {
    await keepOrDiscard(error);
    throw error;
  }
}

async function openPart({ directory, fileName, resumeFrom }: ExportOptions): Promise<PartFile> {
  if (resumeFrom === undefined) return createPartFile(directory, fileName);
  return reopenPartFile(resumeFrom.partPath, fileName, resumeFrom.bytes);
}

async function writePages(
  options: ExportOptions,
  part: PartFile,
  progress: ProgressReporter,
  checkpoints: CheckpointWriter,
): Promise<WrittenExport> {
  const writer = createPersonWriter(options, part);
  const persons = await countKept(options, part, writer);
  const report = (): void => progress.report(persons.rows, part.bytes);
  const reading = await readPages({
    ...readingOf(options),
    onPage: (isRepeated) => persons.beginPage(isRepeated),
    onPerson(person, mayHaveLineEnds) {
      const id = readPersonId(person);
      if (!persons.add(person, id)) return false;
      writer.write(person, mayHaveLineEnds);
      options.onPerson?.(person, part.bytes - person.length, id);
      return true;
    },
    async onChunk() {
      report();
      if (part.isFull) await part.drained();
    },
    async onPageEnd(next) {
      if (next === undefined) return;
      const { rows, withMostIds, duplicates } = persons;
      await checkpoints.advance({ ...next, rows, withMostIds, duplicates });
    },
    onWait: (wait) => progress.wait(wait),
  });
  if (reading.shaped !== undefined) return writeRecord(part, reading.shaped);
  const counts = countsOf(persons, reading);
  const notes = writer.isFull ? [...counts.notes, 'columnsFull' as const] : counts.notes;
  if (options.format === 'csvAll') completePart(options, persons, checkpoints);
  return { ...counts, notes, part: await writer.end(report) };
}

/** All persons are in the part, from which the CSV is made: it can be made later, too, and needs no IDs. */
function completePart(options: ExportOptions, persons: UniquePersons, checkpoints: CheckpointWriter): void {
  const { rows, withMostIds, duplicates } = persons;
  const next = { offset: rows + duplicates, limit: limitsOf(options).pageSize };
  checkpoints.complete({ ...next, rows, withMostIds, duplicates });
  persons.forgetIds();
}

/** The persons that the part holds already. */
async function countKept(
  { resumeFrom }: ExportOptions,
  part: PartFile,
  writer: PersonWriter,
): Promise<UniquePersons> {
  const persons = new UniquePersons();
  if (resumeFrom === undefined) return persons;
  await writer.restore((person) => persons.restore(readPersonId(person)));
  persons.withMostIds = resumeFrom.withMostIds ?? 0;
  persons.duplicates = resumeFrom.duplicates ?? 0;
  if (persons.rows !== resumeFrom.rows) throw new ExportError('damaged', part.partPath, undefined);
  return persons;
}

function readingOf(options: ExportOptions) {
  const { cohorts, cohortId, signal, expectedCount, resumeFrom } = options;
  const limits = limitsOf(options);
  return { cohorts, cohortId, signal, expectedRows: expectedCount, limits, start: resumeFrom };
}

function limitsOf({ paging }: ExportOptions): PagingLimits {
  return { ...defaultPagingLimits, ...paging };
}

function countsOf(persons: UniquePersons, reading: Reading): Omit<WrittenExport, 'part'> {
  const { rows, duplicates, withoutId, withMostIds } = persons;
  const tally = { duplicates, withoutId, withMostIds, repeatedPages: reading.repeatedPages };
  return { rows, notes: notesOf(persons, reading), tally, isCountable: true };
}

function notesOf(
  { duplicates, withoutId, withMostIds }: UniquePersons,
  reading: Reading,
): readonly ExportNoteCode[] {
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
