// What the texts in editors were made from: the base of a merge. It outlives the session, as the editor's backups of
// unsaved texts do.
import { isRunning } from '#disk/runningProcess.ts';
import { RecentMap } from '#model/storage/recentMap.ts';
import { readInUse, hashText, isObject, type Memory } from '#model/storage/memory.ts';
import type { TextFiles } from '#model/storage/textFiles.ts';

/** The texts of the service from which an editor's text was made; undefined if they are no longer stored. */
export interface BaseOrigin {
  /** The base of a merge. */
  readonly base: string | undefined;
  /** The service's text that a save may overwrite. */
  readonly overwritable: string | undefined;
  /** Hash of that text. */
  readonly hash: string;
  /** The text of a save without a response: it may have arrived. */
  readonly sent: string | undefined;
}

/** The processes of windows: this one's, and which others are running. */
export interface WindowProcesses {
  readonly own: number;
  readonly isOpen: (pid: number) => boolean;
}

const maxRows = 300;

export class MergeBases {
  readonly #memory: Memory;
  readonly #stored: TextFiles;
  readonly #onStorageError: (error: unknown) => void;
  readonly #windows: WindowProcesses;
  /** Bases of this window's texts. */
  readonly #rows = new RecentMap<string, BaseRow>(maxRows);
  /** What was stored when this window opened; undefined until that could be read. */
  #found: readonly StoredRow[] | undefined;
  /** Texts of this session, by their hash. */
  readonly #texts = new Map<string, string>();

  /** `onStorageError` is called where something could not be read, or stored: then it lasts for this session only. */
  constructor(
    memory: Memory,
    stored: TextFiles,
    onStorageError: (error: unknown) => void,
    windows: WindowProcesses = { own: process.pid, isOpen: isRunning },
  ) {
    this.#memory = memory;
    this.#stored = stored;
    this.#onStorageError = onStorageError;
    this.#windows = windows;
    this.#found = this.#readStored();
  }

