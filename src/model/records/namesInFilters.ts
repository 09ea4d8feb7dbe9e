// The names in the filters, groups and tiles of loaded records: for suggestions, and for actions, of which services have no
// list for us.
import { cohortTypes, expressionType } from '#filters/parseFilterShape.ts';
import type { Catalog } from './catalog.ts';
import { type DeckRecord, isCohort } from './deckRecord.ts';
import type { ListRef, RecordKind, RecordRef } from './recordRef.ts';

export interface KnownNames {
  /** Properties of persons and events, the most used first. */
  readonly properties: readonly string[];
  readonly events: readonly string[];
  /** Names of actions by their ids, where a group or a tile has both. */
  readonly actions: ReadonlyMap<number, string>;
  /** Values that conditions compare a property with, by its name. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Limits the work; filters may be of any size. */
const maxNodes = 50_000;
/** Values of one property; nobody would read more. */
const maxValues = 20;

/** @param tiles of dashboards that were opened */
export function collectNames(records: readonly DeckRecord[], tiles: readonly unknown[] = []): KnownNames {
  const properties = new Map<string, number>();
  const events = new Map<string, number>();
  const actions = new Map<number, string>();
  const values = new Map<string, Set<string>>();
  const groups = records.map((record) => (isCohort(record) ? record.groups : undefined));
  const waiting: unknown[] = [...tiles, ...groups, ...records.map(({ filters }) => filters)];
  for (let left = maxNodes; left > 0 && waiting.length > 0; left--) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { key, type, value, event_type: of } = node as Partial<Record<string, unknown>>; // any object
    const isId = (typeof type === 'string' && cohortTypes.has(type)) || of === 'actions';
    const isName = !isId && type !== expressionType;
    if (typeof key === 'string' && key !== '' && isName) {
      const names = type === 'behavioral' ? events : properties;
      names.set(key, (names.get(key) ?? 0) + 1);
      if (names === properties) values.set(key, addTexts(values.get(key) ?? new Set(), value));
    }
    const event = readEvent(node);
    if (event !== undefined) events.set(event, (events.get(event) ?? 0) + 1);
    const action = readAction(node);
    if (action) actions.set(action.id, action.name);
    for (const inner of Object.values(node)) if (typeof inner === 'object') waiting.push(inner);
  }
  return {
    properties: byUse(properties, commonProperties),
    events: byUse(events, commonEvents),
    actions,
    values,
  };
}

/** Adds the texts of a value or of a list of values. */
function addTexts(known: Set<string>, value: unknown): Set<string> {
  for (const one of Array.isArray(value) ? value.slice(0, maxValues) : [value]) {
    const isText = typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
    if (isText && known.size < maxValues && one !== '') known.add(String(one));
  }
  return known;
}

/** The event of a cohort’s older groups, of the second step of a sequence, of an insight’s filters, or of its query. */
function readEvent(node: object): string | undefined {
  const of: Readonly<Record<string, unknown>> = { ...node };
  const isNext = of['seq_event_type'] === 'events';
  const name =
    (of['type'] === 'events' && of['id']) ||
    (of['kind'] === 'EventsNode' && of['event']) ||
    (isNext && of['seq_event']) ||
    of['event_id'];
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/** The action of a cohort’s older groups, of an insight’s filters, or of its query. */
function readAction(node: object): { readonly id: number; readonly name: string } | undefined {
  const of: Readonly<Record<string, unknown>> = { ...node };
  const isSeries = of['type'] === 'actions' || of['kind'] === 'ActionsNode';
  const [id, name] = isSeries ? [of['id'], of['name']] : [of['action_id'], of['label']];
  if (typeof name !== 'string' || name.trim() === '' || !/^\d{1,15}$/.test(String(id))) return undefined;
  return { id: Number(id), name };
}

function byUse(counts: ReadonlyMap<string, number>, others: readonly string[]): readonly string[] {
  const used = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
  return [...new Set([...used, ...others])];
}

// Names that are suggested although no record has them.

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

/** The same of events. */
const commonEvents = ['$pageview', '$autocapture', '$identify'];

// Which records refer to which cohorts, of what is loaded.

/** Limits the work; filters may be of any size. */
const maxUseNodes = 200_000;

/** The ids of the cohorts that a record names in its filters, a cohort's older groups, or a dashboard's tiles. */
export function cohortIdsIn(record: DeckRecord, tiles?: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  const waiting: unknown[] = [record.filters, isCohort(record) ? record.groups : tiles];
  for (let left = maxUseNodes; left > 0 && waiting.length > 0; left--) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { type, value: named } = node as { readonly type?: unknown; readonly value?: unknown }; // optional in any object
    if (typeof type === 'string' && cohortTypes.has(type)) {
      // Conditions of dashboards may name several.
      for (const one of Array.isArray(named) ? named : [named]) {
        const id: unknown = typeof one === 'string' && /^\d{1,15}$/.test(one) ? Number(one) : one;
        if (typeof id === 'number' && Number.isSafeInteger(id)) ids.add(id);
      }
    }
    for (const child of Object.values(node)) if (typeof child === 'object') waiting.push(child);
  }
  return ids;
}

/** The loaded records of a project that name a cohort. */
export function findUsers(
  catalog: Pick<Catalog, 'list' | 'tiles'>,
  cohort: RecordRef,
): readonly { readonly ref: RecordRef; readonly record: DeckRecord }[] {
  const { connectionId, projectId } = cohort;
  const usersOf = (kind: RecordKind) => {
    const list: ListRef = { connectionId, projectId, kind };
    return catalog.list(list).records.flatMap((record) => {
      const ref = { ...list, id: record.id };
      return cohortIdsIn(record, catalog.tiles(ref)).has(cohort.id) ? [{ ref, record }] : [];
    });
  };
  return [...usersOf('cohort'), ...usersOf('dashboard')];
}
