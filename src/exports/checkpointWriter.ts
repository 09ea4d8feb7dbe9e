// Where an export of all persons could be resumed: after its last whole page.
import { removeCheckpoint, writeCheckpoint } from '#exports/files/checkpointFile.ts';
import type { CsvSegment, ResumableExport } from '#exports/files/checkpointFile.ts';
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
  readonly segments: readonly CsvSegment[] | undefined;
}

export class CheckpointWriter {
  readonly #options: ExportOptions;
  readonly #part: PartFile;
  #last: ResumableExport | undefined;
  #writtenMs = performance.now();

  constructor(options: ExportOptions, part: PartFile) {
    this.#options = options;
    this.#part = part;
    this.#last = options.resumeFrom;
  }

  /** Moves the checkpoint of a resumed export to the part's present name, which holds this process's id. */
  async takeOver(): Promise<void> {
    const { resumeFrom } = this.#options;
    if (resumeFrom === undefined || resumeFrom.partPath === this.#part.partPath) return;
    await this.#write(false);
    await removeCheckpoint(resumeFrom.partPath);
  }

  /** Moves the point forward, and writes it down if the last time is long enough ago. */
  async advance(state: PageEndState): Promise<void> {
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
    const elapsedMs = performance.now() - this.#writtenMs;
    if (elapsedMs >= (resumable.everyMs ?? checkpointEveryMs)) await this.#write(false);
  }

  /** Keeps the point of an export that failed with `error`. False where there is nothing to keep, or the person cancelled. */
  async tryKeep(error: unknown): Promise<boolean> {
    const { signal, resumable } = this.#options;
    if (resumable === undefined || this.#last === undefined) return false;
    if (signal.aborted && signal.reason !== exportPaused) return false;
    if (error instanceof ExportError) return false;
    try {
      await this.#write(true);
      return true;
    } catch {
      return false; // the error that ended the export is the one to report
    }
  }

  async remove(): Promise<void> {
    await removeCheckpoint(this.#part.partPath);
  }

  async #write(isReleased: boolean): Promise<void> {
    if (this.#last === undefined) return;
    await this.#part.flush();
    const { partPath, ...checkpoint } = { ...this.#last, partPath: this.#part.partPath };
    await writeCheckpoint(partPath, { ...checkpoint, isReleased });
    this.#writtenMs = performance.now();
  }
}
