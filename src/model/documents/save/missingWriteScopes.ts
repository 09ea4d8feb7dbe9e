// Scopes that keys were found to lack. A key does not say which scopes it has: only a refused save shows it.
import type { ReadableClient } from '#api/clientTypes.ts';
import { formatListRef, type ListRef } from '#model/records/recordRef.ts';

interface RefusedScope {
  /** When the save was refused: by the store's clock. */
  readonly at: number;
  readonly scope: string;
  readonly client: ReadableClient;
}

/** After this time a refresh may find that the key has been given the scope. */
const retryAfterMs = 60_000;

export class MissingWriteScopes {
  /** Missing scopes by the list whose records the key may not change. */
  readonly #missing = new Map<string, RefusedScope>();

  /** Undefined if none is known to be missing. */
  scopeOf(list: ListRef): string | undefined {
    return this.#missing.get(formatListRef(list))?.scope;
  }

  add(list: ListRef, missing: RefusedScope): void {
    this.#missing.set(formatListRef(list), missing);
  }

  /** Forgets it where the client is another one: a client has one key as long as it lives. @returns whether it did */
  forgetForOther(list: ListRef, client: ReadableClient): boolean {
    const missing = this.#missing.get(formatListRef(list));
    if (!missing || missing.client === client) return false;
    return this.#missing.delete(formatListRef(list));
  }

  /** Forgets it where it was found long ago. @returns whether it did */
  forgetOld(list: ListRef, now: number): boolean {
    const missing = this.#missing.get(formatListRef(list));
    if (!missing || now - missing.at < retryAfterMs) return false;
    return this.#missing.delete(formatListRef(list));
  }
}
