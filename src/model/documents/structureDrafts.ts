// JSON that is being written in a field of the structure is not in a document yet. It is stored here while it is written,
// in case the window is killed: each window of a workspace has a file of its own, which it alone writes.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { removeFile, hasCode } from '#disk/moveFile.ts';
import { createFileMemory, isObject } from '#model/storage/memory.ts';
import { SerialQueue } from '#model/storage/emitter.ts';

/** Characters of all drafts of a window. */
const maxCharacters = 200_000;

/** What is typed into a field of a page and not applied. */
export interface FieldDraft {
  readonly field: string;
  readonly text: string;
  /** What the field said when the person began to type. */
  readonly before: string;
}

interface Drafts {
  readonly document: string;
  readonly drafts: readonly FieldDraft[];
}

/** What another window has stored of a document. */
export interface LeftDrafts extends Drafts {
  readonly file: string;
}

export class StructureDrafts {
  readonly #folder: string;
  readonly #file: string;
  readonly #onStorageError: (error: unknown) => void;
  readonly #keyOf: (document: string) => string;
  /** Drafts of this window, by the page that they are written in, and those of other documents in files that are gone. */
  readonly #own = new Map<object, Drafts>();
  readonly #writes = new SerialQueue();
  /** A write that has not begun: it will include what comes until then. */
  #next: Promise<void> | undefined;

  /** `onStorageError` is called if stored drafts are damaged. `keyOf`: the same for two addresses of one document. */
  constructor(
    folder: string,
    onStorageError: (error: unknown) => void,
    keyOf = (document: string): string => document,
  ) {
    this.#folder = folder;
    this.#file = path.join(folder, `${randomUUID()}.json`);
    this.#onStorageError = onStorageError;
    this.#keyOf = keyOf;
  }

  /** What other windows have stored of a document, until `forget`. Throws if it cannot be read. */
  left(document: string): readonly LeftDrafts[] {
    const key = this.#keyOf(document);
    const files = namesIn(this.#folder).map((name) => path.join(this.#folder, name));
    return files.flatMap((file) => {
      if (file === this.#file) return [];
      const stored = this.#read(file).filter((entry) => this.#keyOf(entry.document) === key);
      return stored.map((entry) => ({ ...entry, file }));
    });
  }

  /** The files of `left` are removed. What they have of other documents is this window's from now on. */
  async forget(left: readonly LeftDrafts[]): Promise<void> {
    for (const file of new Set(left.map((entry) => entry.file))) {
      const keys = left.filter((entry) => entry.file === file).map(({ document }) => this.#keyOf(document));
      for (const entry of this.#read(file))
        if (!keys.includes(this.#keyOf(entry.document))) this.#own.set(entry, entry);
      await this.#write();
      await removeFile(file);
    }
  }

  /** @param page that the drafts are written in; an empty list removes them */
  async keep(page: object, document: string, drafts: readonly FieldDraft[]): Promise<void> {
    if (drafts.length > 0) this.#own.set(page, { document, drafts });
    else if (!this.#own.delete(page)) return;
    await this.#write();
  }

  #read(file: string): readonly Drafts[] {
    return parseDrafts(createFileMemory(file, this.#onStorageError).read());
  }

  #write(): Promise<void> {
    return (this.#next ??= this.#writes.run(async () => {
      this.#next = undefined;
      if (this.#own.size === 0) return removeFile(this.#file);
      const memory = createFileMemory(this.#file, this.#onStorageError);
      await memory.write(fitting([...this.#own.values()].toReversed()));
    }));
  }
}

/** Newest first, so that abandoned drafts do not take the place of current ones. */
function fitting(all: readonly Drafts[]): readonly Drafts[] {
  let room = maxCharacters;
  return all.filter(({ document, drafts }) => {
    const length = drafts.reduce((sum, one) => sum + one.text.length + one.before.length, document.length);
    if (length > room) return false;
    room -= length;
    return true;
  });
}

/** Of the folder's stored drafts; none if there is no folder yet. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function parseDrafts(value: unknown): readonly Drafts[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { document, drafts } = entry;
    if (typeof document !== 'string' || !Array.isArray(drafts)) return [];
    return [{ document, drafts: drafts.filter(isFieldDraft) }];
  });
}

function isFieldDraft(value: unknown): value is FieldDraft {
  if (!isObject(value)) return false;
  return [value.field, value.text, value.before].every((one) => typeof one === 'string');
}
