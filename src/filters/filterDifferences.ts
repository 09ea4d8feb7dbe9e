// What differs between two versions of filters, condition by condition.
import type { JsonNode } from '#json/jsonTree.ts';
import { alignItems } from '#json/merge/alignItems.ts';
import { createIdentity } from '#json/sameValue.ts';
import type { Translate } from '#text/translate.ts';
import { describeItem, maxValues, quoteValue } from './describeFilters.ts';
import { type FilterItem, type FilterShape, type FilterValue, itemsOf } from './filterShape.ts';

export interface FilterDifferences {
  /** `keys`: those of the condition whose values differ. */
  readonly changed: readonly (readonly [before: FilterItem, after: FilterItem, keys: readonly string[]])[];
  readonly added: readonly FilterItem[];
  readonly removed: readonly FilterItem[];
  /** Conditions that only have another place. */
  readonly movedCount: number;
  /** Members of the filters besides `properties`, such as `date_from`. */
  readonly otherKeys: readonly string[];
}

type Identify = (shape: FilterShape, item: FilterItem) => number;

/** Groups do not count: a change of a group alone is not in the result. */
export function findFilterDifferences(before: FilterShape, after: FilterShape): FilterDifferences {
  const identity = createIdentity('lastWins');
  const identify: Identify = ({ text }, { node }) => identity(text, node);
  const { old, current, movedCount } = withoutMoved(
    conditionsOf(before, identify),
    conditionsOf(after, identify),
  );
  const partners = alignItems(
    old.map(({ id }) => id),
    current.map(({ id }) => id),
  );
  const changes = {
    changed: [] as [FilterItem, FilterItem, readonly string[]][],
    added: [] as FilterItem[],
    removed: [] as FilterItem[],
  };
  const differ = (was: JsonNode, is: JsonNode) =>
    differingKeys([before.text, was], [after.text, is], identity);
  let [oldFrom, currentFrom] = [0, 0];
  // Between two conditions that both versions have, the first old one became the first current one, and so on.
  for (let index = 0; index <= old.length; index++) {
    const partner = index === old.length ? current.length : (partners[index] ?? -1);
    if (partner < 0) continue;
    const gone = old.slice(oldFrom, index);
    const come = current.slice(currentFrom, partner);
    for (const [at, { item }] of gone.entries()) {
      const now = come[at];
      if (now) changes.changed.push([item, now.item, differ(item.node, now.item.node)]);
      else changes.removed.push(item);
    }
    for (const { item } of come.slice(gone.length)) changes.added.push(item);
    [oldFrom, currentFrom] = [index + 1, partner + 1];
  }
  const otherKeys = differ(before.root, after.root).filter((key) => key !== 'properties');
  return { ...changes, movedCount, otherKeys };
}

interface Condition {
  readonly item: FilterItem;
  /** Equal for conditions of the same value. */
  readonly id: number;
}

/** Conditions from top to bottom. */
function conditionsOf(shape: FilterShape, identify: Identify): readonly Condition[] {
  const items = shape.group ? [...itemsOf(shape.group)] : [];
  return items.filter(({ kind }) => kind !== 'group').map((item) => ({ item, id: identify(shape, item) }));
}

/** A condition that is out of order but in both versions was moved, and is in neither list. */
function withoutMoved(old: readonly Condition[], current: readonly Condition[]) {
  const partners = alignItems(
    old.map(({ id }) => id),
    current.map(({ id }) => id),
  );
  const kept = new Set(partners);
  const come = current.filter((_, index) => !kept.has(index));
  const moved = new Set<Condition>();
  for (const gone of old.filter((_, index) => (partners[index] ?? -1) < 0)) {
    const now = come.find((one) => one.id === gone.id && !moved.has(one));
    if (now) moved.add(gone).add(now);
  }
  const isKept = (one: Condition) => !moved.has(one);
  return { old: old.filter(isKept), current: current.filter(isKept), movedCount: moved.size / 2 };
}

/** Of two objects; of anything else none. */
function differingKeys(
  before: readonly [text: string, node: JsonNode],
  after: readonly [text: string, node: JsonNode],
  identity: ReturnType<typeof createIdentity>,
): readonly string[] {
  const valuesOf = ([text, node]: typeof before) => {
    const members = node.kind === 'object' ? node.members : [];
    return new Map(members.map(({ key, value }) => [key, identity(text, value)]));
  };
  const [old, current] = [valuesOf(before), valuesOf(after)];
  const keys = new Set([...old.keys(), ...current.keys()]);
  return [...keys].filter((key) => old.get(key) !== current.get(key));
}

// What a version of a condition adds to a list of values and removes from it: in a long list it would not be seen.

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
