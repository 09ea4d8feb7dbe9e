// What the texts in editors were made from. It outlives the session, as the editor's backups of unsaved texts do.
import { type TextStore, nameOfText } from '#model/storage/textStore.ts';
import type { Memory } from '#model/storage/memory.ts';
import { isRunning } from '#model/storage/runningProcess.ts';
import { isObject } from '#model/storage/isObject.ts';

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

/** A row as it is kept. Windows may share what they remember, and each has texts of its own. */
interface KeptRow {
  readonly at: string;
  /** The process of the window that wrote it. */
  readonly pid: number;
  readonly row: BaseRow;
}

/** The processes of windows: this one's, and which others are at work. */
export interface Windows {
  readonly own: number;
  readonly isOpen: (pid: number) => boolean;
}

const maxRemembered = 300;

export class MergeBases {
  readonly #memory: Memory;
  readonly #kept: TextStore;
  readonly #onNotKept: (error: unknown) => void;
  readonly #windows: Windows;
  /** Of this window's texts. */
  readonly #rows = new Map<string, BaseRow>();
  /** What was remembered when this window opened. */
  readonly #found: readonly KeptRow[];
  /** Texts of this session, by their hash. */
  readonly #texts = new Map<string, string>();

  /** `onNotKept` hears why something is known for this session alone. */
  constructor(
    memory: Memory,
    kept: TextStore,
    onNotKept: (error: unknown) => void,
    windows: Windows = { own: process.pid, isOpen: isRunning },
  ) {
    this.#memory = memory;
    this.#kept = kept;
    this.#onNotKept = onNotKept;
    this.#windows = windows;
    this.#found = parseRows(memory.read());
  }

  /**
   * A text that a backup brought back was a closed window's. Where several of those had the document, it counts as made
   * from the oldest: to be asked once too often is better than to overwrite.
   */
  get(at: string): BaseRow | undefined {
    const own = this.#rows.get(at);
    if (own) return own;
    const found = this.#found.filter((one) => one.at === at);
    const left = found.filter((one) => this.#isLeft(one));
    const [oldest] = (left.length > 0 ? left : found).toSorted((a, b) => a.row.mtime - b.row.mtime);
    return oldest?.row;
  }

  /** The latest version that any editor saw of a document. */
  latestOf(document: string): BaseRow | undefined {
    const known = [...this.#found.map(({ row }) => row), ...this.#rows.values()];
    const rows = known.filter(({ of }) => of === document);
    return rows.toSorted((a, b) => b.mtime - a.mtime)[0];
  }

  async set(at: string, row: BaseRow, text: string): Promise<void> {
    const known = this.#rows.get(at);
    if (known && isSameRow(known, row) && this.#texts.has(row.hash)) return;
    await this.#keep(text);
    await this.#write(at, row);
  }

  async approve(at: string, text: string): Promise<void> {
    const row = this.#beforeAnswer(at);
    if (row) await this.#write(at, { ...row, approved: await this.#keep(text) });
  }

  async merged(at: string, text: string): Promise<void> {
    const row = this.#beforeAnswer(at);
    const hash = await this.#keep(text);
    if (row) await this.#write(at, { ...row, approved: hash, merged: hash });
  }

  async sent(at: string, text: string): Promise<void> {
    const row = this.get(at);
    if (row) await this.#write(at, { ...row, sent: await this.#keep(text) });
  }

  /** The text that the edit was made from; undefined where it is not known any more. */
  async text(at: string): Promise<string | undefined> {
    const row = this.get(at);
    return row && this.#read(row.merged ?? row.hash);
  }

  /** The service's text of a row. */
  textOf({ hash }: BaseRow): Promise<string | undefined> {
    return this.#read(hash);
  }

  async sentText(row: BaseRow): Promise<string | undefined> {
    return row.sent === undefined ? undefined : this.#read(row.sent);
  }

  /**
   * A person has seen what became of a save whose answer got lost. Where the service has that text again after this, somebody
   * has put it there.
   */
  #beforeAnswer(at: string): BaseRow | undefined {
    const row = this.get(at);
    if (!row) return undefined;
    const { sent: _, ...seen } = row;
    return seen;
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
    const { own } = this.#windows;
    const others = parseRows(this.#memory.read()).filter((one) =>
      one.pid === own ? !this.#rows.has(one.at) : one.at !== at || !this.#isLeft(one),
    );
    const mine = [...this.#rows].map(([key, value]) => ({ at: key, pid: own, row: value }));
    const rows = [...others, ...mine].slice(-maxRemembered);
    // On a full disk it is known as long as the session lasts, and a save after that asks once too often.
    await this.#memory.write(rows).catch(this.#onNotKept);
  }

  /** Whether the window that wrote it is closed. */
  #isLeft({ pid }: KeptRow): boolean {
    return pid === this.#windows.own || !this.#windows.isOpen(pid);
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

function parseRows(value: unknown): readonly KeptRow[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry.row)) return [];
    const { at, pid } = entry;
    const { of, hash, mtime, size, approved, merged, sent } = entry.row;
    if (typeof at !== 'string' || typeof pid !== 'number') return [];
    if (typeof of !== 'string' || typeof hash !== 'string') return [];
    if (typeof mtime !== 'number' || typeof size !== 'number') return [];
    const more = {
      ...(typeof approved === 'string' && { approved }),
      ...(typeof merged === 'string' && { merged }),
      ...(typeof sent === 'string' && { sent }),
    };
    return [{ at, pid, row: { of, hash, mtime, size, ...more } }];
  });
}
