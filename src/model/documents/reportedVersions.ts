// What the editor's own check of versions was told while a text had unsaved changes. It refuses to write over a version
// that is newer and of another size, and asks the person; a write that comes all the same is one that was approved.

export interface ReportedVersion {
  /** As the service has it. */
  readonly raw: string;
  readonly mtime: number;
  /** Bytes, as the editor is told them. */
  readonly size: number;
}

export class ReportedVersions {
  /** The last two answers for each text: what the person was asked about, and what the write itself asked for. */
  readonly #told = new Map<string, readonly ReportedVersion[]>();

  /** `at` names the editor's text. */
  tell(at: string, version: ReportedVersion): void {
    this.#told.set(at, [...(this.#told.get(at) ?? []), version].slice(-2));
  }

  /**
   * The service's text that the write which begins now may overwrite; undefined where nobody was asked. What changed
   * since the person was asked is not in it. `base`: the version that the text was made from.
   */
  approved(at: string, base: Omit<ReportedVersion, 'raw'> | undefined): string | undefined {
    const [shown, last] = this.#told.get(at) ?? [];
    if (!base || !shown || !last) return undefined;
    return last.mtime > base.mtime && last.size !== base.size ? shown.raw : undefined;
  }

  forget(at: string): void {
    this.#told.delete(at);
  }
}
