// What real deployments make of the JSON that they are sent. Each habit is off unless it is asked for.
import { createHash } from 'node:crypto';
import { invalid } from '#sandbox/http/serviceError.ts';
import { asText, isJsonObject, itemTexts, memberTexts } from '#sandbox/json/rawJson.ts';

/**
 * - `reorderedKeys`: the database keeps the keys of objects by length, then by bytes, and the last of repeated keys. The
 *   response to a change still has what was sent; later responses have the other order.
 * - `leafKeys`: conditions of a cohort get keys of the service's own, lose members that are null, and numbers that were
 *   sent as text become numbers.
 * - `strictLeaves`: conditions of a cohort with an unknown type or key, or without an operator or a value, are refused.
 * - `plainConditions`: OR groups in a dashboard's conditions are refused, AND groups become a plain list.
 * - `ignoredEmptyFilters`: a change of a dashboard's filters to `{}` is accepted and ignored.
 * - `usedCohorts`: a cohort that another one refers to cannot be deleted.
 * - `accessLevels`: `user_access_level` of a dashboard says what a caller may do; its `effective_privilege_level` is always 37.
 * - `interfaceOnly`: nothing is offered beyond the interface, as by older deployments.
 * - `tenIds`: every hundredth person has more distinct ids than are sent, which are ten.
 */
export const habitNames = [
  'reorderedKeys',
  'leafKeys',
  'strictLeaves',
  'plainConditions',
  'ignoredEmptyFilters',
  'usedCohorts',
  'accessLevels',
  'interfaceOnly',
  'tenIds',
] as const;
export type Habit = (typeof habitNames)[number];

export class Habits {
  #active: ReadonlySet<Habit>;

  constructor(habits: readonly Habit[] = []) {
    this.#active = new Set(habits);
  }

  /** Sets the habits from now on; stored records stay as they are. */
  set(habits: readonly Habit[]): void {
    this.#active = new Set(habits);
  }

  has(habit: Habit): boolean {
    return this.#active.has(habit);
  }

  /** A cohort's filters as the service takes them. Throws ServiceError if it refuses them. */
  acceptCohort(filters: string): string {
    if (this.has('strictLeaves')) refuseLooseConditions(JSON.parse(filters));
    return this.has('leafKeys') ? withLeafKeys(filters, false) : filters;
  }

  /** A dashboard's filters as the service takes them; undefined for no change. Throws ServiceError if it refuses them. */
  acceptDashboard(filters: string): string | undefined {
    const value: unknown = JSON.parse(filters);
    if (this.has('ignoredEmptyFilters') && isJsonObject(value) && Object.keys(value).length === 0)
      return undefined;
    return this.has('plainConditions') ? refuseOrGroups(filters) : filters;
  }

  /** The JSON of dashboards as it is sent. The privilege level is the last member that `dashboardText` writes. */
  shape(text: string): string {
    if (!this.has('accessLevels')) return text;
    return text.replaceAll(
      /"effective_privilege_level":(\d+)\}/g,
      (_, level) =>
        `"effective_privilege_level":37,"user_access_level":"${level === '37' ? 'editor' : 'viewer'}"}`,
    );
  }

  /** JSON as the database keeps it. */
  store(text: string): string {
    return this.has('reorderedKeys') ? reordered(text) : text;
  }
}

function reordered(text: string): string {
  if (text.startsWith('[')) return `[${itemTexts(text).map(reordered).join()}]`;
  if (!text.startsWith('{')) return text;
  const members = [...memberTexts(text)].map(([key, value]) => ({ key: Buffer.from(key), value }));
  members.sort((a, b) => a.key.length - b.key.length || Buffer.compare(a.key, b.key));
  return objectText(members.map(({ key, value }) => [key.toString(), reordered(value)]));
}

/** `isCondition`: the text is below the key `properties`. */
function withLeafKeys(text: string, isCondition: boolean): string {
  if (text.startsWith('['))
    return `[${itemTexts(text)
      .map((item) => withLeafKeys(item, isCondition))
      .join()}]`;
  if (!text.startsWith('{')) return text;
  const members = memberTexts(text);
  for (const [key, value] of members)
    members.set(key, withLeafKeys(value, isCondition || key === 'properties'));
  const isLeaf = isCondition && members.has('type') && !members.has('values');
  return objectText(isLeaf ? leafMembers(members) : [...members]);
}

function leafMembers(sent: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const members = new Map<string, string>();
  for (const [key, value] of sent) {
    if (value !== 'null') members.set(key, isNumberAsText(key, value, sent) ? value.slice(1, -1) : value);
  }
  const hash = createHash('sha256')
    .update(objectText([...members]))
    .digest('hex')
    .slice(0, 16);
  members.set('bytecode', `["_H",1,32,"${hash}",11]`);
  members.set('conditionHash', `"${hash}"`);
  if (!members.has('negation')) members.set('negation', 'false');
  return [...members];
}

