import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeSet } from '@codemirror/state';
import { itemsOf, type FilterGroup, type FilterItem } from '#filters/filterShape.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { moveTo } from '#filters/moveItem.ts';
import { withoutItem } from '#filters/itemEdits.ts';
import { typeValue } from '#filters/valueEdits.ts';
import { ItemIds } from '#webview/filters/structure/items/itemIds.ts';
import { toEditorChanges } from '#webview/filters/structure/editorChanges.ts';

const text =
  '{"properties":{"type":"AND","values":[{"key":"a"},{"type":"OR","values":[{"key":"b"},{"key":"c"}]},{"key":"d"}]}}';

function read(from: string) {
  const shape = parseFilterShape(from);
  assert.ok(shape?.group);
  return { shape, group: shape.group };
}

function named(group: FilterGroup, key: string): FilterItem {
  const item = [...itemsOf(group)].find((one) => one.kind === 'property' && one.key.text === key);
  assert.ok(item);
  return item;
}

function started(): { readonly ids: ItemIds; readonly idOf: (key: string) => string } {
  const { group } = read(text);
  const ids = new ItemIds();
  ids.assign(group);
  return { ids, idOf: (key) => ids.idOf(named(group, key)) };
}

test('each item has its own id', () => {
  const { ids } = started();
  const all = ids.idsOf(read(text).group);
  assert.equal(new Set(all).size, 6);
  assert.ok(all.every((id) => id !== ''));
});

test('items keep their ids while the text in and around them changes', () => {
  const { ids, idOf } = started();
  const [a, d] = [idOf('a'), idOf('d')];
  const { shape, group } = read(text);
  const first = named(group, 'a');
  assert.ok(first.kind === 'property');
  const change = typeValue(shape, first.key, 'longer');
  assert.ok(change);
  ids.mapThrough(toEditorChanges(text, change));
  const after = read(change.text).group;
  ids.assign(after);
  assert.equal(ids.idOf(named(after, 'longer')), a);
  assert.equal(ids.idOf(named(after, 'd')), d);
});

test('the id of a removed item is not used again', () => {
  const { ids, idOf } = started();
  const [b, c] = [idOf('b'), idOf('c')];
  const { shape, group } = read(text);
  const change = withoutItem(shape, named(group, 'b').path);
  assert.ok(change);
  ids.mapThrough(toEditorChanges(text, change));
  const after = read(change.text).group;
  ids.assign(after);
  assert.equal(ids.idOf(named(after, 'c')), c);
  assert.ok(!ids.idsOf(after).includes(b));
});

test('a moved item keeps its id, and so do the items in it', () => {
  const { ids } = started();
  const { shape, group } = read(text);
  const inner = group.items[1];
  assert.ok(inner);
  const before = ids.idsOf(inner);
  const change = moveTo(shape, inner.path, { listPath: group.itemsPath, index: 2 });
  assert.ok(change);
  ids.mapThrough(toEditorChanges(text, change));
  const after = read(change.text).group;
  const moved = after.items[2];
  assert.ok(moved);
  ids.adopt(moved, before);
  ids.assign(after);
  assert.deepEqual(ids.idsOf(moved), before);
  assert.equal(new Set(ids.idsOf(after)).size, 6);
});

test('an item that is replaced as a whole gets a new id', () => {
  const { ids } = started();
  const old = ids.idsOf(read(text).group);
  ids.mapThrough(ChangeSet.of({ from: 0, to: text.length, insert: text }, text.length));
  const { group } = read(text);
  ids.assign(group);
  assert.ok(ids.idsOf(group).every((id) => !old.includes(id)));
});
