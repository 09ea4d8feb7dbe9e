// Reads filters from the tree of their text.
import {
  hasDuplicateKeys,
  memberOf,
  parseJsonTree,
  stringOf,
  type JsonNode,
  type JsonObjectNode,
  type JsonPath,
} from '#json/jsonTree.ts';
import { hasUnseen } from '#text/displayText.ts';
import { serviceKeys } from './serviceKeys.ts';
import {
  isOpen,
  type BehaviorCondition,
  type FilterGroup,
  type FilterItem,
  type FilterShape,
  type FilterValue,
  type Leaf,
  type OtherItem,
} from './filterShape.ts';

/** Deeper groups are shown as text. */
export const maxGroupDepth = 12;

/** Undefined if the text is not a JSON object. `kind`: of the record; by default a guess from the text. */
export function parseFilterShape(text: string, kind?: FilterShape['kind']): FilterShape | undefined {
  const root = parseJsonTree(text);
  return root?.kind === 'object' ? readShape(text, root, kind ?? guessKind(root)) : undefined;
}

function readShape(text: string, root: JsonObjectNode, kind: FilterShape['kind']): FilterShape {
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
      ? { kind: 'other', reason: 'unknown', type: '', path: ['properties'], node: properties }
      : undefined,
    dates: dates || undefined,
    otherKeys: otherKeys(root, ['properties', ...(dates ? ['date_from', 'date_to'] : [])]),
    size: reader.size,
  };
}

function guessKind(root: JsonObjectNode): FilterShape['kind'] {
  const properties = memberOf(root, 'properties')?.value;
  const isDated = memberOf(root, 'date_from') ?? memberOf(root, 'date_to');
  return isDated || properties === undefined || properties.kind === 'list' ? 'dashboard' : 'cohort';
}

function isEmptyObject(node: JsonNode): boolean {
  return node.kind === 'object' && node.members.length === 0;
}

/** Whether a text field can show the value. */
function isPlain({ kind }: FilterValue): boolean {
  return kind === 'absent' || kind === 'null' || kind === 'text' || kind === 'number';
}

/** Whether a dropdown can show the value. */
function isWord(value: FilterValue): boolean {
  return isPlain(value) && value.kind !== 'number';
}

/** Keys without controls, except those that only the service writes. */
function otherKeys(node: JsonObjectNode, known: readonly string[]): readonly string[] {
  return node.members.map(({ key }) => key).filter((key) => !known.includes(key) && !serviceKeys.has(key));
}

export const cohortTypes: ReadonlySet<string> = new Set([
  'cohort',
  'static-cohort',
  'dynamic-cohort',
  'precalculated-cohort',
]);
/** An empty type is that of a person or an event. */
export const propertyTypes: readonly string[] = [
  '',
  'person',
  'person_metadata',
  'event',
  'event_metadata',
  'element',
  'session',
  'group',
  'feature',
  'flag',
  'recording',
  'log',
  'error_tracking_issue',
  'revenue_analytics',
  'data_warehouse',
  'data_warehouse_person_property',
  'hogql',
];
/** An expression is a property without operator and value. */
export const expressionType = 'hogql';
const cohortKeys = ['type', 'key', 'value', 'negation'];
const cohortOperators = ['', 'in', 'not_in', 'exact'];
const expressionKeys = ['type', 'key', 'negation'];
const eventKeys = ['type', 'key', 'value', 'negation', 'event_type'];
const timeKeys = ['time_value', 'time_interval'];
const nextTimeKeys = ['seq_time_value', 'seq_time_interval'];
const dateKeys = ['explicit_datetime', 'explicit_datetime_to'];
const windowKeys = [...timeKeys, ...dateKeys];
const countKeys = ['operator', 'operator_value'];
/** Members whose value is one of a few words. */
const wordKeys = ['operator', 'time_interval', 'seq_time_interval', 'seq_event_type'];

