// Signals that the windows of this machine send each other: a file for each, in a folder that all of
// them watch. They say that something changed, never what.
import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renameFile, retryInUse, hasCode } from '#disk/moveFile.ts';
import type { Subscription } from './emitter.ts';

/** The suffix of signals that are being written. */
const partSuffix = '.part';

export class WindowSignals implements Subscription {
  readonly #folder: string;
  readonly #onSignal: (name: string) => void;
  readonly #onError: (error: unknown) => void;
  /** The content of each signal when it was last written or read. */
  readonly #known = new Map<string, string>();
  #watcher: FSWatcher | undefined;
  #isDisposed = false;
  #last: Promise<void> = Promise.resolve();

  /** `onSignal` is called where another window has sent a signal, with its name. */
  constructor(folder: string, onSignal: (name: string) => void, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onSignal = onSignal;
    this.#onError = onError;
  }

  /** Signals that already exist are not news. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#read(() => undefined);
    if (this.#isDisposed) return;
    this.#watcher = watch(this.#folder, { persistent: false }, () => void this.look());
    this.#watcher.on('error', this.#onError);
  }

  /** Reads the signals now: some file systems report no changes. Never rejects. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#read(this.#onSignal));
  }

  /** `name`: of letters, digits and hyphens. Never rejects. */
  send(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const text = randomUUID();
      const part = path.join(this.#folder, `${text}${partSuffix}`);
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(part, text, { mode: 0o600 });
      await renameFile(part, path.join(this.#folder, name));
      this.#known.set(name, text);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watcher?.close();
  }

  /** Written one after the other, so that this window's own signals are not news to it. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    const unlessEnded = async () => (this.#isDisposed ? undefined : task());
    this.#last = this.#last.then(unlessEnded).catch((error: unknown) => {
      if (!this.#isDisposed) this.#onError(error);
    });
    return this.#last;
  }

  async #read(onSignal: (name: string) => void): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(partSuffix)) continue;
      const file = path.join(this.#folder, name);
      const text = await retryInUse(() => readFile(file, 'utf8')).catch(orGone);
      if (text === undefined || text === this.#known.get(name)) continue;
      this.#known.set(name, text);
      onSignal(name);
    }
  }
}

function orGone(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}
