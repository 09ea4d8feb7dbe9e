// The rows that say what texts in editors were made from, as they are stored.
import { isObject } from '#model/storage/isObject.ts';

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
export interface StoredRow {
  readonly at: string;
  /** The process of the window that wrote it. */
  readonly pid: number;
  readonly row: BaseRow;
}

export function isSameRow(a: BaseRow, b: BaseRow): boolean {
  return (['of', 'hash', 'mtime', 'size', 'overwritable', 'merged', 'sent'] as const).every(
    (key) => a[key] === b[key],
  );
}

/** What of a stored value are rows. */
export function parseRows(value: unknown): readonly StoredRow[] {
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

/** Names of the existing texts; a row has no member for the others. */
function textNames(
  names: Readonly<Record<string, unknown>>,
): Pick<BaseRow, 'overwritable' | 'merged' | 'sent'> {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => typeof name === 'string'));
}