  /**
   * A text that a backup restored belonged to a window that is closed. Where several closed windows had the document, the
   * oldest base counts: one question too many is better than an overwritten change.
   */
  get(at: string): BaseRow | undefined {
    const own = this.#rows.get(at);
    if (own) return own;
    const found = this.#storedRows.filter((one) => one.at === at);
    const closed = found.filter((one) => this.#isFromClosedWindow(one));
    const [oldest] = (closed.length > 0 ? closed : found).toSorted((a, b) => a.row.mtime - b.row.mtime);
    return oldest?.row;
  }

  /** The latest version of a document that any editor had. */
  latestOf(document: string): BaseRow | undefined {
    const known = [...this.#storedRows.map(({ row }) => row), ...this.#rows.values()];
    const rows = known.filter(({ of }) => of === document);
    return rows.toSorted((a, b) => b.mtime - a.mtime)[0];
  }

  async set(at: string, row: BaseRow, text: string): Promise<void> {
    const known = this.#rows.get(at);
    if (known && isSameRow(known, row) && this.#texts.has(row.hash)) return;
    await this.#keep(text);
    await this.#write(at, row);
  }

  /** The text is again one that was made from what `row` says. */
  async restore(at: string, row: BaseRow): Promise<void> {
    await this.#write(at, row);
  }

  /** `text`: the service's, which a person allowed to be overwritten. */
  async allowOverwrite(at: string, text: string): Promise<void> {
    const row = this.#withoutSent(at);
    if (row) await this.#write(at, { ...row, overwritable: await this.#keep(text) });
  }

  /** `text`: the service's, which was merged into the edit. */
  async merge(at: string, text: string): Promise<void> {
    const row = this.#withoutSent(at);
    const hash = await this.#keep(text);
    if (row) await this.#write(at, { ...row, overwritable: hash, merged: hash });
  }

  /** `text` is sent in place of `before`: without a response the service may have either. */
  async markSent(at: string, text: string, before: string): Promise<void> {
    const row = this.get(at);
    if (!row) return;
    const overwritable = await this.#keep(before);
    await this.#write(at, { ...row, overwritable, sent: await this.#keep(text) });
  }

  /** Undefined if nothing is known of the text. */
  async origin(at: string): Promise<BaseOrigin | undefined> {
    const row = this.get(at);
    if (!row) return undefined;
    const hash = row.overwritable ?? row.hash;
    return {
      base: await this.#read(row.merged ?? row.hash),
      overwritable: await this.#read(hash),
      hash,
      sent: row.sent === undefined ? undefined : await this.#read(row.sent),
    };
  }

  /** The service's text of a row. */
  textOf({ hash }: BaseRow): Promise<string | undefined> {
    return this.#read(hash);
  }

  /**
   * The row without the save that has no response: a person has seen what the service had instead. If the
   * service has that text again later, somebody else saved it.
   */
  #withoutSent(at: string): BaseRow | undefined {
    const row = this.get(at);
    if (!row) return undefined;
    const { sent: _, ...rest } = row;
    return rest;
  }

  get #storedRows(): readonly StoredRow[] {
    return (this.#found ??= this.#readStored()) ?? [];
  }

  /** Undefined if it cannot be read, perhaps for a moment. */
  #readStored(): readonly StoredRow[] | undefined {
    try {
      return parseRows(this.#memory.read());
    } catch (error) {
      this.#onStorageError(error);
      return undefined;
    }
  }

  async #keep(text: string): Promise<string> {
    const name = hashText(text);
    this.#texts.set(name, text);
    // Without the file a merge after a restart has no base, and the person compares the two texts.
    await this.#stored.keep(text).catch(this.#onStorageError);
    return name;
  }

  async #read(name: string): Promise<string | undefined> {
    return (
      this.#texts.get(name) ??
      this.#stored.read(name).catch((error: unknown) => {
        this.#onStorageError(error);
        return undefined;
      })
    );
  }

  async #write(at: string, row: BaseRow): Promise<void> {
    this.#rows.delete(at); // to the end of the order, so that the oldest are forgotten first
    this.#rows.set(at, row);
    this.#dropTexts();
    const { own } = this.#windows;
    let stored: readonly StoredRow[];
    try {
      stored = parseRows(await readInUse(this.#memory));
    } catch (error) {
      this.#onStorageError(error);
      return; // a write would replace what other windows have stored
    }
    const others = stored.filter((one) =>
      one.pid === own ? !this.#rows.has(one.at) : one.at !== at || !this.#isFromClosedWindow(one),
    );
    const mine = [...this.#rows].map(([key, value]) => ({ at: key, pid: own, row: value }));
    const rows = [...others, ...mine].slice(-maxRows);
    // On a full disk it lasts as long as the session, and a save after that asks one question too many.
    await this.#memory.write(rows).catch(this.#onStorageError);
  }

  /** Whether the window that wrote it is closed. */
  #isFromClosedWindow({ pid }: StoredRow): boolean {
    return pid === this.#windows.own || !this.#windows.isOpen(pid);
  }

  #dropTexts(): void {
    const used = new Set(
      [...this.#rows.values()].flatMap((row) => [row.hash, row.overwritable, row.merged, row.sent]),
    );
    for (const name of this.#texts.keys()) if (!used.has(name)) this.#texts.delete(name);
  }
}

// The rows that say what texts in editors were made from, as they are stored.
export interface BaseRow {
  /** The document, by its own name. */
  readonly of: string;
  /** Hash of the service's text that the editor read or wrote last; `mtime` and `size` are that text's. */
  readonly hash: string;
  readonly mtime: number;
  readonly size: number;
  /** Hash of the service's text that may be overwritten instead: a person allowed it, or a save without a response met it. */
  readonly overwritable?: string;
  /** Hash of the service's text that was merged into the edit since: the base of the next merge. */
  readonly merged?: string;
  /** Hash of the text of a save without a response. */
  readonly sent?: string;
}

/** A row in storage. Windows may share a storage, and each has texts of its own. */
interface StoredRow {
  readonly at: string;
  /** The process of the window that wrote it. */
  readonly pid: number;
  readonly row: BaseRow;
}

function isSameRow(a: BaseRow, b: BaseRow): boolean {
  return (['of', 'hash', 'mtime', 'size', 'overwritable', 'merged', 'sent'] as const).every(
    (key) => a[key] === b[key],
  );
}

/** What of a stored value are rows. */
function parseRows(value: unknown): readonly StoredRow[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry.row)) return [];
    const { at, pid } = entry;
    const { of, hash, mtime, size, overwritable, merged, sent } = entry.row;
    if (typeof at !== 'string' || typeof pid !== 'number') return [];
    if (typeof of !== 'string' || typeof hash !== 'string') return [];
    if (typeof mtime !== 'number' || typeof size !== 'number') return [];
    return [{ at, pid, row: { of, hash, mtime, size, ...textNames({ overwritable, merged, sent }) } }];
  });
}

/** The members of `names` that are set; the row leaves out the others. */
function textNames(
  names: Readonly<Record<string, unknown>>,
): Pick<BaseRow, 'overwritable' | 'merged' | 'sent'> {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => typeof name === 'string'));
}
