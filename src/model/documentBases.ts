// What the texts in editors were made from. It outlives the session, as the editor's backups of unsaved texts do.
import { type KeptTexts, nameOfText } from './keptTexts.ts';
import type { Memory } from './memory.ts';
import { isObject } from './unknown.ts';

export interface BaseRow {
  /** The document, by its own name. */
  readonly of: string;
  /** Hash of the service's text that the editor read or wrote last; `mtime` and `size` are that text's. */
  readonly hash: string;
  readonly mtime: number;
  readonly size: number;
  /** Hash of the text that may be overwritten besides, because a person saw it and said so. */
  readonly approved?: string;
  /** Hash of the text that the edit took in since: what a merge begins with. */
  readonly merged?: string;
  /** Name of the text of a save whose answer got lost. */
  readonly sent?: string;
}

const maxRemembered = 300;

export class Bases {
  readonly #memory: Memory;
  readonly #kept: KeptTexts;
  readonly #onNotKept: (error: unknown) => void;
  readonly #rows: Map<string, BaseRow>;
  /** Texts of this session, by their hash. */
  readonly #texts = new Map<string, string>();

  /** `onNotKept` hears why something is known for this session alone. */
  constructor(memory: Memory, kept: KeptTexts, onNotKept: (error: unknown) => void) {
    this.#memory = memory;
    this.#kept = kept;
    this.#onNotKept = onNotKept;
    this.#rows = new Map(parseRows(memory.read()));
  }

  get(at: string): BaseRow | undefined {
    return this.#rows.get(at);
  }

  /** The latest version that any editor saw of a document. */
  latestOf(document: string): BaseRow | undefined {
    const rows = [...this.#rows.values()].filter(({ of }) => of === document);
    return rows.toSorted((a, b) => b.mtime - a.mtime)[0];
  }

  async set(at: string, row: BaseRow, text: string): Promise<void> {
    const known = this.#rows.get(at);
    if (known && isSameRow(known, row) && this.#texts.has(row.hash)) return;
    await this.#keep(text);
    await this.#write(at, row);
  }

  async approve(at: string, text: string): Promise<void> {
    const row = this.#rows.get(at);
    if (row) await this.#write(at, { ...row, approved: await this.#keep(text) });
  }

  async merged(at: string, text: string): Promise<void> {
    const row = this.#rows.get(at);
    const hash = await this.#keep(text);
    if (row) await this.#write(at, { ...row, approved: hash, merged: hash });
  }

  async sent(at: string, text: string): Promise<void> {
    const row = this.#rows.get(at);
    if (row) await this.#write(at, { ...row, sent: await this.#keep(text) });
  }

  /** The text that the edit was made from; undefined where it is not known any more. */
  async text(at: string): Promise<string | undefined> {
    const row = this.#rows.get(at);
    return row && this.#read(row.merged ?? row.hash);
  }

  /** The service's text of a row. */
  textOf({ hash }: BaseRow): Promise<string | undefined> {
    return this.#read(hash);
  }

  async sentText(row: BaseRow): Promise<string | undefined> {
    return row.sent === undefined ? undefined : this.#read(row.sent);
  }

  async #keep(text: string): Promise<string> {
    const name = nameOfText(text);
    this.#texts.set(name, text);
    // Without the file a merge after a restart has no base, and the person decides by looking.
    await this.#kept.keep(text).catch(this.#onNotKept);
    return name;
  }

  async #read(name: string): Promise<string | undefined> {
    return this.#texts.get(name) ?? this.#kept.read(name);
  }

  async #write(at: string, row: BaseRow): Promise<void> {
    this.#rows.delete(at); // to the end of the order, so that the oldest are forgotten first
    this.#rows.set(at, row);
    this.#forgetTexts();
    // Windows without a folder share their memory; the other's documents stay in it.
    const others = parseRows(this.#memory.read()).filter(([other]) => !this.#rows.has(other));
    const rows = [...others, ...this.#rows].slice(-maxRemembered);
    // On a full disk it is known as long as the session lasts, and a save after that asks once too often.
    await this.#memory.write(rows).catch(this.#onNotKept);
  }

  #forgetTexts(): void {
    const used = new Set([...this.#rows.values()].flatMap((row) => [row.hash, row.merged, row.sent]));
    for (const name of this.#texts.keys()) if (!used.has(name)) this.#texts.delete(name);
  }
}

/** What the service may have, for a text to be written onto it. */
export function hashOf({ approved, hash }: BaseRow): string {
  return approved ?? hash;
}

function isSameRow(a: BaseRow, b: BaseRow): boolean {
  return (['of', 'hash', 'mtime', 'size', 'approved', 'merged', 'sent'] as const).every(
    (key) => a[key] === b[key],
  );
}

function parseRows(value: unknown): readonly (readonly [string, BaseRow])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const [at, row] = Array.isArray(entry) ? (entry as readonly unknown[]) : []; // a list can be read so
    if (typeof at !== 'string' || !isObject(row)) return [];
    const { of, hash, mtime, size, approved, merged, sent } = row;
    if (typeof of !== 'string' || typeof hash !== 'string') return [];
    if (typeof mtime !== 'number' || typeof size !== 'number') return [];
    const more = {
      ...(typeof approved === 'string' && { approved }),
      ...(typeof merged === 'string' && { merged }),
      ...(typeof sent === 'string' && { sent }),
    };
    return [[at, { of, hash, mtime, size, ...more }] as const];
  });
}
