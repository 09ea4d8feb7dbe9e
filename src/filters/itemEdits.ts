// What the controls of a group or a condition change: add, remove, duplicate, wrap, and how a group joins its items.
import { duplicateItem, insertItem, moveItem, removeAt, setMember, setValue } from '#json/editValue.ts';
import type { FormatOptions } from '#json/formatJson.ts';
import { nodeAt, type JsonPath } from '#json/jsonTree.ts';
import { runSteps, type Change, type EditStep } from './filterChange.ts';
import {
  ownerOf,
  type BehaviorCondition,
  type FilterGroup,
  type FilterItem,
  type FilterShape,
} from './filterShape.ts';
import { setRaw } from './valueEdits.ts';

/** The kinds of new items. */
export type NewItem = 'property' | 'behavior' | 'cohort' | 'group';

const newItems: Readonly<Record<NewItem, object>> = {
  property: { type: 'person', key: '', operator: 'exact', value: '' },
  behavior: {
    type: 'behavioral',
    key: '',
    value: 'performed_event',
    event_type: 'events',
    time_value: 30,
    time_interval: 'day',
  },
  cohort: { type: 'cohort', key: 'id', value: '' },
  group: { type: 'OR', values: [] },
};

export function setJoin(
  shape: FilterShape,
  group: FilterGroup,
  join: string,
  options?: FormatOptions,
): Change {
  if (!group.isPlainList) return setRaw(shape, [...group.path, 'type'], JSON.stringify(join), options);
  const { from, to } = group.node;
  const raw = `{"type":${JSON.stringify(join)},"values":${shape.text.slice(from, to)}}`;
  return runSteps(shape, group.path, [(text) => setValue(text, group.path, raw, options)]);
}

/** Appends a new item to a group, or creates `properties` with it if there is no group yet. */
export function addItem(
  shape: FilterShape,
  group: FilterGroup | undefined,
  kind: NewItem,
  options?: FormatOptions,
): Change {
  const raw = JSON.stringify(newItems[kind]);
  if (!group) {
    const isList = shape.kind === 'dashboard' && kind !== 'group';
    const list = isList ? `[${raw}]` : `{"type":"AND","values":[${raw}]}`;
    const path = isList ? ['properties', 0] : ['properties', 'values', 0];
    return runSteps(shape, path, [(text) => setMember(text, [], 'properties', list, options)]);
  }
  const path = [...group.itemsPath, group.items.length];
  return runSteps(shape, path, [
    (text) =>
      nodeAt(shape.root, group.itemsPath)
        ? insertItem(text, group.itemsPath, group.items.length, raw, options)
        : setMember(text, group.path, 'values', `[${raw}]`, options),
  ]);
}

/** Appends a condition on the event of another condition. */
export function addEventFilter(
  shape: FilterShape,
  { path, eventFilters }: BehaviorCondition,
  options?: FormatOptions,
): Change {
  const raw = JSON.stringify({ ...newItems.property, type: 'event' });
  const [list, index] = [[...path, 'event_filters'], eventFilters.length];
  return runSteps(
    shape,
    [...list, index],
    [
      (text) =>
        nodeAt(shape.root, list)?.kind === 'list'
          ? insertItem(text, list, index, raw, options)
          : setMember(text, path, 'event_filters', `[${raw}]`, options),
    ],
  );
}

export function withoutItem(shape: FilterShape, path: JsonPath): Change {
  return runSteps(shape, path, [(text) => removeAt(text, path)]);
}

export function duplicate(shape: FilterShape, path: JsonPath): Change {
  const last = Number(path.at(-1));
  return runSteps(shape, [...path.slice(0, -1), last + 1], [(text) => duplicateItem(text, path)]);
}

/** Wraps an item in a group with the opposite join; a group with the same join would change nothing. */
export function wrapItem(shape: FilterShape, item: FilterItem, options?: FormatOptions): Change {
  const join = ownerOf(shape, item.path)?.join === 'OR' ? 'AND' : 'OR';
  const { from, to } = item.node;
  const raw = `{"type":"${join}","values":[${shape.text.slice(from, to)}]}`;
  return runSteps(shape, [...item.path, 'values', 0], [(text) => setValue(text, item.path, raw, options)]);
}

/** Replaces a group with its items; not possible where the group has other keys. */
export function unwrapGroup(shape: FilterShape, group: FilterGroup): Change {
  const listPath = group.path.slice(0, -1);
  const at = Number(group.path.at(-1));
  if (group.otherKeys.length > 0 || !ownerOf(shape, group.path)) return undefined;
  const moves = group.items.map(
    (_, index): EditStep =>
      (text) =>
        moveItem(text, [...group.itemsPath, 0], listPath, at + 1 + index),
  );
  return runSteps(shape, group.path, [...moves, (text) => removeAt(text, group.path)]);
}
