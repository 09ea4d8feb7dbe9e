// What a record looks like to people: its title, its tiles, how a cohort is doing.
import type { Cohort, Dashboard, Tile, UserSummary } from '#api/schemas.ts';
import type { RecordKind } from './recordRef.ts';

export type { Cohort, Dashboard, Tile } from '#api/schemas.ts';
export type DeckRecord = Dashboard | Cohort;

/** The fields that both kinds accept. */
export interface RecordFields {
  readonly name?: string;
  readonly description?: string;
  readonly deleted?: boolean;
  readonly pinned?: boolean;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly is_static?: boolean;
}

export function isCohort(record: DeckRecord): record is Cohort {
  return 'is_static' in record;
}

export function isPinned(record: DeckRecord): boolean {
  return !isCohort(record) && record.pinned;
}

/** Undefined where a record has no name or an empty one; the view says so in its own words. */
export function nameOf(record: DeckRecord): string | undefined {
  const name = record.name?.trim();
  return name === undefined || name === '' ? undefined : name;
}

export type CohortState = 'calculating' | 'failed' | 'static' | 'ready';

/**
 * What the icon shows. A cohort counts as failed where its calculation had errors and is not under way; a static one
 * is never calculated.
 */
export function cohortState(cohort: Cohort): CohortState {
  if (cohort.is_static) return 'static';
  if (cohort.is_calculating) return 'calculating';
  return (cohort.errors_calculating ?? 0) > 0 ? 'failed' : 'ready';
}

/** 21 means that this caller may only view the dashboard; cohorts have no such level. */
export function isViewOnly(record: DeckRecord): boolean {
  return !isCohort(record) && record.effective_privilege_level === 21;
}

/** Tiles are an array in an answer for one dashboard, and null (or a string, says the interface) in a list. */
export function tilesOf(dashboard: Dashboard): readonly Tile[] | undefined {
  if (!Array.isArray(dashboard.tiles)) return undefined;
  return dashboard.tiles.filter(isTile);
}

function isTile(value: unknown): value is Tile {
  return typeof value === 'object' && value !== null && 'id' in value && Number.isInteger(value.id);
}

/** Its insight's name, else the derived name, else the first line of its text; undefined where it has none of them. */
export function tileTitle(tile: Tile): string | undefined {
  const candidates: readonly unknown[] = [tile.insight?.name, tile.insight?.derived_name, tile.text?.body];
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const line = candidate
      .split('\n')
      .map((part) =>
        part
          .replace(/\*\*|__|`/g, '')
          .replace(/^[#>*\s-]+/, '')
          .trim(),
      ) // Markdown's own signs
      .find((part) => part !== '');
    if (line !== undefined) return line.length > 120 ? `${line.slice(0, 119)}…` : line;
  }
  return undefined;
}

export function isTextTile(tile: Tile): boolean {
  return !tile.insight && tile.text !== null && tile.text !== undefined;
}

/** A person's name, else their address; undefined where the record does not say who made it. */
export function ownerOf(user: UserSummary | null | undefined): string | undefined {
  const name = user?.first_name?.trim();
  const email = user?.email?.trim();
  if (name && email) return `${name} (${email})`;
  return name || email || undefined;
}

/** The tags as texts; deployments may hold anything in them. */
export function tagsOf(record: DeckRecord): readonly string[] {
  if (isCohort(record)) return [];
  return record.tags.map((tag) => (typeof tag === 'string' ? tag : JSON.stringify(tag)));
}

/** The limits that deployments hold names and descriptions to, in characters. */
export const maxLength = {
  name: { dashboard: 400, cohort: 400 },
  description: { dashboard: Number.POSITIVE_INFINITY, cohort: 1000 },
} as const satisfies Record<string, Record<RecordKind, number>>;

/** Counted as the service counts: most emojis are one character, though two units of a string. */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}
