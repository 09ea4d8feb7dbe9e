// Changes of a cohort that its service has recorded, as entries of its history beside those that were made from here.
import { isSameValue } from '#json/sameValue.ts';
import { toJsonText } from '#json/parsedValue.ts';
import { withoutServiceKeys } from '#filters/serviceKeys.ts';
import type { CohortActivity } from '#model/records/cohortDetails.ts';
import { maxBatch } from '#model/records/persons/staticPersons.ts';
import { ownerName } from '#model/records/deckRecord.ts';
import { layOut, membersOf } from './documentText.ts';
import type { HistoryEntry } from './localHistory.ts';

/** A change from here, with the text that it left. */
export interface OwnChange {
  readonly entry: HistoryEntry;
  readonly after: string | undefined;
}

/** Clocks differ, and a change of many persons takes long. */
const maxApartMs = 15 * 60_000;

/** All changes, the last first. One that was made from here, and that the service has recorded as well, is there once. */
export function withRecorded(
  own: readonly OwnChange[],
  activities: readonly CohortActivity[],
): readonly HistoryEntry[] {
  const recorded = activities.flatMap(toEntries);
  const taken = new Set<HistoryEntry>();
  for (const change of own) {
    const apart = ({ at }: HistoryEntry): number => Math.abs(change.entry.at - at);
    const same = recorded
      .filter((one) => !taken.has(one) && isSameChange(change, one))
      .toSorted((a, b) => apart(a) - apart(b));
    // All requests of a change have one author: that of the nearest in time.
    const author = same[0]?.recorded?.author;
    const mine = same.filter((one) => one.recorded?.author === author);
    for (const one of mine.slice(0, requestsOf(change))) taken.add(one);
  }
  const others = recorded.filter((one) => !taken.has(one));
  return [...own.map(({ entry }) => entry), ...others].toSorted((a, b) => b.at - a.at);
}

/** How many entries of the service a change from here may be. */
function requestsOf({ entry, after }: OwnChange): number {
  if (entry.action === 'addPersons' || entry.action === 'removePersons') {
    const persons = new Map(membersOf(after ?? '{}')).get('persons');
    return entry.action === 'addPersons' ? Math.ceil(Number(persons ?? 1) / maxBatch) : Number(persons ?? 1);
  }
  // A save of the whole record may be recorded field by field.
  return entry.part === 'record' ? membersOf(after ?? '{}').length : 1;
}

/** Of the same field to the same value, at about the same time. */
function isSameChange({ entry, after }: OwnChange, recorded: HistoryEntry): boolean {
  if (Math.abs(entry.at - recorded.at) > maxApartMs) return false;
  const [mine, theirs] = [fieldsOf(entry, after), fieldsOf(recorded, recorded.recorded?.after)];
  if (!mine || !theirs) return entry.action === recorded.action;
  return theirs.every(([field, raw]) =>
    mine.some(([name, text]) => name === field && isSameValue(comparable(text), comparable(raw))),
  );
}

/** Undefined for what changes no field. */
function fieldsOf(
  { action, part }: HistoryEntry,
  after: string | undefined,
): readonly (readonly [field: string, raw: string])[] | undefined {
  if (!['save', 'merge', 'update'].includes(action)) return undefined;
  if (part === 'filters' || part === 'groups') return [[part, after ?? '']];
  return membersOf(after ?? '{}');
}

function comparable(raw: string): string {
  return raw.trimStart().startsWith('{') ? withoutServiceKeys(raw) : raw.trim();
}

/** One for each field that people edit. */
function toEntries({ action, at, user, changes }: CohortActivity): readonly HistoryEntry[] {
  const author = ownerName(user) ?? '';
  const entry = (
    rest: Pick<HistoryEntry, 'action' | 'part'>,
    before?: string,
    after?: string,
  ): HistoryEntry => ({
    at,
    ...rest,
    before: undefined,
    after: undefined,
    recorded: { author, before, after },
  });
  if (action !== 'update') return [entry({ action, part: undefined })];
  return changes.flatMap(({ field, before, after }) => {
    if (field === 'deleted')
      return [entry({ action: after === true ? 'delete' : 'restore', part: undefined })];
    if (field === 'filters' || field === 'groups')
      return [entry({ action: 'save', part: field }, textOf(before), textOf(after))];
    if (field !== 'name' && field !== 'description') return [];
    const old = before === undefined ? undefined : JSON.stringify({ [field]: before });
    return [entry({ action: 'update', part: undefined }, old, JSON.stringify({ [field]: after ?? '' }))];
  });
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'object' ? toJsonText(value) : undefined;
  return text === undefined ? undefined : layOut(text);
}