function isNumberAsText(key: string, value: string, leaf: ReadonlyMap<string, string>): boolean {
  if (!/^"\d{1,15}"$/.test(value)) return false;
  return numberKeys.has(key) || (key === 'value' && leaf.get('type') === '"cohort"');
}

const numberKeys: ReadonlySet<string> = new Set([
  'time_value',
  'seq_time_value',
  'operator_value',
  'total_periods',
  'min_periods',
]);

function objectText(members: readonly (readonly [key: string, value: string])[]): string {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
}

// Conditions of dashboards if a deployment knows plain lists only.
/** The filters with AND groups in `properties` made a plain list. Throws ServiceError for an OR group. */
function refuseOrGroups(filters: string): string {
  const members = memberTexts(filters);
  const properties = members.get('properties');
  if (properties === undefined || !properties.startsWith('{')) return filters;
  members.set('properties', `[${leavesOf(properties).join()}]`);
  return `{${[...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
}

function leavesOf(text: string): readonly string[] {
  const node: unknown = JSON.parse(text);
  if (!isJsonObject(node) || !Array.isArray(node['values'])) return [text];
  const items = itemTexts(memberTexts(text).get('values') ?? '[]');
  if (node['type'] === 'OR' && items.length > 1) {
    throw invalid('filters', 'invalid_input', 'OR is not supported in the properties of a dashboard.');
  }
  return items.flatMap((item) => leavesOf(item));
}

// Conditions of cohorts as the strictest deployments check them.
const shared = [
  'type',
  'key',
  'value',
  'operator',
  'negation',
  'bytecode',
  'bytecode_error',
  'conditionHash',
];
/** What a condition of each type must have, and what else it may have. */
const leafTypes: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly may: readonly string[] }>
> = {
  person: { needs: ['key', 'operator'], may: shared },
  person_metadata: { needs: ['key', 'operator'], may: shared },
  cohort: { needs: ['value'], may: shared },
  behavioral: {
    needs: ['key', 'value', 'event_type'],
    may: [
      ...shared,
      'event_type',
      'event_filters',
      'time_value',
      'time_interval',
      'explicit_datetime',
      'explicit_datetime_to',
      'operator_value',
      'seq_event',
      'seq_event_type',
      'seq_time_value',
      'seq_time_interval',
      'total_periods',
      'min_periods',
    ],
  },
};

const noValueNeeded: ReadonlySet<unknown> = new Set(['is_set', 'is_not_set']);

type Path = readonly (string | number)[];

/** Throws ServiceError for the first condition that is wrong. */
function refuseLooseConditions(filters: Record<string, unknown>): void {
  const waiting: (readonly [path: Path, node: unknown])[] = [[['properties'], filters['properties']]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, node] = next;
    if (!isJsonObject(node)) continue;
    const values: unknown = node['values'];
    const type = asText(node['type'] ?? null);
    if (Array.isArray(values))
      waiting.push(
        ...values.map((value, index) => [[...path, type, 'values', index], value] as const).toReversed(),
      );
    else if (Object.keys(node).length > 0) refuseLooseLeaf(node, [...path, type]);
  }
}

function refuseLooseLeaf(leaf: Record<string, unknown>, path: Path): void {
  const refusal = (message: string, ...key: readonly string[]) => refusalAt([...path, ...key], message);
  const type = asText(leaf['type'] ?? null);
  const known = Object.hasOwn(leafTypes, type) ? leafTypes[type] : undefined;
  if (!known) throw refusal(`Unknown condition type '${type}'`, 'type');
  const needsValue = known.needs.includes('operator') && !noValueNeeded.has(leaf['operator']);
  const needs = needsValue ? [...known.needs, 'value'] : known.needs;
  const missing = needs.find((key) => leaf[key] === undefined || leaf[key] === null);
  if (missing !== undefined)
    throw refusal(`Missing required field '${missing}' in ${type} condition`, missing);
  const extra = Object.keys(leaf).find((key) => !known.may.includes(key));
  if (extra !== undefined) throw refusal(`Unknown field '${extra}' in ${type} condition`, extra);
}

/** The list of a validator's findings, as Python prints it. Between keys and indexes it has the names of types. */
function refusalAt(path: Path, message: string): Error {
  const loc = path.map((step) => (typeof step === 'number' ? String(step) : `'${step}'`)).join(', ');
  const finding = `{'type': 'value_error', 'loc': (${loc},), 'msg': "Value error, ${message}", 'input': {}}`;
  return invalid('filters', 'invalid_input', `[${finding}]`);
}
