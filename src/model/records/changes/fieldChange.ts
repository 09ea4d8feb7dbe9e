// A change of a record's fields, and what undoes it.
import { isSameParsed } from '#json/parsedValue.ts';
import { type RecordFields, withDifference } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

/** The fields of a record as the person knows them, and what replaces them. */
export interface FieldChange {
  readonly ref: RecordRef;
  readonly before: RecordFields;
  readonly after: RecordFields;
}

/**
 * What undoes a change: only what it has changed on the service, which may be nothing.
 * @param replaced what the service had
 */
export function inverseOf({ ref, before, after }: FieldChange, replaced: RecordFields): FieldChange {
  const { tags } = after;
  const made = tags
    ? { ...after, tags: withDifference(replaced.tags ?? [], before.tags ?? [], tags) }
    : after;
  const changed = Object.entries(made)
    .map(([field, value]) => ({
      field,
      value,
      old: Reflect.get(replaced, field) ?? Reflect.get(before, field), // not every service has all fields
    }))
    .filter(({ value, old }) => !isSameParsed(value, old));
  return {
    ref,
    before: Object.fromEntries(changed.map(({ field, value }) => [field, value])),
    after: Object.fromEntries(changed.map(({ field, old }) => [field, old])),
  };
}

export function isEmpty({ after }: FieldChange): boolean {
  return Object.keys(after).length === 0;
}
