// What the controls of a value change: its text, its type, the members of a condition.
import { checkJsonObject, type JsonProblem } from '#json/checkJsonObject.ts';
import { describeJsonProblem, lineColumnOf } from '#json/describeJsonProblem.ts';
import { insertItem, setMember, setValue, type ValueEditOptions } from '#json/editValue.ts';
import { type FormatOptions, lineIndent } from '#json/formatJson.ts';
import { type JsonNode, type JsonPath, nodeAt, parseJsonTree } from '#json/jsonTree.ts';
import { escapeUnseen } from '#text/displayText.ts';
import type { Translate } from '#text/translate.ts';
import type {
  BehaviorCondition,
  CohortCondition,
  FilterItem,
  FilterShape,
  FilterValue,
  PropertyCondition,
  ValueKind,
} from './filterShape.ts';
import { type Change, type EditStep, runSteps } from './filterShape.ts';

const booleanText = /^(?:true|false)$/i;
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether the text is a JSON number. */
function isNumberText(text: string): boolean {
  return numberText.test(text);
}

export interface TypeOptions extends FormatOptions {
  /** A missing value is a number. */
  readonly prefersNumber?: boolean;
}

/** Sets what was typed and keeps the type. Undefined for a number if the text is not a number. */
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

/** Sets the JSON of a member or an item; adds a missing member. */
export function setRaw(shape: FilterShape, path: JsonPath, raw: string, options?: ValueEditOptions): Change {
  return runSteps(shape, path, [
    (text) => {
      const last = path.at(-1);
      if (typeof last !== 'string') return setValue(text, path, raw, options);
      return setMember(text, path.slice(0, -1), last, raw, options);
    },
  ]);
}

/** Changes the type of a value. Undefined if more than the spelling would be lost. */
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
    number: text === '' ? '0' : isNumberText(text.trim()) ? text.trim() : undefined,
    boolean: text === '' ? 'false' : booleanText.test(text.trim()) ? text.trim().toLowerCase() : undefined,
    null: 'null',
    list: single && single.kind !== 'absent' && text !== '' ? `[${rawOf(shape, single)}]` : '[]',
  }[kind];
  return raw === undefined ? undefined : setRaw(shape, value.path, raw, options);
}

/**
 * Makes a list of values in place of a single one, which keeps its spelling if it is among them. In place of a number they
 * are numbers if all can be, else texts.
 */
export function listValues(
  shape: FilterShape,
  value: FilterValue,
  typed: readonly string[],
  options?: FormatOptions,
): Change {
  const areNumbers = value.kind === 'number' && typed.every(isNumberText);
  const isKept = value.kind === 'number' ? areNumbers : value.kind !== 'null';
  const raws = typed.map((text) => {
    if (value.node && isKept && text === value.text) return rawOf(shape, value);
    return areNumbers ? text : JSON.stringify(text);
  });
  return setRaw(shape, value.path, `[${raws.join(',')}]`, options);
}

/** Appends values to a list: numbers where all its items are numbers, else texts. */
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
    (raw, index): EditStep =>
      (text) =>
        insertItem(text, list.path, first + index, raw, options),
  );
  return runSteps(shape, list.path, steps);
}

/** Sets several members of an item; `undefined` keeps one as it is. */
export function setStrings(
  shape: FilterShape,
  item: FilterItem,
  strings: Readonly<Record<string, string | undefined>>,
  options?: FormatOptions,
): Change {
  const steps = Object.entries(strings).flatMap(([key, value]): EditStep[] =>
    value === undefined ? [] : [(text) => setMember(text, item.path, key, JSON.stringify(value), options)],
  );
  return runSteps(shape, item.path, steps);
}

type Condition = PropertyCondition | BehaviorCondition | CohortCondition;

export function saysOpposite(item: Condition): boolean {
  return item.kind === 'cohort' ? item.isExcluded : item.isNegated;
}

/** Uses the operator `in` or `not_in` if the cohort condition has one. */
export function setNegated(
  shape: FilterShape,
  item: Condition,
  isNegated: boolean,
  options?: FormatOptions,
): Change {
  const isByOperator = item.kind === 'cohort' && ['in', 'not_in'].includes(item.operator);
  if (!isByOperator) return setRaw(shape, [...item.path, 'negation'], String(isNegated), options);
  const operator = isNegated === item.isNegated ? 'in' : 'not_in';
  return setStrings(shape, item, { operator }, options);
}

/** Required members of a behavior, as JSON; existing values stay. */
const requiredMembers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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

/** `operator`: how events are counted, for behaviors that count. */
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
  const missing = Object.entries(requiredMembers[behavior] ?? {}).filter(([key]) => isOpen(key));
  const members = [['value', JSON.stringify(behavior)], ...missing];
  if (operator !== undefined) members.push(['operator', JSON.stringify(operator)]);
  const steps = members.map(
    ([key = '', raw = '']): EditStep =>
      (text) =>
        setMember(text, path, key, raw, options),
  );
  return runSteps(shape, path, steps);
}

function rawOf(shape: FilterShape, { node }: FilterValue): string {
  return node ? shape.text.slice(node.from, node.to) : '""';
}

// A value that is edited as JSON in a field: its text, the problem of a typed text, and the change that applies it. It
// keeps its own lines; only their indentation is adapted.

/** The value's text, without the indentation of its place. What is not seen is written as its escape. */
export function jsonOf(text: string, { from, to }: Pick<JsonNode, 'from' | 'to'>): string {
  return escapeUnseen(text.slice(from, to).replaceAll(`\n${lineIndent(text, from)}`, '\n'));
}

/** Undefined if the text is not a JSON value or would be nested too deeply. */
export function writeJson(shape: FilterShape, path: JsonPath, json: string, options?: FormatOptions): Change {
  return setRaw(shape, path, json, { ...options, keepsLines: true });
}

interface JsonFault {
  /** One sentence, with line and column. */
  readonly message: string;
  /** The range in the text; its end if the place is not known. */
  readonly from: number;
  readonly to: number;
}

/** Undefined if the text is a JSON value. */
export function faultOf(json: string, t: Translate): JsonFault | undefined {
  if (json.trim() === '')
    return { message: t('Enter a JSON value, for example null.'), from: 0, to: json.length };
  if (parseJsonTree(json)) return undefined;
  const problem = firstError(json);
  if (!problem)
    return {
      message: t('Enter exactly one JSON value.'),
      from: json.length,
      to: json.length,
    };
  const from = Math.min(problem.offset, json.length);
  const { line, column } = lineColumnOf(json, from);
  const words = describeJsonProblem(problem, t);
  const message = t('{0} (line {1}, column {2})', words, line, column);
  return { message, from, to: Math.min(from + problem.length, json.length) };
}

/** The check is for objects, so the value is checked as the only member of an object that is never closed. */
const before = '{"":';

function firstError(json: string): JsonProblem | undefined {
  const found = checkJsonObject(before + json).find(
    ({ severity, offset }) => severity === 'error' && offset >= before.length,
  );
  return found && { ...found, offset: found.offset - before.length };
}

/** What a text with commas seems to list; undefined if it lists nothing. */
export function splitAtCommas({ kind, text }: FilterValue): readonly string[] | undefined {
  const parts = kind === 'text' ? text.split(',').map((part) => part.trim()) : [];
  const values = parts.filter((part) => part !== '');
  return values.length > 1 ? values : undefined;
}
