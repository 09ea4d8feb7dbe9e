// Filters as people think of them: groups of conditions, read from the tree of the text. Each part knows its place, so
// that a change of it touches nothing else. Whatever has another shape than the known ones stays `other`, as it is.
import {
  hasDuplicateKeys,
  memberOf,
  stringOf,
  type JsonNode,
  type JsonObjectNode,
  type JsonPath,
} from './jsonTree.ts';

/** Groups that stand deeper than this are shown as text: nobody reads so many frames in frames. */
export const maxGroupDepth = 12;

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

interface Leaf extends Known {
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
  /** The event's name. */
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
}

/** Something that this page has no controls for. */
export interface OtherItem extends Placed {
  readonly kind: 'other';
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

/**
 * Undefined where the root is no object. `kind` is what the record is; without it the text tells, as far as it can.
 */
export function readFilterShape(
  text: string,
  root: JsonNode,
  kind: FilterShape['kind'] = guessKind(root),
): FilterShape | undefined {
  if (root.kind !== 'object') return undefined;
  const reader = new Reader(text);
  const properties = memberOf(root, 'properties')?.value;
  const group = properties && reader.root(properties);
  const isOdd = properties !== undefined && !group && !isEmptyObject(properties);
  const dates = kind === 'dashboard' && {
    from: reader.value(root, ['date_from']),
    to: reader.value(root, ['date_to']),
  };
  return {
    text,
    root,
    kind,
    group,
    oddProperties: isOdd
      ? { kind: 'other', reason: 'unknown', path: ['properties'], node: properties }
      : undefined,
    dates: dates || undefined,
    otherKeys: otherKeys(root, ['properties', ...(dates ? ['date_from', 'date_to'] : [])]),
    size: reader.size,
  };
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

/** The group and all that is in it, from the top to the bottom. */
export function* itemsOf(item: FilterItem): Generator<FilterItem> {
  yield item;
  if (item.kind === 'group') for (const inner of item.items) yield* itemsOf(inner);
}

function guessKind(root: JsonNode): FilterShape['kind'] {
  if (root.kind !== 'object') return 'cohort';
  const properties = memberOf(root, 'properties')?.value;
  const isDated = memberOf(root, 'date_from') ?? memberOf(root, 'date_to');
  return isDated || properties === undefined || properties.kind === 'list' ? 'dashboard' : 'cohort';
}

function isEmptyObject(node: JsonNode): boolean {
  return node.kind === 'object' && node.members.length === 0;
}

function otherKeys(node: JsonObjectNode, known: readonly string[]): readonly string[] {
  return node.members.map(({ key }) => key).filter((key) => !known.includes(key));
}

const cohortTypes = ['cohort', 'static-cohort', 'precalculated-cohort'];
const propertyTypes = ['', 'person', 'event', 'group', 'session'];
const common = ['type', 'key', 'value', 'operator', 'negation'];
const behaviorKeys = [
  ...common,
  'event_type',
  'operator_value',
  'time_value',
  'time_interval',
  'explicit_datetime',
];

class Reader {
  readonly #text: string;
  size = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Conditions in a group or, as dashboards may have them, in a plain list. */
  root(node: JsonNode): FilterGroup | undefined {
    const path = ['properties'];
    if (node.kind === 'list')
      return this.#group(node, path, 0, { join: 'AND', itemsPath: path, items: node });
    if (node.kind !== 'object' || isEmptyObject(node)) return undefined;
    const item = this.#item(node, path, 0);
    return item.kind === 'group' ? item : undefined;
  }

  value(owner: JsonObjectNode, path: JsonPath): FilterValue {
    return this.#valueOf(memberOf(owner, String(path.at(-1)))?.value, path);
  }

  #valueOf(node: JsonNode | undefined, path: JsonPath): FilterValue {
    const text = node ? this.#text.slice(node.from, node.to) : '';
    const plain = { path, node, text, items: [] };
    if (!node) return { ...plain, kind: 'absent' };
    if (node.kind === 'number') return { ...plain, kind: 'number' };
    if (node.kind === 'literal') return { ...plain, kind: text === 'null' ? 'null' : 'boolean' };
    if (node.kind === 'string') {
      const meant = stringOf(this.#text, node);
      // A field of one line would lose line ends.
      return /[\n\r]/.test(meant) ? { ...plain, kind: 'other' } : { ...plain, kind: 'text', text: meant };
    }
    if (node.kind !== 'list') return { ...plain, kind: 'other' };
    const items = node.items.map((item, index) => this.#valueOf(item, [...path, index]));
    const isFlat = items.every(({ kind }) => kind !== 'list' && kind !== 'other');
    return isFlat ? { ...plain, kind: 'list', items } : { ...plain, kind: 'other' };
  }

  #item(node: JsonNode, path: JsonPath, depth: number): FilterItem {
    this.size++;
    const other = { kind: 'other', path, node } as const;
    if (isEmptyObject(node)) return { ...other, reason: 'empty' };
    // Which of two members of one name is meant is for the person to say.
    if (node.kind !== 'object' || hasDuplicateKeys(node)) return { ...other, reason: 'unknown' };
    const values = memberOf(node, 'values')?.value;
    const type = this.#string(node, 'type', '');
    const join = type === '' ? 'AND' : type;
    const isGroup = values !== undefined || ((type === 'AND' || type === 'OR') && !memberOf(node, 'key'));
    if (!isGroup) return this.#leaf(node, path) ?? { ...other, reason: 'unknown' };
    if ((values && values.kind !== 'list') || join === undefined) return { ...other, reason: 'unknown' };
    if (depth >= maxGroupDepth) return { ...other, reason: 'deep' };
    return this.#group(node, path, depth, { join, itemsPath: [...path, 'values'], items: values });
  }

  #group(
    node: JsonNode,
    path: JsonPath,
    depth: number,
    {
      join,
      itemsPath,
      items,
    }: Pick<FilterGroup, 'join' | 'itemsPath'> & { readonly items: JsonNode | undefined },
  ): FilterGroup {
    return {
      kind: 'group',
      path,
      node,
      join,
      isPlainList: node.kind === 'list',
      itemsPath,
      items:
        items?.kind === 'list'
          ? items.items.map((item, index) => this.#item(item, [...itemsPath, index], depth + 1))
          : [],
      otherKeys: node.kind === 'object' ? otherKeys(node, ['type', 'values']) : [],
    };
  }

  /** Undefined where a member that a control would show is of a type that the control could not keep. */
  #leaf(node: JsonObjectNode, path: JsonPath): FilterItem | undefined {
    const type = this.#string(node, 'type', '');
    const operator = this.#string(node, 'operator', '');
    const isNegated = this.#negation(node);
    const value = this.value(node, [...path, 'value']);
    const key = this.value(node, [...path, 'key']);
    if (type === undefined || operator === undefined || isNegated === undefined || key.kind !== 'text')
      return undefined;
    const leaf = { path, node, type, isNegated };
    if (cohortTypes.includes(type)) {
      const isPlain = ['absent', 'number', 'text', 'null'].includes(value.kind);
      return isPlain && key.text === 'id'
        ? { ...leaf, kind: 'cohort', value, otherKeys: otherKeys(node, ['type', 'key', 'value', 'negation']) }
        : undefined;
    }
    if (type === 'behavioral') return this.#behavior(node, { ...leaf, key, operator });
    if (!propertyTypes.includes(type)) return undefined;
    return {
      ...leaf,
      kind: 'property',
      key,
      operator: operator === '' ? 'exact' : operator,
      value,
      otherKeys: otherKeys(node, common),
    };
  }

  #behavior(
    node: JsonObjectNode,
    leaf: Omit<Leaf, 'otherKeys'> & Pick<BehaviorCondition, 'key' | 'operator'>,
  ): BehaviorCondition | undefined {
    const { path } = leaf;
    const behavior = this.#string(node, 'value', '');
    const eventType = this.#string(node, 'event_type', '');
    const timeInterval = this.#string(node, 'time_interval', '');
    if (behavior === undefined || eventType === undefined || timeInterval === undefined) return undefined;
    const times = this.value(node, [...path, 'operator_value']);
    const timeValue = this.value(node, [...path, 'time_value']);
    const since = this.value(node, [...path, 'explicit_datetime']);
    if (
      [times, timeValue, since].some(({ kind }) => kind === 'list' || kind === 'other' || kind === 'boolean')
    )
      return undefined;
    const known = { behavior, eventType, times, timeValue, timeInterval, since };
    return { ...leaf, ...known, kind: 'behavior', otherKeys: otherKeys(node, behaviorKeys) };
  }

  /** `missing` where there is no such member, undefined where it is no text of one line. */
  #string(node: JsonObjectNode, key: string, missing: string): string | undefined {
    const value = this.value(node, [key]);
    if (value.kind === 'absent') return missing;
    return value.kind === 'text' ? value.text : undefined;
  }

  #negation(node: JsonObjectNode): boolean | undefined {
    const { kind, text } = this.value(node, ['negation']);
    if (kind === 'absent' || kind === 'null') return false;
    return kind === 'boolean' ? text === 'true' : undefined;
  }
}
