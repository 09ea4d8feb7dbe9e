// Values of persons' properties that this window has shown, for suggestions. They are personal data: kept in memory only,
// and no more than people read.
import { formatProjectRef, type ProjectRef } from './recordRef.ts';

const maxProperties = 300;
const maxValues = 20;
/** UTF-16 units; longer ones are no values that somebody picks. */
const longestValue = 100;

type Values = Map<string, Set<string>>;

/** By project, then by the name of the property. A bare map, because it is made as the extension starts. */
export type SeenValues = Map<string, Values>;

/** @param properties of a person, as JSON has them */
export function addSeenValues(seen: SeenValues, project: ProjectRef, properties: unknown): void {
  if (typeof properties !== 'object' || properties === null) return;
  const key = formatProjectRef(project);
  const values: Values = seen.get(key) ?? new Map<string, Set<string>>();
  seen.set(key, values);
  for (const [name, value] of Object.entries(properties)) addValue(values, name, value);
}

/** Those of the first persons first. */
export function seenValuesOf(
  seen: SeenValues,
  project: ProjectRef,
): ReadonlyMap<string, ReadonlySet<string>> {
  return seen.get(formatProjectRef(project)) ?? new Map<string, ReadonlySet<string>>();
}

function addValue(values: Values, name: string, value: unknown): void {
  if (!values.has(name) && values.size >= maxProperties) return;
  const known = values.get(name) ?? new Set<string>();
  values.set(name, known); // its name is worth a suggestion, whatever its value
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
  const text = String(value);
  if (known.size < maxValues && text !== '' && text.length <= longestValue) known.add(text);
}
