// Filters as they come from services: known conditions, unknown ones, odd values, in groups in groups.
import assert from 'node:assert/strict';
import { Text } from '@codemirror/state';
import * as fc from 'fast-check';
import { describeFilters, describeItem } from '#filters/describeFilters.ts';
import { formatJson } from '#json/formatJson.ts';
import { inEnglish } from '#text/translate.ts';
import { displayText } from '#text/displayText.ts';
import { itemsOf, type FilterItem, type FilterShape, type FilterValue } from '#filters/filterShape.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { Change, FilterChange } from '#filters/filterShape.ts';
import { nodeAt, type JsonNode, type JsonPath } from '#json/jsonTree.ts';
import { toEditorChanges } from '#webview/filters/structure/structureModel.ts';
import { anyValue, layouts, treeOf } from '../json/jsonModel.ts';

const name = fc.constantFrom('"email"', '"$os"', '""', String.raw`"\u0070lan"`, '"a\\"b"');
const number = fc.constantFrom('0', '7', '-1.0', '12345678901234567890', '1e400');
const quotedText = fc.oneof(
  name,
  fc.string().map((value) => JSON.stringify(value)),
);
const scalar = fc.oneof(quotedText, number, fc.constantFrom('true', 'false', 'null'));
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
  anyValue,
);
const operator = fc.constantFrom('exact', 'is_not', 'icontains', 'gt', 'is_set', 'is_date_after', 'odd');

