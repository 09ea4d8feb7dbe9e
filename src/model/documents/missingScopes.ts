// What keys were found not to be allowed: that a key lacks a scope is told by a save alone.
import type { ApiClient } from '#api/types.ts';
import { formatListRef, type ListRef } from '#model/records/recordRef.ts';

interface Denial {
  readonly at: number;
  readonly scope: string;
  readonly client: ApiClient;
}

/** Whoever refreshes later than this may have given the key its scope meanwhile. */
const deniedMs = 60_000;

export class MissingScopes {
  /** By the list whose records the key may not change. */
  readonly #denials = new Map<string, Denial>();

  /** The scope that is missed; undefined where none is known to be. */
  scopeOf(list: ListRef): string | undefined {
    return this.#denials.get(formatListRef(list))?.scope;
  }

  /** `at`: milliseconds since 1970. */
  add(list: ListRef, denial: Denial): void {
    this.#denials.set(formatListRef(list), denial);
  }

  /** A client has one key as long as it lives. @returns whether this one's key is another than the one that was denied */
  lift(list: ListRef, client: ApiClient): boolean {
    const denial = this.#denials.get(formatListRef(list));
    if (!denial || denial.client === client) return false;
    return this.#denials.delete(formatListRef(list));
  }

  /** @returns whether it is so long ago that the key may have more scopes by now */
  liftOld(list: ListRef, now: number): boolean {
    const denial = this.#denials.get(formatListRef(list));
    if (!denial || now - denial.at < deniedMs) return false;
    return this.#denials.delete(formatListRef(list));
  }
}
