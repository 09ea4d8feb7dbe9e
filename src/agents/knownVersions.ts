// The versions of records that agents have read, so that a change is refused where somebody else made one since.
import { describeChanges } from '#model/documents/describeChanges.ts';
import { withoutHabits, isUnchanged } from '#model/documents/sameDocument.ts';
import { type DocumentRef, toDocument } from '#model/documents/documentUri.ts';
import { type DeckRecord, isPinned, tagsOf } from '#model/records/deckRecord.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { hashText } from '#model/storage/memory.ts';
import { RecentMap } from '#model/storage/recentMap.ts';
import { inEnglish } from '#text/translate.ts';
import { fence, quoteText } from './answerText.ts';
import { ToolError } from './toolError.ts';

interface Fields {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly pinned: boolean;
}

export interface KnownVersion extends Fields {
  readonly ref: RecordRef;
  /** The raw text of the filters. */
  readonly filters: string;
}

const maxVersions = 200;

export class KnownVersions {
  readonly #known = new RecentMap<string, KnownVersion>(maxVersions);

  /** @returns what names the version from now on */
  add(ref: RecordRef, record: DeckRecord, filters: string): string {
    const version: KnownVersion = { ref, filters, ...versionFields(record) };
    const { name, description, tags, pinned } = version;
    const text = JSON.stringify([
      ref,
      name,
      description,
      tags.toSorted(),
      pinned,
      withoutHabits(toDocument(ref, 'filters'), filters),
    ]);
    const id = hashText(text).slice(0, 12);
    this.#known.set(id, version);
    return id;
  }

  /** Throws ToolError if it is not known here. */
  require(ref: RecordRef, id: string): KnownVersion {
    const found = this.#known.get(id);
    if (found && isSameRecord(found.ref, ref)) return found;
    throw new ToolError(
      'This version is not known here. Call get_record, and pass the version that it gives for this record.',
      'unknown version',
    );
  }
}

export function versionFields(record: DeckRecord): Fields {
  return {
    name: record.name ?? '',
    description: record.description ?? '',
    tags: tagsOf(record),
    pinned: isPinned(record),
  };
}

/** Throws ToolError with what changed if the filters are no longer those of the version. */
export function requireSameFilters(ref: DocumentRef, known: KnownVersion, now: string): void {
  if (isUnchanged(ref, known.filters, now)) return;
  const changes = describeChanges(ref, known.filters, now, inEnglish);
  throw changedSince(changes.map((line) => quoteText(line, 300)));
}

/** The same of the fields that are about to be changed. */
export function requireSameFields(known: KnownVersion, now: Fields, fields: readonly (keyof Fields)[]): void {
  const changed = fields.filter((field) => !isSameField(known[field], now[field]));
  if (changed.length === 0) return;
  throw changedSince(
    changed.map(
      (field) => `${field}: ${quoteText(String(known[field]))} is now ${quoteText(String(now[field]))}`,
    ),
  );
}

/** Services keep no order of tags. */
export function isSameField(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) =>
    JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value),
  );
  return a === b;
}

function changedSince(lines: readonly string[]): ToolError {
  const text =
    'The record changed since this version, so nothing was sent. Call get_record again, and base the change on it.';
  return new ToolError(
    lines.length === 0 ? text : `${text}\n${fence(['What changed:', ...lines])}`,
    'changed meanwhile',
  );
}
