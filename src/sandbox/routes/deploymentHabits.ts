// What real deployments make of the JSON that they are sent. Each habit is off unless it is asked for.
import { createHash } from 'node:crypto';
import { isObject } from '#sandbox/json/jsonValue.ts';
import { itemTexts, memberTexts } from '#sandbox/json/rawJson.ts';
import { refuseLooseConditions } from './refuseLooseConditions.ts';
import { refuseOrGroups } from './refuseOrGroups.ts';

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

  /** A cohort's filters as the service takes them. Throws ServiceError where it refuses them. */
  acceptCohort(filters: string): string {
    if (this.has('strictLeaves')) refuseLooseConditions(JSON.parse(filters));
    return this.has('leafKeys') ? withLeafKeys(filters, false) : filters;
  }

  /** A dashboard's filters as the service takes them; undefined for no change. Throws ServiceError where it refuses them. */
  acceptDashboard(filters: string): string | undefined {
    const value: unknown = JSON.parse(filters);
    if (this.has('ignoredEmptyFilters') && isObject(value) && Object.keys(value).length === 0)
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
