// What each control of a filter changes, as edits of the text that touch its node alone. Each answers undefined where
// nothing can be done.
import { applyEdits, type FormatOptions, type TextEdit } from '#json/format.ts';
import {
  duplicateItem,
  insertItem,
  moveItem,
  removeAt,
  setMember,
  setValue,
  type EditOptions,
  type JsonEdits,
} from '#json/edit.ts';
import { nodeAt, type JsonPath } from '#json/tree.ts';
import type {
  BehaviorCondition,
  FilterGroup,
  FilterItem,
  FilterShape,
  FilterValue,
  ValueKind,
} from './shape.ts';

/** Edits of the text one after the other: each stage is made to the text that the one before it has left. */
export interface FilterChange {
  readonly stages: readonly (readonly TextEdit[])[];
  readonly text: string;
  /** Where what was changed stands afterwards. */
  readonly path: JsonPath;
}

export type Change = FilterChange | undefined;
type Step = (text: string) => JsonEdits;

/** What a new item is. */
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
  cohort: { type: 'cohort', key: 'id', value: null },
  group: { type: 'OR', values: [] },
};

const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether this is how JSON writes a number. */
export function isNumberText(text: string): boolean {
  return numberText.test(text);
}

export interface TypeOptions extends FormatOptions {
  /** Where there is no value yet, a number is what is meant. */
  readonly prefersNumber?: boolean;
}

/** Gives the value what was typed, of the type that it has: what is no number does not get into a number. */
export function typeValue(
  shape: FilterShape,
  value: FilterValue,
  typed: string,
  options: TypeOptions = {},
): Change {
  const isOpen = value.kind === 'absent' || value.kind === 'null';
  const isNumber = value.kind === 'number' || (isOpen && options.prefersNumber === true);
  if (isNumber && !isNumberText(typed)) return undefined;
  return setRaw(shape, value.path, isNumber ? typed : JSON.stringify(typed), options);
}

/** Gives a member or an item a value by its JSON; adds the member where there is none. */
export function setRaw(shape: FilterShape, path: JsonPath, raw: string, options?: EditOptions): Change {
  return run(shape, path, [
    (text) => {
      const last = path.at(-1);
      if (typeof last !== 'string') return setValue(text, path, raw, options);
      return setMember(text, path.slice(0, -1), last, raw, options);
    },
  ]);
}

/** Makes another type of a value; not where more than its spelling would get lost. */
export function convertValue(
  shape: FilterShape,
  value: FilterValue,
  kind: ValueKind,
  options?: FormatOptions,
): Change {
  if (value.kind === 'other' || (value.kind === 'list' && value.items.length > 1)) return undefined;
  const single = value.kind === 'list' ? value.items[0] : value;
  const text = single?.kind === 'null' ? '' : (single?.text ?? '');
  const raw = {
    absent: undefined,
    other: undefined,
    text: JSON.stringify(text),
    number: isNumberText(text.trim()) ? text.trim() : '0',
    boolean: text === 'true' ? 'true' : 'false',
    null: 'null',
    list: single && single.kind !== 'absent' && text !== '' ? `[${rawOf(shape, single)}]` : '[]',
  }[kind];
  return raw === undefined ? undefined : setRaw(shape, value.path, raw, options);
}

/** Puts values behind those of a list: numbers where all that is there are numbers, else texts. */
export function addValues(
  shape: FilterShape,
  list: FilterValue,
  typed: readonly string[],
  options?: FormatOptions,
): Change {
  const isNumeric = list.items.length > 0 && list.items.every(({ kind }) => kind === 'number');
  const raws = typed.map((text) => (isNumeric && isNumberText(text) ? text : JSON.stringify(text)));
  const first = list.items.length;
  const steps = raws.map(
    (raw, index): Step =>
      (text) =>
        insertItem(text, list.path, first + index, raw, options),
  );
  return run(shape, list.path, steps);
}

export function setJoin(
  shape: FilterShape,
  group: FilterGroup,
  join: string,
  options?: FormatOptions,
): Change {
  if (!group.isPlainList) return setRaw(shape, [...group.path, 'type'], JSON.stringify(join), options);
  const { from, to } = group.node;
  const raw = `{"type":${JSON.stringify(join)},"values":${shape.text.slice(from, to)}}`;
  return run(shape, group.path, [(text) => setValue(text, group.path, raw, options)]);
}

/** Puts a new item behind those of a group; into `properties` where there is no group yet. */
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
    return run(shape, path, [(text) => setMember(text, [], 'properties', list, options)]);
  }
  const path = [...group.itemsPath, group.items.length];
  return run(shape, path, [
    (text) =>
      nodeAt(shape.root, group.itemsPath)
        ? insertItem(text, group.itemsPath, group.items.length, raw, options)
        : setMember(text, group.path, 'values', `[${raw}]`, options),
  ]);
}

/** Several members of one item at once; what is `undefined` stays as it is. */
export function setStrings(
  shape: FilterShape,
  item: FilterItem,
  strings: Readonly<Record<string, string | undefined>>,
  options?: FormatOptions,
): Change {
  const steps = Object.entries(strings).flatMap(([key, value]): Step[] =>
    value === undefined ? [] : [(text) => setMember(text, item.path, key, JSON.stringify(value), options)],
  );
  return run(shape, item.path, steps);
}

