// Signals that the windows of this machine send each other: a file for each, in a folder that all of
// them watch. They say that something changed, never what.
import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { retryInUse } from '#disk/moveFile.ts';
import type { Subscription } from './emitter.ts';

export class WindowSignals implements Subscription {
  readonly #folder: string;
  readonly #onSignal: (name: string) => void;
  readonly #onError: (error: unknown) => void;
  readonly #ended = new AbortController();
  /** What this window's own signals begin with. */
  readonly #own = randomUUID();
  #sent = 0;
  /** The content of each signal when it was last read. */
  readonly #known = new Map<string, string>();

  /** `onSignal` is called with the name of a signal that another window has sent. */
  constructor(folder: string, onSignal: (name: string) => void, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onSignal = onSignal;
    this.#onError = (error) => {
      if (!this.#ended.signal.aborted) onError(error);
    };
  }

  /** Signals that already exist are not news. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#read(() => undefined);
    const { signal } = this.#ended;
    watch(this.#folder, { persistent: false, signal }, () => void this.look()).on('error', this.#onError);
  }

  /** Reads the signals now: some file systems report no changes. Never rejects. */
  look(): Promise<void> {
    return this.#read(this.#onSignal).catch(this.#onError);
  }

  /** `name`: of letters, digits and hyphens. Never rejects. */
  send(name: string): Promise<void> {
    const text = `${this.#own} ${++this.#sent}`;
    const write = async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(this.#folder, name), text, { mode: 0o600 });
    };
    return retryInUse(write).catch(this.#onError);
  }

  dispose(): void {
    this.#ended.abort();
  }

  async #read(onSignal: (name: string) => void): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      const text = await retryInUse(() => readFile(file, 'utf8'));
      const isWritten = text !== ''; // else its window is about to write it
      const isNews = isWritten && text !== this.#known.get(name) && !text.startsWith(this.#own);
      this.#known.set(name, text);
      if (isNews) onSignal(name);
    }
  }
}