/** Members in any order, one of them maybe of no meaning. */
function object(members: Readonly<Record<string, fc.Arbitrary<string | undefined>>>): fc.Arbitrary<string> {
  const given = fc.record({ ...members, extra: fc.option(anyValue, { nil: undefined, freq: 4 }) });
  return fc.tuple(given, fc.boolean()).map(([record, isReversed]) => {
    const pairs = Object.entries(record).filter(([, raw]) => raw !== undefined);
    if (isReversed) pairs.reverse();
    return `{${pairs.map(([key, raw]) => `"${key}": ${raw}`).join(', ')}}`;
  });
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const quoted = (arbitrary: fc.Arbitrary<string>) => arbitrary.map((word) => JSON.stringify(word));

export const behavior = fc.constantFrom(
  'performed_event',
  'performed_event_multiple',
  'performed_event_first_time',
  'performed_event_regularly',
  'performed_event_sequence',
  'stopped_performing_event',
  'restarted_performing_event',
  'odd',
);

const leaf = fc.oneof(
  object({
    type: maybe(fc.constantFrom('"person"', '"event"', '"hogql"')),
    key: name,
    value: maybe(value),
    operator: maybe(quoted(operator)),
    negation: maybe(fc.constantFrom('true', 'false', 'null')),
  }),
  object({
    type: fc.constant('"cohort"'),
    key: fc.constant('"id"'),
    value: maybe(scalar),
    negation: maybe(scalar),
  }),
  object({
    type: fc.constant('"behavioral"'),
    key: fc.oneof(name, number),
    value: quoted(behavior),
    event_type: maybe(fc.constantFrom('"events"', '"actions"')),
    operator: maybe(fc.constantFrom('"gte"', '"lte"', '"odd"', 'null')),
    operator_value: maybe(number),
    time_value: maybe(fc.oneof(number, quotedText)),
    time_interval: maybe(fc.constantFrom('"day"', '"odd"')),
    explicit_datetime: fc.option(fc.constantFrom('"-30d"', 'null'), { nil: undefined, freq: 4 }),
    seq_event: maybe(fc.oneof(name, number, fc.constant('null'))),
    seq_event_type: maybe(fc.constantFrom('"events"', '"actions"', 'null')),
    seq_time_value: maybe(fc.oneof(number, fc.constant('null'))),
    seq_time_interval: maybe(fc.constantFrom('"day"', '"odd"')),
    min_periods: maybe(number),
    total_periods: maybe(number),
    negation: maybe(fc.boolean().map(String)),
  }),
  fc.constant('{}'),
  anyValue,
);

const group: fc.Arbitrary<string> = fc.letrec<{ group: string; item: string }>((tie) => ({
  group: object({
    type: fc.constantFrom('"AND"', '"OR"'),
    values: maybe(fc.array(tie('item'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`)),
  }),
  item: fc.oneof({ maxDepth: 3, depthIdentifier: 'filter', withCrossShrink: true }, leaf, tie('group')),
})).group;

const list = fc.array(leaf, { maxLength: 4 }).map((items) => `[${items.join(',')}]`);

/** Filters of cohorts and of dashboards, as they came or laid out. */
export const filterText: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      object({ properties: group }),
      object({ date_from: maybe(scalar), date_to: maybe(scalar), properties: fc.oneof(group, list) }),
    ),
    fc.option(layouts),
  )
  .map(([raw, layout]) => (layout ? formatJson(raw, layout) : raw));

export function shapeOf(raw: string): FilterShape {
  const shape = parseFilterShape(raw);
  assert.ok(shape, `no filters: ${raw}`);
  return shape;
}

export function allItems({ group: top }: FilterShape): readonly FilterItem[] {
  return top ? [...itemsOf(top)] : [];
}

/** Every value that has a field. */
export function allValues(shape: FilterShape): readonly FilterValue[] {
  const own = allItems(shape).flatMap((item): FilterValue[] => {
    if (item.kind === 'property') return [item.key, item.value, ...item.value.items];
    if (item.kind === 'cohort') return [item.value];
    if (item.kind !== 'behavior') return [];
    const { key, times, timeValue, since, nextKey, nextValue, minPeriods, totalPeriods } = item;
    return [key, times, timeValue, since, nextKey, nextValue, minPeriods, totalPeriods];
  });
  const dates = shape.dates ? [shape.dates.from, shape.dates.to] : [];
  return [...own, ...dates];
}

export function rawAt(text: string, path: JsonPath): string {
  return rawIn({ text, root: treeOf(text) }, path);
}

export function rawIn(
  { text, root }: { readonly text: string; readonly root: JsonNode },
  path: JsonPath,
): string {
  const node = nodeAt(root, path);
  assert.ok(node, `nothing at ${path.join('.')} of ${text}`);
  return text.slice(node.from, node.to);
}

export function itemAtPath(shape: FilterShape, path: JsonPath): FilterItem {
  const found = allItems(shape).find((item) => String(item.path) === String(path));
  assert.ok(found, `no item at ${path.join('.')} of ${shape.text}`);
  return found;
}

/** All before and behind the node is what it was, and the editor's own change comes to the same text. */
export function assertOnly(
  { text }: FilterShape,
  { from, to }: Pick<JsonNode, 'from' | 'to'>,
  change: FilterChange,
): void {
  assert.equal(change.text.slice(0, from), text.slice(0, from));
  const behind = text.length - to;
  assert.equal(change.text.slice(change.text.length - behind), text.slice(to));
  assertAsChanges(text, change);
}

export function assertAsChanges(text: string, change: FilterChange): void {
  const doc = Text.of(text.split('\n'));
  assert.equal(toEditorChanges(text, change).apply(doc).toString(), change.text);
}

export function assertChange(change: Change): asserts change is FilterChange {
  assert.ok(change);
}

const mostDescribed = 12;

/** Its sentence is one line that can be shown as it is, and has the words of each condition that it has room for. */
export function assertDescribed(shape: FilterShape): void {
  const sentence = describeFilters(shape, inEnglish);
  assert.match(sentence, /[.…]$/);
  assert.equal(displayText(sentence, sentence.length), sentence);
  const items = (shape.group?.items ?? []).filter((item) => item.kind !== 'other' || item.reason !== 'empty');
  assert.equal(items.length === 0, !/Persons who match|Only data that matches/.test(sentence), sentence);
  if (sentence.endsWith('…') || allItems(shape).length > mostDescribed) return; // has not all of them
  for (const item of items) assert.ok(sentence.includes(describeItem(item, inEnglish)), sentence);
}
