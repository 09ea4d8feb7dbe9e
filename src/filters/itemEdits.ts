// What the controls of a group or a condition change: add, remove, duplicate, wrap, and how a group joins its items.
import { type Change, type EditStep, runSteps } from './filterShape.ts';
import { duplicateItem, insertItem, moveItem, removeAt, setMember, setValue } from '#json/editValue.ts';
import { type FormatOptions, lineIndent } from '#json/formatJson.ts';
import { type JsonPath, moveNode, nodeAt } from '#json/jsonTree.ts';
import {
  type BehaviorCondition,
  type FilterGroup,
  type FilterItem,
  type FilterShape,
  itemsOf,
  ownerOf,
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

// A dashboard's groups made one plain list of conditions: the only form that every service takes.

/** Whether a dashboard has groups, and whether one of them asks for any of several conditions. */
export function groupsOf({ kind, group }: FilterShape): 'none' | 'all' | 'any' {
  if (kind !== 'dashboard' || !group) return 'none';
  const groups = [...itemsOf(group)].filter((item) => item.kind === 'group');
  if (groups.some(({ join, items }) => join !== 'AND' && items.length > 1)) return 'any';
  return group.isPlainList && groups.length === 1 ? 'none' : 'all';
}

/**
 * All conditions in their order in one list: then all of them must match. Undefined if there are no groups, or where
 * a group has more than conditions, which would be lost.
 */
export function flattenGroups(shape: FilterShape, options?: FormatOptions): Change {
  if (groupsOf(shape) === 'none' || !shape.group) return undefined;
  const conditions: string[] = [];
  for (const item of itemsOf(shape.group)) {
    if (item.kind === 'group' ? item.otherKeys.length > 0 : item.kind === 'other' && item.reason === 'deep')
      return undefined;
    const isCondition = item.kind !== 'group' && !(item.kind === 'other' && item.reason === 'empty');
    if (isCondition) conditions.push(shape.text.slice(item.node.from, item.node.to));
  }
  return setRaw(shape, ['properties'], `[${conditions.join(',')}]`, options);
}

// Conditions whose text did not change stay the same objects from one reading to the next, so that a component need not
// render one that it has already.

/**
 * The shape with the conditions of the older one that did not change, at their new offsets. The older one is used up.
 * Groups are those of the new one: the nodes of their conditions may come from several readings.
 */
export function keepUnchangedItems(shape: FilterShape, older: FilterShape | undefined): FilterShape {
  if (!older || older.kind !== shape.kind || !older.group || !shape.group) return shape;
  return { ...shape, group: keepInGroup(shape.group, older.group, shape.text, older.text) };
}

function keepInGroup(group: FilterGroup, older: FilterGroup, text: string, olderText: string): FilterGroup {
  const isSameList = String(group.itemsPath) === String(older.itemsPath);
  if (!isSameList) return group;
  const keep = (item: FilterItem, index: number): FilterItem => {
    const known = older.items[index];
    if (item.kind === 'group')
      return known?.kind === 'group' ? keepInGroup(item, known, text, olderText) : item;
    if (known?.kind !== item.kind || lookOf(known, olderText) !== lookOf(item, text)) return item;
    moveNode(known.node, item.node.from - known.node.from);
    return known;
  };
  return { ...group, items: group.items.map(keep) };
}

/** JSON is shown without the indentation of its first line. */
function lookOf({ node }: FilterItem, text: string): string {
  return lineIndent(text, node.from) + text.slice(node.from, node.to);
}

// Moves of groups and conditions: by dragging, and by one line up, down or out.

/** A list, and the item's index in it after the move. */
export interface MoveTarget {
  readonly listPath: JsonPath;
  readonly index: number;
}

export function moveTo(
  shape: FilterShape,
  from: JsonPath,
  { listPath, index }: MoveTarget,
  options?: FormatOptions,
): Change {
  const change = runSteps(shape, movedPath(from, listPath, index), [
    (text) => moveItem(text, from, listPath, index, options),
  ]);
  return change?.text === shape.text ? undefined : change;
}

/** One line up or down on the screen: into a group that comes next, and out of a group at its end. */
export function stepTarget(shape: FilterShape, path: JsonPath, direction: 1 | -1): MoveTarget | undefined {
  const owner = ownerOf(shape, path);
  if (!owner) return undefined;
  const at = Number(path.at(-1));
  const neighbor = owner.items[at + direction];
  if (neighbor?.kind === 'group' && nodeAt(shape.root, neighbor.itemsPath)) {
    return { listPath: neighbor.itemsPath, index: direction > 0 ? 0 : neighbor.items.length };
  }
  if (neighbor) return { listPath: owner.itemsPath, index: at + direction };
  return outTarget(shape, path, direction);
}

/** Out of its group, after it (1) or before it (-1); undefined in the topmost group. */
export function outTarget(shape: FilterShape, path: JsonPath, direction: 1 | -1 = 1): MoveTarget | undefined {
  const owner = ownerOf(shape, path);
  if (!owner || !ownerOf(shape, owner.path)) return undefined;
  const index = Number(owner.path.at(-1)) + (direction > 0 ? 1 : 0);
  return { listPath: owner.path.slice(0, -1), index };
}

/** The path of an item after a move; removing it may shift the path to the list. */
function movedPath(from: JsonPath, listPath: JsonPath, index: number): JsonPath {
  const list = from.slice(0, -1);
  const at = Number(from.at(-1));
  const step = listPath[list.length];
  const isShifted =
    typeof step === 'number' && step > at && list.every((each, depth) => listPath[depth] === each);
  return [...(isShifted ? listPath.with(list.length, step - 1) : listPath), index];
}
