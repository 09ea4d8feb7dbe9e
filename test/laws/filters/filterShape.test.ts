// A control changes its node and nothing else, what it shows afterwards is what was chosen, and what the view does not
// know stays as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  addItem,
  duplicate,
  keepUnchangedItems,
  type MoveTarget,
  moveTo,
  outTarget,
  setJoin,
  stepTarget,
  unwrapGroup,
  withoutItem,
  wrapItem,
} from '#filters/itemEdits.ts';
import { addValues, convertValue, setStrings, typeValue } from '#filters/valueEdits.ts';
import type { FilterItem, FilterShape } from '#filters/filterShape.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { nodeAt, type JsonPath } from '#json/jsonTree.ts';
import {
  allItems,
  allValues,
  assertAsChanges,
  assertChange,
  assertDescribed,
  assertOnly,
  filterText,
  itemAtPath,
  rawAt,
  rawIn,
  shapeOf,
} from './shapeModel.ts';
import { testLaws, type Found, type Law } from '../laws.ts';
import { anyText, assertSameModel, cases, modelOf, pick, tokensIn } from '../json/jsonModel.ts';

/** As a person types into a field of one line. */
const typed = fc.oneof(
  fc.string().filter((text) => !/[\n\r]/.test(text)),
  fc.constantFrom('', '12', '1.0', '"', '\\', '{}', '@acme.com', '12345678901234567890'),
);

test('any JSON object is read, and described in words', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assertRead(shapeOf(text));
    }),
    cases,
  );
});

test('conditions that are kept from an earlier reading equal those that would be read', () => {
  const change = fc.record({ at: fc.nat(), input: typed });
  fc.assert(
    fc.property(filterText, fc.array(change, { minLength: 1, maxLength: 4 }), (text, changes) => {
      let shape = readAnew(text);
      for (const { at, input } of changes) {
        const value = pick(allValues(shape), at);
        const changed = (value && typeValue(shape, value, input)?.text) ?? shape.text;
        shape = keepUnchangedItems(readAnew(changed), shape);
        assert.deepEqual(shape, readAnew(changed));
      }
    }),
    cases,
  );
});

/** `shapeOf` gives one tree to several laws, and keeping conditions moves the nodes of a tree. */
function readAnew(text: string): FilterShape {
  const shape = parseFilterShape(text);
  assert.ok(shape, `no filters: ${text}`);
  return shape;
}

/** @returns how many items it has */
function assertRead(shape: FilterShape): number {
  assertDescribed(shape);
  const items = allItems(shape);
  for (const { path, node } of items) assert.deepEqual(nodeAt(shape.root, path), node);
  return items.length;
}

const drawing = fc.record({
  text: filterText,
  at: fc.nat(),
  to: fc.nat(),
  input: typed,
  inputs: fc.array(typed, { minLength: 1, maxLength: 3 }),
  prefersNumber: fc.boolean(),
  operator: fc.constantFrom('is_not', 'gte', 'new one'),
  valueKind: fc.constantFrom('text', 'number', 'boolean', 'list'),
  itemKind: fc.constantFrom('property', 'behavior', 'cohort', 'group'),
  way: fc.constantFrom('up', 'down', 'out', 'anywhere'),
  join: fc.constantFrom('AND', 'OR'),
});
type Drawn = typeof drawing extends fc.Arbitrary<infer T> ? T : never;

/** A law of the shape that a drawn text has; each text is read once for all of them. */
function shaped(holds: (shape: FilterShape, drawn: Drawn, found: Found) => void): Law<Drawn>['holds'] {
  return (drawn, found) => {
    let shape = shapes.get(drawn);
    if (!shape) shapes.set(drawn, (shape = shapeOf(drawn.text)));
    holds(shape, drawn, found);
  };
}
const shapes = new WeakMap<Drawn, FilterShape>();