/** What a behaviour cannot do without, as JSON; a member that has a value already keeps it. */
const neededBy: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  performed_event_multiple: { operator_value: '1' },
  performed_event_regularly: {
    operator: '"gte"',
    operator_value: '1',
    time_value: '1',
    time_interval: '"week"',
    min_periods: '1',
    total_periods: '3',
  },
  performed_event_sequence: {
    seq_event: '""',
    seq_event_type: '"events"',
    seq_time_value: '7',
    seq_time_interval: '"day"',
  },
  stopped_performing_event: { seq_time_value: '7', seq_time_interval: '"day"' },
  restarted_performing_event: { seq_time_value: '7', seq_time_interval: '"day"' },
};

/** What is asked of an event; `operator` counts where there is something to count. */
export function setBehavior(
  shape: FilterShape,
  { path, node }: BehaviorCondition,
  behavior: string,
  operator: string | undefined,
  options?: FormatOptions,
): Change {
  const isOpen = (key: string) => {
    const value = nodeAt(node, [key]);
    return !value || shape.text.slice(value.from, value.to) === 'null';
  };
  const needed = Object.entries(neededBy[behavior] ?? {}).filter(([key]) => isOpen(key));
  const members = [['value', JSON.stringify(behavior)], ...needed];
  if (operator !== undefined) members.push(['operator', JSON.stringify(operator)]);
  const steps = members.map(
    ([key = '', raw = '']): Step =>
      (text) =>
        setMember(text, path, key, raw, options),
  );
  return run(shape, path, steps);
}

export function removeItem(shape: FilterShape, path: JsonPath): Change {
  return run(shape, path, [(text) => removeAt(text, path)]);
}

export function duplicate(shape: FilterShape, path: JsonPath): Change {
  const last = Number(path.at(-1));
  return run(shape, [...path.slice(0, -1), last + 1], [(text) => duplicateItem(text, path)]);
}

/** Where an item may go: a list, and the item's index in it after the move. */
export interface Target {
  readonly listPath: JsonPath;
  readonly index: number;
}

export function moveTo(
  shape: FilterShape,
  from: JsonPath,
  { listPath, index }: Target,
  options?: FormatOptions,
): Change {
  const change = run(shape, movedPath(from, listPath, index), [
    (text) => moveItem(text, from, listPath, index, options),
  ]);
  return change?.text === shape.text ? undefined : change;
}

/** One line up or down, as the eye sees it: into a group that comes next, and out of one that ends. */
export function stepTarget(shape: FilterShape, path: JsonPath, direction: 1 | -1): Target | undefined {
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

/** Out of its group, behind (before) it; undefined at the top. */
export function outTarget(shape: FilterShape, path: JsonPath, direction: 1 | -1 = 1): Target | undefined {
  const owner = ownerOf(shape, path);
  if (!owner || !ownerOf(shape, owner.path)) return undefined;
  const index = Number(owner.path.at(-1)) + (direction > 0 ? 1 : 0);
  return { listPath: owner.path.slice(0, -1), index };
}

/** Puts a group of its own around an item; `join` is the contrary of the group's around it, else it would say nothing. */
export function wrapItem(shape: FilterShape, item: FilterItem, options?: FormatOptions): Change {
  const join = ownerOf(shape, item.path)?.join === 'OR' ? 'AND' : 'OR';
  const { from, to } = item.node;
  const raw = `{"type":"${join}","values":[${shape.text.slice(from, to)}]}`;
  return run(shape, [...item.path, 'values', 0], [(text) => setValue(text, item.path, raw, options)]);
}

/** Puts the items of a group into its place; not of one that holds more than items. */
export function unwrapGroup(shape: FilterShape, group: FilterGroup): Change {
  const listPath = group.path.slice(0, -1);
  const at = Number(group.path.at(-1));
  if (group.otherKeys.length > 0 || !ownerOf(shape, group.path)) return undefined;
  const moves = group.items.map(
    (_, index): Step =>
      (text) =>
        moveItem(text, [...group.itemsPath, 0], listPath, at + 1 + index),
  );
  return run(shape, group.path, [...moves, (text) => removeAt(text, group.path)]);
}

/** The group whose item the path is; undefined for the topmost group. */
export function ownerOf(shape: FilterShape, path: JsonPath): FilterGroup | undefined {
  let group = shape.group;
  while (group) {
    const { itemsPath } = group;
    const isInside = path.length > itemsPath.length && itemsPath.every((step, at) => path[at] === step);
    if (!isInside) return undefined;
    if (path.length === itemsPath.length + 1) return group;
    const inner: FilterItem | undefined = group.items[Number(path[itemsPath.length])];
    group = inner?.kind === 'group' ? inner : undefined;
  }
  return undefined;
}

/** The path of an item after a move that takes it out of a list which the way to its new place may lead through. */
function movedPath(from: JsonPath, listPath: JsonPath, index: number): JsonPath {
  const list = from.slice(0, -1);
  const at = Number(from.at(-1));
  const step = listPath[list.length];
  const isThrough =
    typeof step === 'number' && step > at && list.every((each, depth) => listPath[depth] === each);
  return [...(isThrough ? listPath.with(list.length, step - 1) : listPath), index];
}

function run(shape: FilterShape, path: JsonPath, steps: readonly Step[]): Change {
  const stages: (readonly TextEdit[])[] = [];
  let { text } = shape;
  for (const step of steps) {
    const edits = step(text);
    if (!edits) return undefined;
    stages.push(edits);
    text = applyEdits(text, edits);
  }
  return { stages, text, path };
}

function rawOf(shape: FilterShape, { node }: FilterValue): string {
  return node ? shape.text.slice(node.from, node.to) : '""';
}
