// Filters as people think of them: groups of conditions. Each part knows its path, so a change of it touches nothing
// else. What has none of the known shapes is an `other` item and stays as it is.
import type { JsonNode, JsonObjectNode, JsonPath } from '#json/tree.ts';

/** A value and the type that it keeps when it is changed. `other` is an object, or a list that holds more than scalars. */
export type ValueKind = 'absent' | 'text' | 'number' | 'boolean' | 'null' | 'list' | 'other';

export interface FilterValue {
  readonly kind: ValueKind;
  /** Also where there is no value yet: it would stand here. */
  readonly path: JsonPath;
  readonly node: JsonNode | undefined;
  /** What a text means, and the very characters of anything else. */
  readonly text: string;
  /** Of a list; empty otherwise. */
  readonly items: readonly FilterValue[];
}

interface Placed {
  readonly path: JsonPath;
  readonly node: JsonNode;
}

interface Known extends Placed {
  /** Keys that the part does not account for, in the text's order. */
  readonly otherKeys: readonly string[];
}

export interface FilterGroup extends Known {
  readonly kind: 'group';
  /** `AND`, `OR`, or what else the text has; a list of conditions without a type has to match as a whole. */
  readonly join: string;
  /** A list of conditions without a type of its own, as dashboards have them. */
  readonly isPlainList: boolean;
  /** Where the list of items is, or would be. */
  readonly itemsPath: JsonPath;
  readonly items: readonly FilterItem[];
}

export interface Leaf extends Known {
  /** As the text has it; empty where it has none. */
  readonly type: string;
  readonly isNegated: boolean;
}

/** A property compared with a value: of the person, or of whatever else `type` names. */
export interface PropertyCondition extends Leaf {
  readonly kind: 'property';
  readonly key: FilterValue;
  /** `exact` where the text has none. */
  readonly operator: string;
  readonly value: FilterValue;
}

export interface CohortCondition extends Leaf {
  readonly kind: 'cohort';
  /** The id of the other cohort. */
  readonly value: FilterValue;
}

export interface BehaviorCondition extends Leaf {
  readonly kind: 'behavior';
  /** The event's name, or an action's id. */
  readonly key: FilterValue;
  /** `performed_event` and the like. */
  readonly behavior: string;
  readonly eventType: string;
  /** How often; `operator` compares. */
  readonly operator: string;
  readonly times: FilterValue;
  readonly timeValue: FilterValue;
  readonly timeInterval: string;
  /** A time such as `-30d` instead of value and interval. */
  readonly since: FilterValue;
  /** Of a sequence: what comes after the event, and what that is. */
  readonly nextKey: FilterValue;
  readonly nextType: string;
  /** The second time: between two events, or the latest part of the first time. */
  readonly nextValue: FilterValue;
  readonly nextInterval: string;
  /** Of what is done regularly: in how many of how many periods. */
  readonly minPeriods: FilterValue;
  readonly totalPeriods: FilterValue;
}

/** Something that this page has no controls for. */
export interface OtherItem extends Placed {
  readonly kind: 'other';
  /** As the text has it; empty where it has none. */
  readonly type: string;
  readonly reason: 'empty' | 'deep' | 'unknown';
}

export type FilterItem = FilterGroup | PropertyCondition | CohortCondition | BehaviorCondition | OtherItem;

export interface FilterShape {
  readonly text: string;
  readonly root: JsonObjectNode;
  readonly kind: 'cohort' | 'dashboard';
  /** Undefined where there is nothing like conditions, or something that is none. */
  readonly group: FilterGroup | undefined;
  /** The value of `properties` where it is no conditions and not empty. */
  readonly oddProperties: OtherItem | undefined;
  /** Of a dashboard. */
  readonly dates: { readonly from: FilterValue; readonly to: FilterValue } | undefined;
  /** Keys beside those. */
  readonly otherKeys: readonly string[];
  /** Conditions and groups. */
  readonly size: number;
}

/** The deepest group or condition around the offset, or the one that ends there. */
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

/** The group or condition that has the path. */
export function itemWithin(group: FilterGroup, path: JsonPath): FilterItem | undefined {
  return [...itemsOf(group)].find(
    (item) => item.path.length === path.length && item.path.every((step, at) => step === path[at]),
  );
}

/** The group and all that is in it, from the top to the bottom. */
export function* itemsOf(item: FilterItem): Generator<FilterItem> {
  yield item;
  if (item.kind === 'group') for (const inner of item.items) yield* itemsOf(inner);
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
