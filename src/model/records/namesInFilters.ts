// The names in the filters of loaded records, for suggestions.
import type { DeckRecord } from './deckRecord.ts';

export interface KnownNames {
  /** Properties of persons and events, the most used first. */
  readonly properties: readonly string[];
  readonly events: readonly string[];
}

/** Limits the work; filters may be of any size. */
const maxNodes = 50_000;
/** Properties that nearly every service has. */
const commonProperties = [
  'email',
  'name',
  '$os',
  '$browser',
  '$current_url',
  '$geoip_country_code',
  '$initial_referring_domain',
];
const commonEvents = ['$pageview', '$autocapture', '$identify'];

export function collectNames(records: readonly DeckRecord[]): KnownNames {
  const properties = new Map<string, number>();
  const events = new Map<string, number>();
  const waiting: unknown[] = records.map(({ filters }) => filters);
  for (let left = maxNodes; left > 0 && waiting.length > 0; left--) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { key, type } = node as { readonly key?: unknown; readonly type?: unknown }; // optional in any object
    if (typeof key === 'string' && key !== '' && type !== 'cohort') {
      const names = type === 'behavioral' ? events : properties;
      names.set(key, (names.get(key) ?? 0) + 1);
    }
    for (const value of Object.values(node)) if (typeof value === 'object') waiting.push(value);
  }
  return { properties: byUse(properties, commonProperties), events: byUse(events, commonEvents) };
}

function byUse(counts: ReadonlyMap<string, number>, others: readonly string[]): readonly string[] {
  const used = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
  return [...new Set([...used, ...others])];
}
