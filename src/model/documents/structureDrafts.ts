// JSON that is being written in a field of the structure is not in a document yet. It is stored here while it is written,
// in case the window is killed: each page has a file of its own.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { removeFile, hasCode } from '#disk/moveFile.ts';
import { createFileMemory, isObject, type Memory } from '#model/storage/memory.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';

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

/** What a file has of a document. */
interface StoredDrafts extends Drafts {
  readonly file: string;
}

export class StructureDrafts {
  readonly #folder: string;
  readonly #onStorageError: (error: unknown) => void;
  readonly #keyOf: (document: string) => string;
  /** The files of this window's pages that have drafts. */
  readonly #files = new Map<object, string>();
  readonly #writes = new SerialQueue();

  /** `onStorageError` is called if stored drafts are damaged. `keyOf`: the same for two addresses of one document. */
  constructor(
    folder: string,
    onStorageError: (error: unknown) => void,
    keyOf = (document: string): string => document,
  ) {
    this.#folder = folder;
    this.#onStorageError = onStorageError;
    this.#keyOf = keyOf;
  }

  /** What other windows have stored of a document, until `forget`. Throws if it cannot be read. */
  left(document: string): readonly StoredDrafts[] {
    const own = new Set(this.#files.values());
    const files = namesIn(this.#folder).map((name) => path.join(this.#folder, name));
    return files.flatMap((file) => {
      const stored = own.has(file) ? undefined : parseDrafts(this.#memory(file).read());
      return stored && this.#keyOf(stored.document) === this.#keyOf(document) ? [{ ...stored, file }] : [];
    });
  }

  async forget(left: readonly StoredDrafts[]): Promise<void> {
    for (const { file } of left) await this.#writes.run(() => removeFile(file), file);
  }

  /** @param page that the drafts are written in; an empty list removes them */
  keep(page: object, document: string, drafts: readonly FieldDraft[]): Promise<void> {
    const file = this.#files.get(page) ?? path.join(this.#folder, `${randomUUID()}.json`);
    const isKept = drafts.length > 0;
    if (isKept) this.#files.set(page, file);
    else this.#files.delete(page);
    const write = () => (isKept ? this.#memory(file).write({ document, drafts }) : removeFile(file));
    return this.#writes.run(write, file);
  }

  #memory(file: string): Memory {
    return createFileMemory(file, this.#onStorageError);
  }
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

function parseDrafts(value: unknown): Drafts | undefined {
  if (!isObject(value)) return undefined;
  const { document, drafts } = value;
  if (typeof document !== 'string' || !Array.isArray(drafts)) return undefined;
  return { document, drafts: drafts.filter(isFieldDraft) };
}

function isFieldDraft(value: unknown): value is FieldDraft {
  if (!isObject(value)) return false;
  return [value.field, value.text, value.before].every((one) => typeof one === 'string');
}
