// Short notes that the windows of this machine leave for each other: a file for each, in a folder that all of
// them watch. They say that something changed, never what.
import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Subscription } from './emitter.ts';
import { hasCode } from './systemError.ts';

/** The suffix of notes that are being written. */
const partSuffix = '.part';

export class WindowNotes implements Subscription {
  readonly #folder: string;
  readonly #onNote: (name: string) => void;
  readonly #onError: (error: unknown) => void;
  /** The content of each note when it was last written or read. */
  readonly #known = new Map<string, string>();
  #watcher: FSWatcher | undefined;
  #isDisposed = false;
  #last: Promise<void> = Promise.resolve();

  /** `onNote` is called where another window has left a note, with its name. */
  constructor(folder: string, onNote: (name: string) => void, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onNote = onNote;
    this.#onError = onError;
  }

  /** Notes that already exist are not news. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#read(() => undefined);
    this.#watcher = watch(this.#folder, { persistent: false }, () => void this.look());
    this.#watcher.on('error', this.#onError);
  }

  /** Reads the notes now: some file systems report no changes. Never rejects. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#read(this.#onNote));
  }

  /** `name`: of letters, digits and hyphens. Never rejects. */
  leave(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const text = randomUUID();
      const part = path.join(this.#folder, `${text}${partSuffix}`);
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(part, text, { mode: 0o600 });
      await rename(part, path.join(this.#folder, name));
      this.#known.set(name, text);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watcher?.close();
  }

  /** Written one after the other, so that this window's own notes are not news to it. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    const unlessEnded = async () => (this.#isDisposed ? undefined : task());
    this.#last = this.#last.then(unlessEnded).catch((error: unknown) => {
      if (!this.#isDisposed) this.#onError(error);
    });
    return this.#last;
  }

  async #read(onNote: (name: string) => void): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(partSuffix)) continue;
      const text = await readFile(path.join(this.#folder, name), 'utf8').catch(orGone);
      if (text === undefined || text === this.#known.get(name)) continue;
      this.#known.set(name, text);
      onNote(name);
    }
  }
}

function orGone(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}
