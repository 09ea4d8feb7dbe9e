// Whether two texts of a document are the same. Services store values: they give keys back in another order, and add
// keys of their own to the conditions of a cohort. Neither is a change that somebody made.
import { withoutServiceKeys } from '#filters/serviceKeys.ts';
import { isSameParsed, toJsonText } from '#json/parsedValue.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { isSameSpelling, isSameValue } from '#json/sameValue.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import { type DocumentMembers, editableFields, joinMembers, membersOf } from './documentText.ts';
import type { DocumentRef } from './documentUri.ts';

/**
 * Whether the service stored exactly what was typed. A duplicate key that was stored once is a difference.
 */
export function isKeptAsTyped(ref: DocumentRef, kept: string, typed: string): boolean {
  if (isSameSpelling(kept, typed)) return true;
  return isSameValue(withoutHabits(ref, kept), withoutHabits(ref, typed));
}

/** Whether nobody changed the document from one text of the service to another. */
export function isUnchanged(ref: DocumentRef, before: string, now: string): boolean {
  if (before === now) return true;
  return isSameValue(withoutHabits(ref, before), withoutHabits(ref, now), 'lastWins');
}

/** The text without what services add to it by themselves; its layout stays. */
export function withoutHabits({ kind }: DocumentRef, text: string): string {
  return kind === 'cohort' ? withoutServiceKeys(text) : text;
}

/**
 * The text that the service sent, spelled as the first text known here that has the same value, so that a person's own
 * order of keys stays. Field by field where the document is the whole record.
 */
export function inKnownSpelling({ part }: DocumentRef, received: string, known: readonly string[]): string {
  const same = known.find((one) => isSameValue(received, one));
  if (same !== undefined || part !== 'record') return same ?? received;
  const members: DocumentMembers = membersOf(received).map(([field, raw]) => {
    const fields = known.map((one) => sliceMember(one, field));
    return [field, fields.find((one) => one !== undefined && isSameValue(raw, one)) ?? raw];
  });
  return joinMembers(members);
}

/** Whether a record lacks a field of the document that another one has: lists may leave some out. */
export function lacksFields(ref: DocumentRef, record: DeckRecord, whole: DeckRecord): boolean {
  return fieldsOf(ref).some((field) => Object.hasOwn(whole, field) && !Object.hasOwn(record, field));
}

/** Whether two records have the same document. A field that either lacks is ignored: lists may leave some out. */
export function isSameInRecords(ref: DocumentRef, before: DeckRecord, now: DeckRecord): boolean {
  return fieldsOf(ref).every((field) => isSameField(ref, field, before, now));
}

function fieldsOf({ part, kind }: DocumentRef): readonly string[] {
  return part === 'record' ? editableFields[kind] : [part];
}

function isSameField(ref: DocumentRef, field: string, old: DeckRecord, current: DeckRecord): boolean {
  if (!Object.hasOwn(old, field) || !Object.hasOwn(current, field)) return true;
  const values: readonly unknown[] = [Reflect.get(old, field), Reflect.get(current, field)];
  if (isSameParsed(values[0], values[1])) return true;
  const [before, now] = values.map((value) => toJsonText({ [field]: value }));
  return before !== undefined && now !== undefined && isUnchanged(ref, before, now);
}
