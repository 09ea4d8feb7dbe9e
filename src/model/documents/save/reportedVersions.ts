// The versions reported to the editor while one text had unsaved changes. The editor refuses to write over a version that
// is newer and of another size, and asks the person; a write that comes after that was allowed.
import type { DocumentVersion } from './documentState.ts';

export type ReportedVersion = Pick<DocumentVersion, 'raw' | 'mtime' | 'size'>;

export class ReportedVersions {
  /** The last two: what the person was asked about, and what the write itself asked for. */
  #last: readonly ReportedVersion[] = [];

  add(version: ReportedVersion): void {
    this.#last = [...this.#last, version].slice(-2);
  }

  /**
   * The service's text that the write which begins now may overwrite: the one that the person was asked about, not a
   * later one. Undefined if nobody was asked. `base`: the version that the text was made from.
   */
  overwritten(base: Pick<DocumentVersion, 'mtime' | 'size'> | undefined): string | undefined {
    const [shown, last] = this.#last;
    if (!base || !shown || !last) return undefined;
    return last.mtime > base.mtime && last.size !== base.size ? shown.raw : undefined;
  }

  clear(): void {
    this.#last = [];
  }
}
