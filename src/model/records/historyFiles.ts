// The files of a history on this machine, one for each record, which all windows change: readable by the owner only, kept
// for some days after their last change.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createFileLock, type WithLock } from '#model/storage/fileLock.ts';
import { createFileMemory, hashText, type OnDamaged, readInUse } from '#model/storage/memory.ts';
import { removeOldFiles } from '#model/storage/textFiles.ts';
import { formatRecordRef, type RecordRef } from './recordRef.ts';

export interface HistoryOptions {
  readonly folder: string;
  /** Under which names a record may be stored, the first one for new entries. */
  readonly namesOf?: (ref: RecordRef) => readonly [RecordRef, ...RecordRef[]];
  /** Where a connection leads: the history of another address is another service's. */
  readonly addressOf?: (connectionId: string) => string | undefined;
  /** Nothing is kept for 0 days. */
  readonly keepDays: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called if something could not be removed or read, or the lock against other windows could not be taken. */
  readonly onStorageError: (error: unknown) => void;
  /** A damaged file is kept aside then, and the history of its record begins anew. */
  readonly onDamaged: OnDamaged;
}

const dayMs = 24 * 60 * 60 * 1000;

export class HistoryFiles {
  readonly #options: HistoryOptions;
  readonly #withLock: WithLock;
  /** Old files are removed. */
  readonly #cleaned: Promise<void>;

  /** Removes what is older than the setting allows, in the background. */
  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#withLock = createFileLock(path.join(options.folder, 'locks'), options.onStorageError);
    this.#cleaned = this.#removeOld();
  }

  get keepMs(): number {
    return this.#options.keepDays() * dayMs;
  }

  /** What is from before is not shown any more; milliseconds since 1970. */
  get oldest(): number {
    return this.#options.now() - this.keepMs;
  }

  of(ref: RecordRef): readonly [string, ...string[]] {
    const { folder, namesOf = (one) => [one], addressOf } = this.#options;
    const [first, ...others] = namesOf(ref);
    const address = addressOf?.(ref.connectionId);
    const fileOf = (name: RecordRef, at = '') =>
      path.join(folder, `${hashText(formatRecordRef(name) + at)}.json`);
    const older = others.map((name) => fileOf(name));
    if (address === undefined) return [fileOf(first), ...older];
    return [fileOf(first, ` ${address}`), fileOf(first), ...older]; // the second is from before addresses were kept
  }

  /** Undefined if there is no such file. Throws if the disk cannot be read. */
  read(file: string): unknown {
    return createFileMemory(file, this.#options.onDamaged).read();
  }

  /** `edit` returns undefined if the file stays as it is. Throws if the disk cannot be read or written. */
  async edit(file: string, edit: (stored: unknown) => readonly unknown[] | undefined): Promise<void> {
    await this.#cleaned;
    await this.#withLock(file, async () => {
      const memory = createFileMemory(file, this.#options.onDamaged);
      const edited = edit(await readInUse(memory));
      if (edited) await memory.write(edited);
    });
  }

  async #removeOld(): Promise<void> {
    const { folder, onStorageError } = this.#options;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeOldFiles(folder, this.oldest);
    } catch (error) {
      onStorageError(error);
    }
  }
}
