// Changes that are shown before the service has confirmed them, and what the service has until then.
import type { DeckRecord, RecordFields } from '#model/records/deckRecord.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';

interface Pending {
  confirmed: DeckRecord | undefined;
  /** In the order in which they are sent. */
  changes: readonly RecordFields[];
}

export class PendingChanges {
  readonly #pending = new Map<string, Pending>();

  /** The record as the service has it; undefined if nothing is pending or it is not known. */
  confirmed(ref: RecordRef): DeckRecord | undefined {
    return this.#pending.get(formatRecordRef(ref))?.confirmed;
  }

  add(ref: RecordRef, changes: RecordFields): void {
    const key = formatRecordRef(ref);
    const pending = this.#pending.get(key) ?? { confirmed: undefined, changes: [] };
    pending.changes = [...pending.changes, changes];
    this.#pending.set(key, pending);
  }

  /** Notes what the service has. @returns the same with the pending changes */
  noteConfirmed(ref: RecordRef, record: DeckRecord): DeckRecord {
    const pending = this.#pending.get(formatRecordRef(ref));
    if (!pending) return record;
    pending.confirmed = record;
    return pending.changes.reduce<DeckRecord>((shown, changes) => ({ ...shown, ...changes }), record);
  }

  /** @param changes the same object as in `add` */
  remove(ref: RecordRef, changes: RecordFields): void {
    const key = formatRecordRef(ref);
    const pending = this.#pending.get(key);
    if (!pending) return;
    pending.changes = pending.changes.filter((other) => other !== changes);
    if (pending.changes.length === 0) this.#pending.delete(key);
  }
}
