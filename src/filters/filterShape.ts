// filters/ knows what filters mean. This is their shape as people think of it: groups of conditions. Each part knows its
// path, so a change of it touches nothing else. What has none of the known shapes is an `other` item and stays as it is.
import type { JsonEdits } from '#json/editValue.ts';
import { applyEdits, type TextEdit } from '#json/formatJson.ts';
import type { JsonNode, JsonObjectNode, JsonPath } from '#json/jsonTree.ts';

/** The type of a value, which a change keeps. `other`: an object, or a list with more than scalars. */
export type ValueKind = 'absent' | 'text' | 'number' | 'boolean' | 'null' | 'list' | 'other';

export interface FilterValue {
  readonly kind: ValueKind;
  /** The path, also of a missing value. */
  readonly path: JsonPath;
  readonly node: JsonNode | undefined;
  /** A text without escapes; the JSON of anything else. */
  readonly text: string;
  /** The items of a list; otherwise empty. */
  readonly items: readonly FilterValue[];
}

interface Placed {
  readonly path: JsonPath;
  readonly node: JsonNode;
}

interface Known extends Placed {
  /** Unknown keys, in the order of the text. */
  readonly otherKeys: readonly string[];
}

export interface FilterGroup extends Known {
  readonly kind: 'group';
  /** `AND`, `OR`, or another text; `AND` if there is none. */
  readonly join: string;
  /** A list of conditions without a type, as in dashboards. */
  readonly isPlainList: boolean;
  /** The path of the list, also if it is missing. */
  readonly itemsPath: JsonPath;
  readonly items: readonly FilterItem[];
}

export interface Leaf extends Known {
  /** As the text has it; empty if it has none. */
  readonly type: string;
  readonly isNegated: boolean;
}

/** A property of a person, or of what `type` names, compared with a value. */
export interface PropertyCondition extends Leaf {
  readonly kind: 'property';
  readonly key: FilterValue;
  /** `exact` if the text has none. */
  readonly operator: string;
  readonly value: FilterValue;
}

export interface CohortCondition extends Leaf {
  readonly kind: 'cohort';
  /** As the text has it, such as `not_in`; empty if it has none. */
  readonly operator: string;
  /** The id of the other cohort. */
  readonly value: FilterValue;
  /** Whether its members are excluded: by `negation`, or by the operator `not_in`; both together include them again. */
  readonly isExcluded: boolean;
}

export interface BehaviorCondition extends Leaf {
  readonly kind: 'behavior';
  /** The event's name, or an action's id. */
  readonly key: FilterValue;
  /** `performed_event` and the like. */
  readonly behavior: string;
  readonly eventType: string;
  /** How often, compared by `operator`. */
  readonly operator: string;
  readonly times: FilterValue;
  readonly timeValue: FilterValue;
  readonly timeInterval: string;
  /** A date such as `-30d`, instead of value and interval. */
  readonly since: FilterValue;
  readonly until: FilterValue;
  /** Conditions on the event, of which all are true. */
  readonly eventFilters: readonly FilterItem[];
  /** The second event of a sequence, and its type. */
  readonly nextKey: FilterValue;
  readonly nextType: string;
  /** The second time span: between two events, or the last part of the first one. */
  readonly nextValue: FilterValue;
  readonly nextInterval: string;
  /** In how many of how many periods a regular behavior occurs. */
  readonly minPeriods: FilterValue;
  readonly totalPeriods: FilterValue;
}

/** An item without controls. */
export interface OtherItem extends Placed {
  readonly kind: 'other';
  /** As the text has it; empty if it has none. */
  readonly type: string;
  /**
   * - `unseen`: a text of it would not be shown whole in a field
   * - `repeated`: a key is repeated
   * - `unfit`: its kind is known, and a value has none of the types that the controls keep
   */
  readonly reason: 'empty' | 'deep' | 'unknown' | 'unseen' | 'repeated' | 'unfit';
}

export type FilterItem = FilterGroup | PropertyCondition | CohortCondition | BehaviorCondition | OtherItem;

export interface FilterShape {
  readonly text: string;
  readonly root: JsonObjectNode;
  readonly kind: 'cohort' | 'dashboard';
  /** Undefined if there are no conditions. */
  readonly group: FilterGroup | undefined;
  /** The value of `properties` where it is neither conditions nor empty. */
  readonly oddProperties: OtherItem | undefined;
  /** The dates of a dashboard; undefined for a cohort. */
  readonly dates: { readonly from: FilterValue; readonly to: FilterValue } | undefined;
  /** All other keys. */
  readonly otherKeys: readonly string[];
  /** The number of conditions and groups. */
  readonly size: number;
}

export function isOpen({ kind }: FilterValue): boolean {
  return kind === 'absent' || kind === 'null';
}

/** The deepest group or condition around the offset, or one that ends there. */
export function itemAt(group: FilterGroup, offset: number): FilterItem | undefined {
  const isAround = ({ node }: FilterItem) => node.from <= offset && offset <= node.to;
  if (!isAround(group)) return undefined;
  let found: FilterItem = group;
  for (;;) {
    const inner: FilterItem | undefined = found.kind === 'group' ? found.items.find(isAround) : undefined;
    if (!inner) return found;
    found = inner;
  }
}

/** The group or condition at the path; also a condition on an event. */
export function itemWithin(group: FilterGroup, path: JsonPath): FilterItem | undefined {
  return [...partsOf(group)].find(
    (item) => item.path.length === path.length && item.path.every((step, at) => step === path[at]),
  );
}

/** The item and everything in it, from top to bottom. */
export function* itemsOf(item: FilterItem): Generator<FilterItem> {
  yield item;
  if (item.kind === 'group') for (const inner of item.items) yield* itemsOf(inner);
}

/** The same with the conditions on events, which are parts of the items that count them. */
export function* partsOf(item: FilterItem): Generator<FilterItem> {
  for (const inner of itemsOf(item)) {
    yield inner;
    if (inner.kind === 'behavior') yield* inner.eventFilters;
  }
}

/** 1 for a group without groups. */
export function depthOf({ items }: FilterGroup): number {
  let deepest = 0;
  for (const item of items) if (item.kind === 'group') deepest = Math.max(deepest, depthOf(item));
  return 1 + deepest;
}

/** The group around an item; undefined for the topmost group. */
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

/** The edits of one or more steps, each made to the text that the step before it left. */
export interface FilterChange {
  readonly stages: readonly (readonly TextEdit[])[];
  readonly text: string;
  /** The path of the changed item afterwards. */
  readonly path: JsonPath;
}

export type Change = FilterChange | undefined;
export type EditStep = (text: string) => JsonEdits;

/** Undefined if a step is not possible. `path`: of the changed item afterwards. */
export function runSteps(shape: FilterShape, path: JsonPath, steps: readonly EditStep[]): Change {
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
