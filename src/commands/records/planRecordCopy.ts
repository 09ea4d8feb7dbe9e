// What each copy of a batch becomes: its name, its request, and what a person should know before.
import * as vscode from 'vscode';
import { UserError } from '#host/messages/userError.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { recordCopyBody, type RecordCopySource } from '#model/records/recordCopyBody.ts';
import { isSameProject, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import { charactersIn, textLimits } from '#model/records/textLimits.ts';
import {
  type RecordCopyPlace,
  findReferences,
  type NamedReference,
  warningOfSameName,
  warningsOfCopy,
  warningsOfReferences,
} from './recordCopyWarnings.ts';
import { quotedName } from '#commands/targets/recordNames.ts';
import { unsavedOf } from '#commands/documents/unsavedDocuments.ts';

const { t } = vscode.l10n;

/** Records that are copied together. */
export interface RecordCopyBatch {
  readonly refs: readonly RecordRef[];
  /** Undefined for duplicates. */
  readonly place: RecordCopyPlace | undefined;
  /** Names that earlier duplicates get, beside those of loaded records. */
  readonly taken: Set<string>;
}

export interface PlannedRecordCopy {
  readonly source: RecordCopySource;
  readonly to: ListRef;
  readonly name: string;
  readonly isDuplicate: boolean;
  /** What it names in another project. */
  readonly references: readonly NamedReference[];
  readonly notes: readonly string[];
}

/** Throws ApiError where the record, or what it names, cannot be read. */
export async function planRecordCopy(
  catalog: Catalog,
  ref: RecordRef,
  batch: RecordCopyBatch,
): Promise<PlannedRecordCopy> {
  const source: RecordCopySource = { ref, ...(await catalog.retrieveText(ref)) };
  const { place, refs, taken } = batch;
  const isDuplicate = !place || isSameProject(ref, place.project);
  const { connectionId, projectId } = place?.project ?? ref;
  const to: ListRef = { connectionId, projectId, kind: ref.kind };
  const quoted = quotedName(catalog, ref);
  const unsaved =
    unsavedOf(ref).length > 0 ? [t('{0} has unsaved changes, which are not copied.', quoted)] : [];
  const notes = [...unsaved, ...warningsOfCopy(source, isDuplicate, quoted)];
  const own = nameOf(source.record);
  if (isDuplicate) {
    const known = catalog.list(to).records.map((record) => nameOf(record) ?? '');
    const name = nameOfDuplicate(own ?? t('#{0}', ref.id), new Set([...known, ...taken]), to);
    taken.add(name);
    return { source, to, name, isDuplicate, references: [], notes };
  }
  await catalog.load(to);
  const references = await findReferences(catalog, source, to);
  const others = references.filter((reference) => !refs.some((other) => isNamed(ref, reference, other)));
  return {
    source,
    to,
    name: own ?? '',
    isDuplicate,
    references,
    notes: [
      ...notes,
      ...warningsOfReferences(others, quoted, place),
      ...warningOfSameName(catalog, source, place),
    ],
  };
}

/**
 * The request of a copy. Throws UserError if it names another record of the batch that has no copy.
 * @param created the copies of the batch that there are
 */
export function bodyOfCopy(
  { source, name, isDuplicate, references }: PlannedRecordCopy,
  { refs }: RecordCopyBatch,
  created: ReadonlyMap<PlannedRecordCopy, RecordRef>,
): string {
  const ids = new Map<string, number>();
  for (const reference of references) {
    const isOne = (other: RecordRef) => isNamed(source.ref, reference, other);
    const copy = [...created].find(([other]) => isOne(other.source.ref))?.[1];
    if (!copy && refs.some(isOne)) throw new UserError(t('A cohort that it uses could not be copied.'));
    const id = copy?.id ?? reference.target;
    if (id !== undefined) ids.set(`${reference.kind} ${reference.id}`, id);
  }
  return recordCopyBody(source, {
    name,
    hasTiles: isDuplicate,
    idOf: ({ kind, id }) => ids.get(`${kind} ${id}`),
  });
}

/** Referenced cohorts come first. */
export function inOrderOfUse(copies: readonly PlannedRecordCopy[]): readonly PlannedRecordCopy[] {
  const ordered = new Set<PlannedRecordCopy>();
  const visit = (copy: PlannedRecordCopy, above: readonly PlannedRecordCopy[]): void => {
    if (ordered.has(copy) || above.includes(copy)) return; // services reject loops
    const { references, source } = copy;
    const isUsed = (other: PlannedRecordCopy) =>
      references.some((reference) => isNamed(source.ref, reference, other.source.ref));
    for (const other of copies.filter(isUsed)) visit(other, [...above, copy]);
    ordered.add(copy);
  };
  for (const copy of copies) visit(copy, []);
  return [...ordered];
}

/** Whether a record names another one of its project. */
function isNamed(ref: RecordRef, { kind, id }: NamedReference, other: RecordRef): boolean {
  return kind === 'cohort' && other.kind === 'cohort' && other.id === id && isSameProject(ref, other);
}

// What a duplicate of a record is called.
/**
 * `Churn (copy)`, `Churn (copy 2)`: a name that no loaded record has; names need not be unique. If it would exceed the
 * service's limit, the old name is cut, not what is added.
 */
function nameOfDuplicate(name: string, taken: ReadonlySet<string>, { kind }: ListRef): string {
  for (let number = 1; ; number++) {
    const nameWith = (start: string) =>
      number === 1 ? t('{0} (copy)', start) : t('{0} (copy {1})', start, number);
    const tooLong = charactersIn(nameWith(name)) - textLimits.name[kind];
    const candidate = nameWith(tooLong > 0 ? Array.from(name).slice(0, -tooLong).join('') : name);
    if (!taken.has(candidate)) return candidate;
  }
}
