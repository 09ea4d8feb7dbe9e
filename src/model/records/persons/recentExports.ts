// The last exports, so that people can find a file again.
import { access } from 'node:fs/promises';
import { isObject, type Memory } from '#model/storage/memory.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';

export interface RecentExport {
  /** The cohort's name at the time. */
  readonly name: string;
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly isComplete: boolean;
  /** How many persons the cohort had; undefined if that was not known. */
  readonly expectedRows?: number | undefined;
  /** False if the response held none, and is kept as it came. */
  readonly holdsPersons: boolean;
  /** Milliseconds since 1970. */
  readonly exportedAt: number;
  /** The text of formatRecordRef. */
  readonly cohort: string;
}

const maxEntries = 50;

export class RecentExports {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Newest first. */
  get all(): readonly RecentExport[] {
    const value = this.#memory.read();
    return Array.isArray(value) ? value.filter(isRecentExport) : [];
  }

  /** Newest first. */
  of(cohort: RecordRef): readonly RecentExport[] {
    const text = formatRecordRef(cohort);
    return this.all.filter((entry) => entry.cohort === text);
  }

  /** Those whose files still exist, newest first. */
  async existing(cohort: RecordRef): Promise<readonly RecentExport[]> {
    const found = await Promise.all(
      this.of(cohort).map(async (entry) => ((await exportExists(entry.path)) ? [entry] : [])),
    );
    return found.flat();
  }

  /** Those of `existing` that hold persons. */
  async comparable(cohort: RecordRef): Promise<readonly RecentExport[]> {
    return (await this.existing(cohort)).filter((entry) => entry.holdsPersons);
  }

  async add(entry: RecentExport): Promise<void> {
    await this.#memory.write([entry, ...this.all].slice(0, maxEntries));
  }

  async clear(): Promise<void> {
    await this.#memory.write([]);
  }
}

/** How many persons the cohort had where the export has fewer; undefined if it has all of them, or that is not known. */
export function incompleteOf({ isComplete, rows, expectedRows }: RecentExport): number | undefined {
  return !isComplete && typeof expectedRows === 'number' && expectedRows > rows ? expectedRows : undefined;
}

/** Files are deleted after some days, or by Clear Exports. */
export async function exportExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function isRecentExport(value: unknown): value is RecentExport {
  return (
    isObject(value) &&
    typeof value['name'] === 'string' &&
    typeof value['path'] === 'string' &&
    typeof value['rows'] === 'number' &&
    typeof value['bytes'] === 'number' &&
    typeof value['isComplete'] === 'boolean' &&
    typeof value['holdsPersons'] === 'boolean' &&
    typeof value['cohort'] === 'string' &&
    typeof value['exportedAt'] === 'number'
  );
}
