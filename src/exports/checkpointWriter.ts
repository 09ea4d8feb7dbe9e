// Where an export of all persons could be resumed: after its last whole page.
import { moveCheckpoint, removeCheckpoint, writeCheckpoint } from '#exports/files/checkpointFile.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { ExportError } from '#exports/files/exportError.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import { exportPaused } from './exportOptions.ts';
import type { ExportOptions } from './exportOptions.ts';

/** How much work a killed process may lose. */
const checkpointEveryMs = 1000;

/** How far the part is after a whole page. */
interface PageEndState {
  /** The page to ask for next. */
  readonly offset: number;
  readonly limit: number;
  readonly rows: number;
  readonly withMostIds: number;
  readonly duplicates: number;
}

export class CheckpointWriter {
  readonly #options: ExportOptions;
  readonly #part: PartFile;
  #last: ResumableExport | undefined;
  /** The part that the checkpoint on disk is for. */
  #writtenFor: string | undefined;
  #writtenMs = performance.now();
  #isWhole = false;

  constructor(options: ExportOptions, part: PartFile) {
    this.#options = options;
    this.#part = part;
    this.#last = options.resumeFrom;
    this.#writtenFor = options.resumeFrom?.partPath;
  }

  /** Moves the checkpoint of a resumed export to the part's present name, which holds this process's id. */
  async takeOver(): Promise<void> {
    if (this.#writtenFor !== undefined && this.#writtenFor !== this.#part.partPath)
      await this.#tryWrite(false);
  }

  /** All persons are in the part, from which the file is still to be made. */
  complete(state: PageEndState): void {
    this.#advance(state);
    this.#isWhole = true;
  }

  /** Moves the point forward, and writes it down if the last time is long enough ago. */
  async advance(state: PageEndState): Promise<void> {
    this.#advance(state);
    const elapsedMs = performance.now() - this.#writtenMs;
    const { everyMs = checkpointEveryMs } = this.#options.resumable ?? {};
    if (elapsedMs >= everyMs) await this.#tryWrite(false);
  }

  #advance(state: PageEndState): void {
    const { resumable, cohortId, format, fileName, expectedCount, lastCalculation } = this.#options;
    if (resumable === undefined) return;
    this.#last = {
      ...state,
      bytes: this.#part.bytes,
      partPath: this.#part.partPath,
      cohortId,
      format,
      fileName,
      tag: resumable.tag,
      expectedCount,
      lastCalculation,
    };
  }

  /**
   * Keeps the point of an export that failed with `error`. False if there is nothing to keep, or the person canceled.
   * After another error of the disk, an export is kept if the disk is full, all persons are in its part, or it was resumed: then
   * it has the last checkpoint that was written.
   */
  async tryKeep(error: unknown): Promise<boolean> {
    const { signal, resumable, resumeFrom } = this.#options;
    if (resumable === undefined || this.#last === undefined) return false;
    if (signal.aborted && signal.reason !== exportPaused) return false;
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

  /** False if no checkpoint was written. What follows it in the part is cut off when the export is resumed. */
  async #keepWritten(): Promise<boolean> {
    if (this.#writtenFor === undefined) return false;
    if (this.#writtenFor !== this.#part.partPath) await moveCheckpoint(this.#writtenFor, this.#part.partPath);
    return true;
  }
}