testLaws(
  drawing,
  {
    'filters are read, and said in words': {
      atLeast: 10_000,
      holds: shaped((shape, _drawn, found) => found(assertRead(shape))),
    },
    'a field changes its value alone, keeps its type, and shows what was typed': {
      atLeast: 2000,
      holds: shaped((shape, { at, input, prefersNumber }, found) => {
        const place = pick(allValues(shape), at);
        if (!place || !['text', 'number', 'absent', 'null'].includes(place.kind)) return;
        const change = typeValue(shape, place, input, { prefersNumber });
        if (!change) return;
        const owner = nodeAt(shape.root, place.path.slice(0, -1));
        assert.ok(owner);
        assertOnly(shape, place.node ?? owner, change);
        const after = allValues(shapeOf(change.text)).find(({ path }) => String(path) === String(place.path));
        assert.equal(after?.text, input);
        if (place.kind === 'text' || place.kind === 'number') assert.equal(after?.kind, place.kind);
        found();
      }),
    },
    'what is no number does not get into a number': shaped((shape, { at, input }) => {
      const place = pick(
        allValues(shape).filter(({ kind }) => kind === 'number'),
        at,
      );
      const change = place && typeValue(shape, place, input);
      if (!place || !change) return;
      assert.equal(rawAt(change.text, place.path), input);
      assert.equal(typeof JSON.parse(input), 'number');
    }),
    'a choice sets its members and leaves the others, byte for byte': shaped((shape, { at, operator }) => {
      const item = pick(
        allItems(shape).filter(({ kind }) => kind === 'property' || kind === 'behavior'),
        at,
      );
      if (!item) return;
      const change = setStrings(shape, item, { operator, missing: undefined });
      assertChange(change);
      assertOnly(shape, item.node, change);
      const changed = shapeOf(change.text);
      const after = itemAtPath(changed, item.path);
      assert.ok('operator' in after && 'operator' in item);
      assert.equal(after.operator, operator);
      assert.ok(item.node.kind === 'object');
      for (const { key } of item.node.members)
        if (key !== 'operator')
          assert.equal(rawIn(changed, [...item.path, key]), rawIn(shape, [...item.path, key]));
    }),
    'a value of another type is of that type': shaped((shape, { text, at, valueKind: kind }) => {
      const items = allItems(shape).flatMap((item) => (item.kind === 'property' ? [item.value] : []));
      const value = pick(items, at);
      const change = value && convertValue(shape, value, kind);
      if (!value || !change) return;
      assertAsChanges(text, change);
      const after = allValues(shapeOf(change.text)).find(({ path }) => String(path) === String(value.path));
      assert.equal(after?.kind, kind);
    }),
    'values are added behind those of a list': shaped((shape, { at, inputs: added }) => {
      const list = pick(
        allValues(shape).filter(({ kind }) => kind === 'list'),
        at,
      );
      if (!list?.node) return;
      const change = addValues(shape, list, added);
      assertChange(change);
      assertOnly(shape, list.node, change);
      const after = allValues(shapeOf(change.text)).find(({ path }) => String(path) === String(list.path));
      assert.deepEqual(
        after?.items.map((item) => item.text),
        [...list.items.map((item) => item.text), ...added],
      );
    }),
    'what is added comes last in its group; all else stays': shaped((shape, { text, at, itemKind: kind }) => {
      const group = pick(
        allItems(shape).filter((item) => item.kind === 'group'),
        at,
      );
      if (!group) return;
      const change = addItem(shape, group, kind);
      assertChange(change);
      assertOnly(shape, group.node, change);
      const longer = shapeOf(change.text);
      assert.equal(itemAtPath(longer, change.path).kind, kind);
      const back = withoutItem(longer, change.path);
      assertChange(back);
      if (nodeAt(shape.root, group.itemsPath)) assertSameModel(modelOf(back.text), modelOf(text));
    }),
    'removing takes one item, and duplicating gives it back': shaped((shape, { text, at }) => {
      const item = pick(
        allItems(shape).filter(({ path }) => path.length > 1),
        at,
      );
      if (!item) return;
      const twice = duplicate(shape, item.path);
      assertChange(twice);
      assertAsChanges(text, twice);
      const longer = shapeOf(twice.text);
      assertSameModel(modelOf(twice.text, itemAtPath(longer, twice.path).node), modelOf(text, item.node));
      const again = withoutItem(longer, twice.path);
      assertChange(again);
      assertSameModel(modelOf(again.text), modelOf(text));
    }),
    'a move loses nothing, changes no token, and says where the item is': {
      atLeast: 2000,
      holds: shaped((shape, { text, at, to, way }, found) => {
        const item = pick(
          allItems(shape).filter(({ path }) => path.length > 1),
          at,
        );
        if (!item) return;
        const target = targetOf(shape, item, way, to);
        const change = target && moveTo(shape, item.path, target);
        if (!change) return;
        assertAsChanges(text, change);
        assert.deepEqual(tokensIn(change.text).toSorted(), tokensIn(text).toSorted());
        const after = itemAtPath(shapeOf(change.text), change.path);
        assertSameModel(modelOf(change.text, after.node), modelOf(text, item.node));
        found();
      }),
    },
    'one step down and one step up lead back to the same place': shaped((shape, { text, at }) => {
      const item = pick(
        allItems(shape).filter(({ path }) => path.length > 1),
        at,
      );
      const target = item && stepTarget(shape, item.path, 1);
      const down = target && moveTo(shape, item.path, target);
      if (!down) return;
      const lower = shapeOf(down.text);
      const back = stepTarget(lower, down.path, -1);
      assert.ok(back);
      const up = moveTo(lower, down.path, back) ?? down; // no change: its neighbor is the same
      assertSameModel(modelOf(up.text), modelOf(text));
    }),
    'a group around an item is taken away again without a trace': shaped((shape, { text, at }) => {
      const item = pick(
        allItems(shape).filter(({ path }) => path.length > 1),
        at,
      );
      if (!item) return;
      const wrapped = wrapItem(shape, item);
      if (!wrapped) return; // too deep for another group
      assertOnly(shape, item.node, wrapped);
      const deeper = shapeOf(wrapped.text);
      const group = allItems(deeper).find(({ path }) => String(path) === String(item.path));
      if (group?.kind !== 'group') return; // deeper than is shown
      const again = unwrapGroup(deeper, group);
      assertChange(again);
      assertAsChanges(wrapped.text, again);
      assertSameModel(modelOf(again.text), modelOf(text));
    }),
    'how a group joins is changed without its items': shaped((shape, { text, at, join }) => {
      const group = pick(
        allItems(shape).filter((item) => item.kind === 'group'),
        at,
      );
      if (group?.kind !== 'group') return;
      const change = setJoin(shape, group, join);
      assertChange(change);
      assertOnly(shape, group.node, change);
      const after = itemAtPath(shapeOf(change.text), group.path);
      assert.ok(after.kind === 'group');
      assert.equal(after.join, join);
      assert.deepEqual(
        after.items.map(({ node }) => modelOf(change.text, node)),
        group.items.map(({ node }) => modelOf(text, node)),
      );
    }),
  },
  cases,
);

function targetOf(shape: FilterShape, item: FilterItem, way: string, to: number): MoveTarget | undefined {
  if (way === 'out') return outTarget(shape, item.path);
  if (way !== 'anywhere') return stepTarget(shape, item.path, way === 'up' ? -1 : 1);
  const isInside = (path: JsonPath) => item.path.every((step, index) => path[index] === step);
  const groups = allItems(shape).filter((one) => one.kind === 'group' && !isInside(one.path));
  const group = pick(groups, to);
  if (group?.kind !== 'group' || !nodeAt(shape.root, group.itemsPath)) return undefined;
  const isOwn = String(group.itemsPath) === String(item.path.slice(0, -1));
  const length = group.items.length - (isOwn ? 1 : 0);
  return { listPath: group.itemsPath, index: length === 0 ? 0 : to % (length + 1) };
}
