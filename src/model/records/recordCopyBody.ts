// The request that creates a copy of a record: the service’s own text, so that no digit of it is lost.
import type { RecordText } from '#api/clientTypes.ts';
import { referencesIn, renumber, type Reference } from '#filters/conditionReferences.ts';
import { withoutServiceKeys } from '#filters/serviceKeys.ts';
import { sliceMember } from '#json/jsonTree.ts';
import type { DeckRecord } from './deckRecord.ts';
import type { RecordRef } from './recordRef.ts';

export interface RecordCopySource extends RecordText<DeckRecord> {
  readonly ref: RecordRef;
}

export interface RecordCopyOptions {
  readonly name: string;
  /** Whether the copy has the tiles of its dashboard, which services copy within a project alone. */
  readonly hasTiles: boolean;
  /** The id in the copy’s project; undefined if the old one is kept. */
  readonly idOf: (reference: Reference) => number | undefined;
}

/** Fields that are the same in each project. */
const plainFields = {
  dashboard: ['description', 'tags', 'restriction_level'],
  cohort: ['description', 'is_static'],
} as const;

/** The body of the request, as text. */
export function recordCopyBody(
  source: RecordCopySource,
  { name, hasTiles, idOf }: RecordCopyOptions,
): string {
  const { ref, text } = source;
  const plain = plainFields[ref.kind].flatMap((field) => member(field, sliceMember(text, field)));
  const conditions = conditionsOf(source).flatMap(([field, raw]) => member(field, renumber(raw, idOf)));
  const tiles = hasTiles && ref.kind === 'dashboard' ? member('use_dashboard', String(ref.id)) : [];
  return `{${[...member('name', JSON.stringify(name)), ...plain, ...conditions, ...tiles].join(', ')}}`;
}

/** What the source names by ids. */
export function copiedReferences(source: RecordCopySource): readonly Reference[] {
  return conditionsOf(source).flatMap(([, raw]) => referencesIn(raw));
}

/** A static cohort has none: services reject them. */
function conditionsOf({
  ref,
  record,
  text,
}: RecordCopySource): readonly (readonly [field: string, raw: string])[] {
  const filters = sliceMember(text, 'filters');
  if (ref.kind === 'dashboard') return filters === undefined ? [] : [['filters', filters]];
  if ('is_static' in record && record.is_static) return [];
  const groups = sliceMember(text, 'groups');
  const own = filters !== undefined && hasConditions(filters) ? withoutServiceKeys(filters) : undefined;
  return [
    ...(own === undefined ? [] : [['filters', own] as const]),
    ...(groups === undefined || own !== undefined ? [] : [['groups', groups] as const]),
  ];
}

/** A cohort that its groups define has empty `properties` in responses. */
function hasConditions(filters: string): boolean {
  const properties = sliceMember(filters, 'properties');
  return properties !== undefined && !/^\{\s*\}$/.test(properties);
}

function member(field: string, raw: string | undefined): readonly string[] {
  return raw === undefined ? [] : [`${JSON.stringify(field)}: ${raw}`];
}
