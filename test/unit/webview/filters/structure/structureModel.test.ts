import assert from 'node:assert/strict';
import { ChangeSet, Text } from '@codemirror/state';
import { test } from 'node:test';
import { type FilterGroup, type FilterItem, itemsOf } from '#filters/filterShape.ts';
import { moveTo, withoutItem } from '#filters/itemEdits.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { typeValue } from '#filters/valueEdits.ts';
import type { Problem } from '#webview/filters/problems/problemMarks.ts';
import { ItemIds, StructureModel, toEditorChanges } from '#webview/filters/structure/structureModel.ts';

const readText = (text: string): StructureModel => {
  const model = new StructureModel();
  model.read(Text.of(text.split('\n')), 'cohort');
  return model;
};

const conditions = (count: number): string =>
  JSON.stringify({
    properties: { type: 'AND', values: Array.from({ length: count }, () => ({ key: 'a' })) },
  });

const problemAt = (from: number): Problem => ({
  from,
  to: from + 1,
  severity: 'error',
  message: 'wrong',
  source: '',
});

test('invalid JSON keeps the last valid structure', () => {
  const model = readText(conditions(2));
  const { shape } = model;
  model.read(Text.of(['{']), 'cohort');
  assert.equal(model.state, 'invalid');
  assert.equal(model.shape, shape);
  assert.equal(model.itemAt(0), undefined);
});

test('a text above a million characters is not read', () => {
  const model = readText(`{"properties": "${'x'.repeat(1_000_000)}"}`);
  assert.equal(model.state, 'tooLarge');
  assert.equal(model.shape, undefined);
});

test('a problem belongs to the innermost item around it', () => {
  const text = conditions(2);
  const model = readText(text);
  const second = problemAt(text.lastIndexOf('"key"'));
  const outside = problemAt(0);
  model.setProblems([outside, second]);
  const item = model.itemByPath(['properties', 'values', 1]);
  assert.ok(item);
  assert.deepEqual(model.problemsOf(item), [second]);
  assert.deepEqual(model.problemsOf(undefined), [outside]);
});

test('what the service rejects without naming an item is left to the banner of the failed save', () => {
  const text = conditions(1);
  const model = readText(text);
  const ofService = (from: number): Problem => ({ ...problemAt(from), isOfService: true });
  const [outside, own] = [ofService(0), ofService(text.indexOf('"key"'))];
  model.setProblems([outside, own, problemAt(0)]);
  const item = model.itemByPath(['properties', 'values', 0]);
  assert.ok(item);
  assert.deepEqual(model.problemsOf(item), [own]);
  assert.deepEqual(model.problemsOf(undefined), [problemAt(0)]);
});

test('an item far down in a list becomes visible, up to a limit', () => {
  const model = readText(conditions(500));
  const group = model.itemByPath(['properties']);
  assert.ok(group);
  const listId = model.idOf(group);
  const atFirst = model.shownCount(listId);
  assert.ok(atFirst < 100);
  assert.ok(model.reveal(['properties', 'values', 100]));
  assert.ok(model.shownCount(listId) > 100);
  assert.equal(model.reveal(['properties', 'values', 450]), false);
});

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

function replaceAll(ids: ItemIds, after: string): FilterGroup {
  ids.mapThrough(ChangeSet.of({ from: 0, to: text.length, insert: after }, text.length));
  const { group } = read(after);
  ids.assign(group);
  return group;
}

test('an item that is replaced as a whole is the one at its path', () => {
  const { ids, idOf } = started();
  const [a, c] = [idOf('a'), idOf('c')];
  const after = replaceAll(ids, text.replace('"a"', '"a2"'));
  assert.equal(ids.idOf(named(after, 'a2')), a);
  assert.equal(ids.idOf(named(after, 'c')), c);
});

test('an item at a path that had none has an id of its own', () => {
  const { ids } = started();
  const old = ids.idsOf(read(text).group);
  const after = replaceAll(ids, text.replace('{"key":"d"}', '{"key":"d"},{"key":"e"}'));
  assert.ok(!old.includes(ids.idOf(named(after, 'e'))));
  assert.equal(new Set(ids.idsOf(after)).size, 7);
});