/** The members of each known behavior, besides the event. */
export const behaviorKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['performed_event', windowKeys],
  ['performed_event_first_time', windowKeys],
  ['performed_event_multiple', [...countKeys, ...windowKeys]],
  ['performed_event_regularly', [...countKeys, ...timeKeys, 'min_periods', 'total_periods']],
  ['performed_event_sequence', ['seq_event', 'seq_event_type', ...nextTimeKeys, ...windowKeys]],
  ['stopped_performing_event', [...nextTimeKeys, ...windowKeys]],
  ['restarted_performing_event', [...nextTimeKeys, ...timeKeys]],
]);
const allBehaviorKeys = new Set([...behaviorKeys.values()].flat());

class Reader {
  readonly #text: string;
  readonly #acceptsUnseen: boolean;
  size = 0;

  /** @param acceptsUnseen reads a text as one also if a field cannot show all of it */
  constructor(text: string, acceptsUnseen = false) {
    this.#text = text;
    this.#acceptsUnseen = acceptsUnseen;
  }

  /** Conditions in a group, or in a plain list as in dashboards. */
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
      // A single-line field would lose line breaks, hide some characters, and be reordered by others.
      const isHidden = !this.#acceptsUnseen && (/[\n\r]/.test(meant) || hasUnseen(meant));
      return isHidden ? { ...plain, kind: 'other' } : { ...plain, kind: 'text', text: meant };
    }
    if (node.kind !== 'list') return { ...plain, kind: 'other' };
    const items = node.items.map((item, index) => this.#valueOf(item, [...path, index]));
    const isFlat = items.every(({ kind }) => kind !== 'list' && kind !== 'other');
    return isFlat ? { ...plain, kind: 'list', items } : { ...plain, kind: 'other' };
  }

  #item(node: JsonNode, path: JsonPath, depth: number): FilterItem {
    this.size++;
    const named = (node.kind === 'object' && this.#string(node, 'type', '')) || '';
    const other = { kind: 'other', path, node, type: named } as const;
    const isEmpty = named === 'empty' && node.kind === 'object' && node.members.length === 1;
    if (isEmpty || isEmptyObject(node)) return { ...other, reason: 'empty' };
    if (node.kind !== 'object') return { ...other, reason: 'unknown' };
    if (hasDuplicateKeys(node)) return { ...other, reason: 'repeated' }; // it is unclear which one counts
    const values = memberOf(node, 'values')?.value;
    const type = this.#string(node, 'type', '');
    const join = type === '' ? 'AND' : type;
    const isGroup = values !== undefined || ((type === 'AND' || type === 'OR') && !memberOf(node, 'key'));
    if (!isGroup) return this.#leaf(node, path) ?? { ...other, reason: this.#whyOther(node, path) };
    if ((values && values.kind !== 'list') || join === undefined) return { ...other, reason: 'unfit' };
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

  /** Undefined if a control could not keep the type of a member. */
  #leaf(node: JsonObjectNode, path: JsonPath): FilterItem | undefined {
    const type = this.#string(node, 'type', '');
    const operator = this.#string(node, 'operator', '');
    const isNegated = this.#negation(node);
    const value = this.value(node, [...path, 'value']);
    const key = this.value(node, [...path, 'key']);
    if (type === undefined || operator === undefined || isNegated === undefined) return undefined;
    const leaf = { path, node, type, isNegated };
    if (type === 'behavioral' && (key.kind === 'text' || key.kind === 'number'))
      return this.#behavior(node, { ...leaf, key, operator });
    const hasOnlyValue = key.kind === 'absent' && value.kind !== 'absent';
    if (key.kind !== 'text' && !hasOnlyValue) return undefined;
    if (cohortTypes.has(type)) {
      if (!isPlain(value) || key.text !== 'id') return undefined;
      const isExcluded = isNegated !== (operator === 'not_in');
      const keys = cohortOperators.includes(operator) ? [...cohortKeys, 'operator'] : cohortKeys;
      return { ...leaf, kind: 'cohort', operator, value, isExcluded, otherKeys: otherKeys(node, keys) };
    }
    if (!propertyTypes.includes(type)) return undefined;
    const isShown = (name: string) => type !== expressionType || isOpen(this.value(node, [name]));
    return {
      ...leaf,
      kind: 'property',
      key,
      operator: operator === '' ? 'exact' : operator,
      value,
      otherKeys: otherKeys(node, [...expressionKeys, ...['operator', 'value'].filter(isShown)]),
    };
  }

  #whyOther(node: JsonObjectNode, path: JsonPath): OtherItem['reason'] {
    if (this.#acceptsUnseen) return 'unknown';
    const reader = new Reader(this.#text, true);
    if (reader.#leaf(node, path)) return 'unseen';
    const type = reader.#string(node, 'type', '') ?? '';
    const isKnown = type === 'behavioral' || cohortTypes.has(type) || propertyTypes.includes(type);
    return isKnown ? 'unfit' : 'unknown';
  }

  #behavior(
    node: JsonObjectNode,
    leaf: Omit<Leaf, 'otherKeys'> & Pick<BehaviorCondition, 'key' | 'operator'>,
  ): BehaviorCondition | undefined {
    const value = (key: string) => this.value(node, [...leaf.path, key]);
    const [behavior, eventType] = [this.#string(node, 'value', ''), this.#string(node, 'event_type', '')];
    if (behavior === undefined || eventType === undefined) return undefined;
    const used = behaviorKeys.get(behavior) ?? windowKeys;
    if (!used.every((key) => (wordKeys.includes(key) ? isWord : isPlain)(value(key)))) return undefined;
    const word = (key: string) => this.#string(node, key, '') ?? '';
    return {
      ...leaf,
      kind: 'behavior',
      behavior,
      eventType,
      times: value('operator_value'),
      timeValue: value('time_value'),
      timeInterval: word('time_interval'),
      since: value('explicit_datetime'),
      until: value('explicit_datetime_to'),
      eventFilters: this.#eventFilters(node, leaf.path),
      nextKey: value('seq_event'),
      nextType: word('seq_event_type'),
      nextValue: value('seq_time_value'),
      nextInterval: word('seq_time_interval'),
      minPeriods: value('min_periods'),
      totalPeriods: value('total_periods'),
      otherKeys: otherKeys(node, [
        ...eventKeys,
        ...used,
        ...this.#unused(node, behavior),
        ...(this.#isList(node, 'event_filters') ? ['event_filters'] : []),
      ]),
    };
  }

  #eventFilters(node: JsonObjectNode, path: JsonPath): readonly FilterItem[] {
    const list = memberOf(node, 'event_filters')?.value;
    if (list?.kind !== 'list') return [];
    const sizeBefore = this.size; // conditions on the event belong to their condition
    const items = list.items.map((item, index) =>
      this.#item(item, [...path, 'event_filters', index], maxGroupDepth),
    );
    this.size = sizeBefore;
    return items;
  }

  /** Members that a known behavior does not use, left over from another one or null; they are not shown. */
  #unused(node: JsonObjectNode, behavior: string): readonly string[] {
    if (!behaviorKeys.has(behavior)) return [];
    return [...allBehaviorKeys].filter((key) => {
      const value = this.value(node, [key]);
      return value.kind === 'null' || (!dateKeys.includes(key) && isPlain(value));
    });
  }

  /** Whether the member is a list, missing or null. */
  #isList(node: JsonObjectNode, key: string): boolean {
    return memberOf(node, key)?.value.kind === 'list' || isOpen(this.value(node, [key]));
  }

  /** `missing` if the member is missing or null; undefined if it is not a single-line text. */
  #string(node: JsonObjectNode, key: string, missing: string): string | undefined {
    const value = this.value(node, [key]);
    if (value.kind === 'absent' || value.kind === 'null') return missing;
    return value.kind === 'text' ? value.text : undefined;
  }

  #negation(node: JsonObjectNode): boolean | undefined {
    const { kind, text } = this.value(node, ['negation']);
    if (kind === 'absent' || kind === 'null') return false;
    return kind === 'boolean' ? text === 'true' : undefined;
  }
}
