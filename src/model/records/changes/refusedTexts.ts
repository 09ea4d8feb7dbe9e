import type { RecordFields } from '#model/records/deckRecord.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { RecentMap } from '#model/storage/recentMap.ts';

export const textFields = ['name', 'description'] as const;

type Texts = Pick<RecordFields, (typeof textFields)[number]>;

const maxTexts = 200;

/**
 * Names and descriptions of changes that failed. They were shown before, so a person may have begun the next edit with one of
 * them.
 */
export class RefusedTexts {
  /** What the service has in place of each. */
  readonly #instead = new RecentMap<string, string>(maxTexts);

  /** @param seen what the refused texts were to replace */
  add(ref: RecordRef, refused: Texts, seen: Texts): void {
    const instead = { ...seen, ...this.insteadOf(ref, seen) };
    for (const field of textFields) {
      const [text, old] = [refused[field], instead[field]];
      if (text !== undefined && old !== undefined) this.#instead.set(keyOf(ref, field, text), old);
    }
  }

  /** What the service has in place of those that it has refused; the response may also have been lost. */
  insteadOf(ref: RecordRef, texts: Texts): Texts {
    const found: Partial<Record<keyof Texts, string>> = {};
    for (const field of textFields) {
      const text = texts[field];
      const instead = text === undefined ? undefined : this.#instead.get(keyOf(ref, field, text));
      if (instead !== undefined) found[field] = instead;
    }
    return found;
  }

  /** The service has accepted them after all. */
  drop(ref: RecordRef, texts: Texts): void {
    for (const field of textFields) this.#instead.delete(keyOf(ref, field, texts[field] ?? ''));
  }
}

function keyOf(ref: RecordRef, field: keyof Texts, text: string): string {
  return JSON.stringify([formatRecordRef(ref), field, text]);
}
