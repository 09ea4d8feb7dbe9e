// A control changes its node and nothing else, what it shows afterwards is what was chosen, and what the view does not
// know stays as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  addItem,
  addValues,
  convertValue,
  duplicate,
  moveTo,
  outTarget,
  removeItem,
  setJoin,
  setStrings,
  stepTarget,
  typeValue,
  unwrapGroup,
  wrapItem,
  type Target,
} from '../../../src/model/filterShapeEdits.ts';
import { readFilterShape, type FilterItem, type FilterShape } from '../../../src/model/filterShape.ts';
import { describeFilters } from '../../../src/model/filterWords.ts';
import { inEnglish } from '../../../src/model/jsonWords.ts';
import { nodeAt, type JsonPath } from '../../../src/model/jsonTree.ts';
import {
  allItems,
  allValues,
  assertAsChanges,
  assertChange,
  assertOnly,
  filterText,
  itemAtPath,
  rawAt,
  shapeOf,
} from './filterShapeModel.ts';
import { anyText, cases, modelOf, pick, tokensIn, treeOf } from './jsonModel.ts';

const drawn = fc.nat();
/** As a person types into a field of one line. */
const typed = fc.oneof(
  fc.string().filter((text) => !/[\n\r]/.test(text)),
  fc.constantFrom('', '12', '1.0', '"', '\\', '{}', '@acme.com', '12345678901234567890'),
);

test('any JSON object is read, and said in words', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.oneof(anyText, filterText), (text) => {
      const shape = readFilterShape(text, treeOf(text));
      assert.ok(shape);
      assert.ok(describeFilters(shape, inEnglish).length > 0);
      for (const { path, node } of allItems(shape)) assert.deepEqual(nodeAt(shape.root, path), node);
      read += allItems(shape).length;
    }),
    cases,
  );
  assert.ok(read > 10_000, `${read} items`);
});

test('a field changes its value alone, keeps its type, and shows what was typed', () => {
  let changed = 0;
  fc.assert(
    fc.property(filterText, drawn, typed, fc.boolean(), (text, at, input, prefersNumber) => {
      const shape = shapeOf(text);
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
      changed++;
    }),
    cases,
  );
  assert.ok(changed > 2000, `${changed} changes`);
});

test('what is no number does not get into a number', () => {
  fc.assert(
    fc.property(filterText, drawn, typed, (text, at, input) => {
      const shape = shapeOf(text);
      const place = pick(
        allValues(shape).filter(({ kind }) => kind === 'number'),
        at,
      );
      const change = place && typeValue(shape, place, input);
      if (!place || !change) return;
      assert.equal(rawAt(change.text, place.path), input);
      assert.equal(typeof JSON.parse(input), 'number');
    }),
    cases,
  );
});

test('a choice sets its members and leaves the others, byte for byte', () => {
  fc.assert(
    fc.property(filterText, drawn, fc.constantFrom('is_not', 'gte', 'new one'), (text, at, operator) => {
      const shape = shapeOf(text);
      const item = pick(
        allItems(shape).filter(({ kind }) => kind === 'property' || kind === 'behavior'),
        at,
      );
      if (!item) return;
      const change = setStrings(shape, item, { operator, missing: undefined });
      assertChange(change);
      assertOnly(shape, item.node, change);
      const after = itemAtPath(shapeOf(change.text), item.path);
      assert.ok('operator' in after && 'operator' in item);
      assert.equal(after.operator, operator);
      assert.ok(item.node.kind === 'object');
      for (const { key } of item.node.members)
        if (key !== 'operator')
          assert.equal(rawAt(change.text, [...item.path, key]), rawAt(text, [...item.path, key]));
    }),
    cases,
  );
});

test('a value of another type is of that type', () => {
  fc.assert(
    fc.property(
      filterText,
      drawn,
      fc.constantFrom('text' as const, 'number' as const, 'boolean' as const, 'list' as const),
      (text, at, kind) => {
        const shape = shapeOf(text);
        const items = allItems(shape).flatMap((item) => (item.kind === 'property' ? [item.value] : []));
        const value = pick(items, at);
        const change = value && convertValue(shape, value, kind);
        if (!value || !change) return;
        assertAsChanges(text, change);
        const after = allValues(shapeOf(change.text)).find(({ path }) => String(path) === String(value.path));
        assert.equal(after?.kind, kind);
      },
    ),
    cases,
  );
});

