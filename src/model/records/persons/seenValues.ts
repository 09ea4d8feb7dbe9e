// Values of persons' properties that this window has read, for suggestions. They are personal data: kept in memory only, no
// more than people read, and gone with the connection, with its key and with the exports. editors/filters/suggestedNames.ts
// sends those of a property to the page, where fields/useCombobox.ts finds the ones that match.
import { plainText } from '#json/longNumbers.ts';
import type { Event, Subscription } from '#model/storage/emitter.ts';
import { deleteProjects, formatProjectRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';

const maxProperties = 300;
const maxValues = 20;
/** UTF-16 units; longer values would not be picked from a list. */
const maxValueLength = 100;

/** Values by the name of their property. */
export type ProjectValues = Map<string, Set<string>>;

/** Values by project. Once a project's map is deleted, neither its values nor later additions to it are suggested. */
export type SeenValues = Map<string, ProjectValues>;

/** Call before persons are requested, so that persons that arrive after a deletion are not suggested. */
export function openSeenValues(seen: SeenValues, project: ProjectRef): ProjectValues {
  const key = formatProjectRef(project);
  const values: ProjectValues = seen.get(key) ?? new Map<string, Set<string>>();
  seen.set(key, values);
  return values;
}

/** @param properties of a person, as JSON has them */
export function addSeenValues(values: ProjectValues, properties: unknown): void {
  if (typeof properties !== 'object' || properties === null) return;
  for (const [name, value] of Object.entries(properties)) addValue(values, name, value);
}

/** Values in the order in which they were read. */
export function seenValuesOf(
  seen: SeenValues,
  project: ProjectRef,
): ReadonlyMap<string, ReadonlySet<string>> {
  return seen.get(formatProjectRef(project)) ?? new Map<string, ReadonlySet<string>>();
}

export interface SeenValuesSources {
  readonly connections: {
    readonly onDidLeave: Event<string>;
  };
  readonly keys: { onDidChange(listener: (connectionId: string) => void): Subscription };
}

/** Values go with their service, and with the key that read them. */
export function forgetSeenValues(
  seen: SeenValues,
  { connections, keys }: SeenValuesSources,
): readonly Subscription[] {
  const forget = (connectionId: string) => deleteProjects(seen, (id) => id === connectionId);
  return [connections.onDidLeave(forget), keys.onDidChange(forget)];
}

function addValue(values: ProjectValues, name: string, value: unknown): void {
  if (!values.has(name) && values.size >= maxProperties) return;
  const known = values.get(name) ?? new Set<string>();
  values.set(name, known); // the name is suggested whatever its value
  const text = plainText(value);
  if (text === undefined) return;
  if (known.size < maxValues && text !== '' && text.length <= maxValueLength) known.add(text);
}
