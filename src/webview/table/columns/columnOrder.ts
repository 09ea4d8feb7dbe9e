// The order of columns that have none of their own: what people look for comes first.
import { compareText } from '#text/compareText.ts';

/** Each kind comes before the next one. */
const kinds: readonly RegExp[] = [
  /^name$/,
  /^(properties\.\$?)?email$/,
  /^properties\.(full_?|display_?|user_?|first_?|last_?)?name$/i,
  /^properties\./,
  /^(?!(distinct_ids|id$|uuid$|type$))/,
  /^distinct_ids/,
];

/**
 * The names’ places in their order: a person’s name and email, then the properties, the most filled ones first, then dates
 * and ids. Of changed persons, each property's value before is beside the one after. Columns of anything else than persons
 * stay as the file has them.
 * @param filled how many cells of each column are filled, of the first rows; empty while that is not known
 */
export function orderColumns(names: readonly string[], filled: readonly number[]): number[] {
  if (names.includes('changed') && names.some((name) => sideOfChange.test(name)))
    return orderChanges(names, filled);
  if (!names.some((name) => /^(properties\.|distinct_ids)/.test(name))) return [...names.keys()];
  const ranks = names.map(kindOf);
  const compare = (one: number, other: number): number =>
    (ranks[one] ?? 0) - (ranks[other] ?? 0) ||
    (filled[other] ?? 0) - (filled[one] ?? 0) ||
    Number(isOfService(names[one])) - Number(isOfService(names[other])) ||
    compareText(names[one] ?? '', names[other] ?? '');
  return [...names.keys()].toSorted(compare);
}

const sideOfChange = /^(before|after)\./;
const firstOfChange: readonly string[] = ['name', 'id', 'changed'];

/** Who it is and what changed, then the properties, those of most persons first, then anything else. */
function orderChanges(names: readonly string[], filled: readonly number[]): number[] {
  const properties = names.map((name) => name.replace(sideOfChange, ''));
  const columnsOf = Map.groupBy(names.keys(), (column) => properties[column]);
  const countOf = (column: number): number =>
    Math.max(...(columnsOf.get(properties[column]) ?? []).map((side) => filled[side] ?? 0), 0);
  const kind = (name = ''): number => {
    const place = firstOfChange.indexOf(name);
    if (place >= 0) return place;
    return firstOfChange.length + Number(!sideOfChange.test(name));
  };
  const compare = (one: number, other: number): number =>
    kind(names[one]) - kind(names[other]) ||
    countOf(other) - countOf(one) ||
    compareText(properties[one] ?? '', properties[other] ?? '') ||
    compareText(names[other] ?? '', names[one] ?? ''); // before, then after
  return [...names.keys()].toSorted(compare);
}

function kindOf(name: string): number {
  const kind = kinds.findIndex((pattern) => pattern.test(name));
  return kind < 0 ? kinds.length : kind;
}

/** Properties that the service sets by itself, such as `properties.$os`. */
function isOfService(name = ''): boolean {
  return name.startsWith('properties.$');
}
