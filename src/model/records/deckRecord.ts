// What people see of a record: its name, its state and its owner.
import type { Cohort, Dashboard, UserSummary } from '#api/responseSchemas.ts';
import { isSameParsed, toJsonText } from '#json/parsedValue.ts';
import type { RecordKind } from './recordRef.ts';

export type { Cohort, Dashboard, Person, UserSummary } from '#api/responseSchemas.ts';
export type DeckRecord = Dashboard | Cohort;

/** The fields that both kinds accept. */
export interface RecordFields {
  readonly name?: string;
  readonly description?: string;
  readonly deleted?: boolean;
  readonly pinned?: boolean;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly is_static?: boolean;
  readonly tags?: unknown[];
  readonly restriction_level?: 21 | 37;
}

export function isCohort(record: DeckRecord): record is Cohort {
  return 'is_static' in record;
}

/** Whether two records have the same values, so they look and open alike. */
export function isSameContent(some: DeckRecord, other: DeckRecord | undefined): boolean {
  return isSameParsed(some, other);
}

export function isPinned(record: DeckRecord): boolean {
  return !isCohort(record) && record.pinned;
}

/** Undefined if a record has no name or an empty one. */
export function nameOf(record: DeckRecord): string | undefined {
  const name = record.name?.trim();
  return name === undefined || name === '' ? undefined : name;
}

/** Where a cohort without filters gets its persons from: a fixed list, or its `groups`. */
export type CohortSource = 'static' | 'groups';

/** Undefined for a cohort that only its filters can define. */
export function cohortSource(record: DeckRecord | undefined): CohortSource | undefined {
  if (record === undefined || !isCohort(record)) return undefined;
  if (record.is_static) return 'static';
  return Object.keys(record.groups).length > 0 ? 'groups' : undefined;
}

/** Filters come first if a cohort has both. */
export function definedByGroups(cohort: Cohort): boolean {
  const { properties } = cohort.filters ?? {};
  const hasFilters =
    typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0;
  return !hasFilters && cohortSource(cohort) === 'groups';
}

export type CohortState = 'calculating' | 'failed' | 'static' | 'ready';

/** `failed`: the last calculation had errors and no new one is running. A static cohort is never calculated. */
export function cohortState(cohort: Cohort): CohortState {
  if (cohort.is_static) return 'static';
  if (cohort.is_calculating) return 'calculating';
  return (cohort.errors_calculating ?? 0) > 0 ? 'failed' : 'ready';
}

/** Why the last calculation failed, in the service's words; undefined if it did not, or if it does not say. */
export function lastErrorOf(cohort: Cohort): string | undefined {
  return cohortState(cohort) === 'failed' ? cohort.last_error_message?.trim() || undefined : undefined;
}

/**
 * Whether this key can only view the record. Newer deployments say so by `user_access_level`, beside which the level of
 * a dashboard can be out of date (21: view only).
 */
export function isViewOnly(record: DeckRecord): boolean {
  const level = record.user_access_level;
  if (level === 'viewer' || level === 'none') return true;
  if (level === 'editor' || level === 'manager') return false;
  return !isCohort(record) && record.effective_privilege_level === 21;
}

/** Name and email of the creator; undefined if they are not known. */
export function ownerName(user: UserSummary | null | undefined): string | undefined {
  const name = user?.first_name?.trim();
  const email = user?.email?.trim();
  if (name && email) return `${name} (${email})`;
  return name || email || undefined;
}

/** The service's limits for names and descriptions, in characters. */
export const textLimits = {
  name: { dashboard: 400, cohort: 400 },
  description: { dashboard: Number.POSITIVE_INFINITY, cohort: 1000 },
} as const satisfies Record<string, Record<RecordKind, number>>;

/** Counts as the service does: an emoji is one character, not two UTF-16 units. */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}

// The tags of dashboards.
export function tagsOf(record: DeckRecord): readonly string[] {
  return isCohort(record) ? [] : tagTexts(record.tags);
}

/** Deployments may have any JSON as a tag. */
export function tagTexts(tags: readonly unknown[]): readonly string[] {
  return tags.map((tag) => (typeof tag === 'string' ? tag : (toJsonText(tag) ?? '…')));
}

/**
 * `current` without the tags that a change from `before` to `after` removes, and with those that it adds. Services keep tags
 * in small letters: a tag that they have in no other way is found by those.
 */
export function withDifference(
  current: readonly unknown[],
  before: readonly unknown[],
  after: readonly unknown[],
): unknown[] {
  const textOf = (tag: unknown) => tagTexts([tag])[0] ?? '';
  const [had, wanted] = [new Set(tagTexts(before)), new Set(tagTexts(after))];
  const storedIn = (tags: readonly unknown[]) => {
    const texts = new Set(tagTexts(tags));
    return (text: string) => [text, text.toLowerCase()].find((one) => texts.has(one));
  };
  const removed = new Set([...had].filter((text) => !wanted.has(text)).map(storedIn(current)));
  const kept = current.filter((tag) => wanted.has(textOf(tag)) || !removed.has(textOf(tag)));
  const isKept = storedIn(kept);
  return [...kept, ...after.filter((tag) => !had.has(textOf(tag)) && isKept(textOf(tag)) === undefined)];
}