test('values are added behind those of a list', () => {
  fc.assert(
    fc.property(filterText, drawn, fc.array(typed, { minLength: 1, maxLength: 3 }), (text, at, added) => {
      const shape = shapeOf(text);
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
    cases,
  );
});

test('what is added comes last in its group; all else stays', () => {
  fc.assert(
    fc.property(
      filterText,
      drawn,
      fc.constantFrom('property' as const, 'behavior' as const, 'cohort' as const, 'group' as const),
      (text, at, kind) => {
        const shape = shapeOf(text);
        const group = pick(
          allItems(shape).filter((item) => item.kind === 'group'),
          at,
        );
        if (!group) return;
        const change = addItem(shape, group, kind);
        assertChange(change);
        assertOnly(shape, group.node, change);
        assert.equal(itemAtPath(shapeOf(change.text), change.path).kind, kind);
        const back = removeItem(shapeOf(change.text), change.path);
        assertChange(back);
        if (nodeAt(shape.root, group.itemsPath)) assert.deepEqual(modelOf(back.text), modelOf(text));
      },
    ),
    cases,
  );
});

test('removing takes one item, and duplicating gives it back', () => {
  fc.assert(
    fc.property(filterText, drawn, (text, at) => {
      const shape = shapeOf(text);
      const item = pick(
        allItems(shape).filter(({ path }) => path.length > 1),
        at,
      );
      if (!item) return;
      const twice = duplicate(shape, item.path);
      assertChange(twice);
      assertAsChanges(text, twice);
      assert.deepEqual(
        modelOf(twice.text, itemAtPath(shapeOf(twice.text), twice.path).node),
        modelOf(text, item.node),
      );
      const again = removeItem(shapeOf(twice.text), twice.path);
      assertChange(again);
      assert.deepEqual(modelOf(again.text), modelOf(text));
    }),
    cases,
  );
});

test('a move loses nothing, changes no token, and says where the item is', () => {
  let moved = 0;
  fc.assert(
    fc.property(
      filterText,
      drawn,
      drawn,
      fc.constantFrom('up', 'down', 'out', 'anywhere'),
      (text, at, to, way) => {
        const shape = shapeOf(text);
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
        assert.deepEqual(modelOf(change.text, after.node), modelOf(text, item.node));
        moved++;
      },
    ),
    cases,
  );
  assert.ok(moved > 2000, `${moved} moves`);
});

function targetOf(shape: FilterShape, item: FilterItem, way: string, to: number): Target | undefined {
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

test('one step down and one step up lead back to the same place', () => {
  fc.assert(
    fc.property(filterText, drawn, (text, at) => {
      const shape = shapeOf(text);
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
      assert.deepEqual(modelOf(up.text), modelOf(text));
    }),
    cases,
  );
});

test('a group around an item is taken away again without a trace', () => {
  fc.assert(
    fc.property(filterText, drawn, (text, at) => {
      const shape = shapeOf(text);
      const item = pick(
        allItems(shape).filter(({ path }) => path.length > 1),
        at,
      );
      if (!item) return;
      const wrapped = wrapItem(shape, item);
      if (!wrapped) return; // too deep for a group more
      assertOnly(shape, item.node, wrapped);
      const deeper = shapeOf(wrapped.text);
      const group = allItems(deeper).find(({ path }) => String(path) === String(item.path));
      if (group?.kind !== 'group') return; // deeper than is shown
      const again = unwrapGroup(deeper, group);
      assertChange(again);
      assertAsChanges(wrapped.text, again);
      assert.deepEqual(modelOf(again.text), modelOf(text));
    }),
    cases,
  );
});

test('how a group joins is changed without its items', () => {
  fc.assert(
    fc.property(filterText, drawn, fc.constantFrom('AND', 'OR'), (text, at, join) => {
      const shape = shapeOf(text);
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
    cases,
  );
});
