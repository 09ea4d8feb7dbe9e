// What a version of a condition adds to a list of values and removes from it: in a long list it would not be seen.
import type { Translate } from '#text/translate.ts';
import { describeItem, maxValues, quoteValue } from './describeFilters.ts';
import type { FilterItem, FilterValue } from './filterShape.ts';

/**
 * Such as `plan equals … (added free, removed paid and 2 more)`. Undefined if both lists are shown in full, where
 * something else than values differs, and for all other conditions.
 */
export function describeListChange(before: FilterItem, after: FilterItem, t: Translate): string | undefined {
  if (before.kind !== 'property' || after.kind !== 'property') return undefined;
  const [old, current] = [before.value, after.value];
  if (old.kind !== 'list' || current.kind !== 'list') return undefined;
  if (Math.max(old.items.length, current.items.length) <= maxValues) return undefined;
  const [wordsBefore, words] = [before, after].map((item) =>
    describeItem({ ...item, value: { ...item.value, items: [] } }, t),
  );
  const [added, removed] = [without(current, old), without(old, current)];
  const changes = [
    ...(added.length > 0 ? [t('added {0}', listOf(added, t))] : []),
    ...(removed.length > 0 ? [t('removed {0}', listOf(removed, t))] : []),
  ];
  return words === wordsBefore && changes.length > 0
    ? t('{0} ({1})', words ?? '', changes.join(', '))
    : undefined;
}

/** Values of one list that the other one lacks. */
function without({ items }: FilterValue, other: FilterValue): readonly FilterValue[] {
  const keyOf = ({ kind, text }: FilterValue) => `${kind} ${text}`;
  const others = new Set(other.items.map(keyOf));
  return items.filter((item) => !others.has(keyOf(item)));
}

function listOf(values: readonly FilterValue[], t: Translate): string {
  const shown = values.slice(0, maxValues).map((value) => quoteValue(value, t));
  const left = values.length - shown.length;
  return left > 0 ? t('{0} and {1} more', shown.join(', '), left) : shown.join(', ');
}
