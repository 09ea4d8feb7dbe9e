// JSON that waits in fields of a structure is in no document. It is kept here as it is written, for the case that the
// window goes away and nobody has closed its tabs.
import type { Memory } from './memory.ts';
import { isObject } from './unknown.ts';

/** Letters of all that is kept of one window: the editor's storage is for small things. */
const maxKept = 200_000;

type Drafts = readonly string[];

export class KeptDrafts {
  readonly #memory: Memory;
  /** What earlier windows have left, by document. */
  readonly #left: Map<string, Drafts>;
  /** What is waiting in this window, by the page that it was written in. */
  readonly #waiting = new Map<object, { readonly document: string; readonly drafts: Drafts }>();

  constructor(memory: Memory) {
    this.#memory = memory;
    const value = memory.read();
    this.#left = new Map(isObject(value) ? Object.entries(value).filter(isEntry) : []);
  }

  /** What an earlier window has left of a document, until `forget`. */
  left(document: string): Drafts {
    return this.#left.get(document) ?? [];
  }

  async forget(document: string): Promise<void> {
    if (this.#left.delete(document)) await this.#write();
  }

  /** @param page that they were written in; has nothing waiting any more where there are none */
  async keep(page: object, document: string, drafts: Drafts): Promise<void> {
    if (drafts.length > 0) this.#waiting.set(page, { document, drafts });
    else if (!this.#waiting.delete(page)) return;
    await this.#write();
  }

  async #write(): Promise<void> {
    // What is being written goes first: what nobody came back to must not take its room.
    const kept = new Map<string, Drafts>();
    for (const { document, drafts } of this.#waiting.values())
      kept.set(document, [...(kept.get(document) ?? this.left(document)), ...drafts]);
    for (const [document, drafts] of this.#left) if (!kept.has(document)) kept.set(document, drafts);
    let room = maxKept;
    const fits = [...kept].filter(([, drafts]) => {
      const length = drafts.join('').length;
      if (length > room) return false;
      room -= length;
      return true;
    });
    await this.#memory.write(fits.length > 0 ? Object.fromEntries(fits) : undefined);
  }
}

function isEntry(entry: [string, unknown]): entry is [string, Drafts] {
  return Array.isArray(entry[1]) && entry[1].every((draft) => typeof draft === 'string');
}
