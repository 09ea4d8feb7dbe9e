// Each edit changes the value as specified and touches nothing but its node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  duplicateItem,
  insertItem,
  moveItem,
  removeAt,
  setMember,
  setValue,
  type JsonEdits,
} from '#json/editValue.ts';
import { applyEdits, formatJson } from '#json/formatJson.ts';
import { nodeAt, type JsonListNode, type JsonNode, type JsonPath } from '#json/jsonTree.ts';
import { jsonObjectText } from '../../unit/json/jsonArbitrary.ts';
import { testLaws } from '../laws.ts';
import {
  anyText,
  anyValue,
  cases,
  layouts,
  assertSameModel,
  modelOf,
  pick,
  placesIn,
  treeOf,
  type Model,
} from './jsonModel.ts';

const drawn = fc.nat();
const anyKey = fc.oneof(
  fc.string(),
  fc.constantFrom('a', '__proto__', 'filters', '"', 'new\nline', '\ud83d'),
);

/** The result, after a check that edits are in order and stay between the two offsets. */
function apply(text: string, edits: JsonEdits, from: number, to: number): string {
  assert.ok(edits);
  let at = from;
  for (const { offset, length } of edits) {
    assert.ok(offset >= at && length >= 0, 'in order, apart, and inside');
    at = offset + length;
  }
  assert.ok(at <= to);
  const result = applyEdits(text, edits);
  assert.equal(result.slice(0, from), text.slice(0, from));
  assert.equal(result.slice(result.length - (text.length - to)), text.slice(to));
  return result;
}

/** The model of the whole text with the value at the path changed. */
function changed(text: string, path: JsonPath, change: (model: Model) => Model): Model {
  return changedModel(modelOf(text), path, change);
}

function listOf(model: Model): readonly Model[] {
  assert.ok('list' in model);
  return model.list;
}

/** The texts of the list's items. */
function itemTexts(text: string, path: JsonPath): string[] {
  const list = nodeAt(treeOf(text), path);
  assert.ok(list?.kind === 'list');
  return list.items.map((item) => text.slice(item.from, item.to));
}

function listsIn(root: JsonNode): readonly { readonly path: JsonPath; readonly node: JsonListNode }[] {
  return placesIn(root).flatMap(({ path, node }) => (node.kind === 'list' ? [{ path, node }] : []));
}

/** A text, places in it, and what is put there. */
const drawing = fc.record({
  text: anyText,
  other: anyText,
  which: drawn,
  where: drawn,
  to: drawn,
  value: anyValue,
  key: anyKey,
  keepsLines: fc.boolean(),
});

testLaws(
  drawing,
  {
    'setting a value changes that value alone': ({ text, which, value, keepsLines }) => {
      const place = pick(placesIn(treeOf(text)), which);
      assert.ok(place);
      const edits = setValue(text, place.path, value, { keepsLines });
      const result = apply(text, edits, place.node.from, place.node.to);
      assertSameModel(
        modelOf(result),
        changed(text, place.path, () => modelOf(value)),
      );
    },
    'setting a member replaces its value or adds it as the last one': ({ text, which, key, value }) => {
      const objects = placesIn(treeOf(text)).filter(({ node }) => node.kind === 'object');
      const place = pick(objects, which);
      assert.ok(place);
      const result = apply(text, setMember(text, place.path, key, value), place.node.from, place.node.to);
      const expected = changed(text, place.path, (model) => {
        assert.ok('object' in model);
        const index = model.object.findLastIndex(([name]) => name === key);
        const member = [key, modelOf(value)] as const;
        return {
          object: model.object.toSpliced(index < 0 ? model.object.length : index, index < 0 ? 0 : 1, member),
        };
      });
      assertSameModel(modelOf(result), expected);
    },
    'inserting an item leaves the characters of all the others': ({ text, which, where, value }) => {
      const wrapped = `{"list": [], "x": ${text}}`;
      const place = pick(listsIn(treeOf(wrapped)), which);
      assert.ok(place);
      const index = where % (place.node.items.length + 1);
      const edits = insertItem(wrapped, place.path, index, value);
      const result = apply(wrapped, edits, place.node.from, place.node.to);
      const model = modelOf(value);
      const expected = changed(wrapped, place.path, (list) => ({
        list: listOf(list).toSpliced(index, 0, model),
      }));
      assertSameModel(modelOf(result), expected);
      assert.deepEqual(itemTexts(result, place.path).toSpliced(index, 1), itemTexts(wrapped, place.path));
    },
    'removing takes one entry out of its container': ({ text, which }) => {
      const wrapped = `[${text}, 1]`;
      const place = pick(placesIn(treeOf(wrapped)).slice(1), which);
      assert.ok(place?.parent);
      const result = apply(wrapped, removeAt(wrapped, place.path), place.parent.from, place.parent.to);
      const last = place.path.at(-1);
      const expected = changed(wrapped, place.path.slice(0, -1), (model) => {
        if ('list' in model) return { list: model.list.toSpliced(Number(last), 1) };
        assert.ok('object' in model);
        return {
          object: model.object.toSpliced(
            model.object.findLastIndex(([key]) => key === last),
            1,
          ),
        };
      });
      assertSameModel(modelOf(result), expected);
    },
    'moving an item keeps every token, and the characters of all that stays': ({
      text,
      other,
      which,
      to,
      where,
    }) => {
      const wrapped = `{"a": [${text}, 2, [1.0]], "b": [\n  ${other}\n]}`;
      const lists = listsIn(treeOf(wrapped));
      const source = pick(
        lists.filter(({ node }) => node.items.length > 0),
        which,
      );
      const target = pick(lists, to);
      assert.ok(source && target);
      const from = [...source.path, where % source.node.items.length];
      const isInside = from.every((step, at) => target.path[at] === step);
      const isSame = target.node === source.node;
      const index = (where >> 3) % (target.node.items.length + (isSame ? 0 : 1));
      const edits = moveItem(wrapped, from, target.path, index);
      if (isInside) return assert.equal(edits, undefined);
      const result = apply(wrapped, edits, 0, wrapped.length);
      const item = listOf(modelAt(wrapped, source.path))[Number(from.at(-1))];
      assert.ok(item);
      // A mark stands for the item until it is gone from where it was, so that paths stay right.
      const mark: Model = { token: 'gone' };
      const marked = changed(wrapped, from, () => mark);
      const put = changedModel(marked, target.path, (list) => {
        const rest = listOf(list);
        const at = isSame && index >= Number(from.at(-1)) ? index + 1 : index;
        return { list: rest.toSpliced(at, 0, item) };
      });
      assertSameModel(modelOf(result), withoutMark(put, mark));
    },
    'a duplicate stands behind its item and means the same': ({ text, which }) => {
      const wrapped = `[${text}]`;
      const items = placesIn(treeOf(wrapped)).filter(({ parent }) => parent?.kind === 'list');
      const place = pick(items, which);
      assert.ok(place?.parent);
      const result = apply(wrapped, duplicateItem(wrapped, place.path), place.parent.from, place.parent.to);
      const [listPath, index] = [place.path.slice(0, -1), Number(place.path.at(-1))];
      const expected = changed(wrapped, listPath, (list) => {
        const model = listOf(list)[index];
        assert.ok(model);
        return { list: listOf(list).toSpliced(index, 0, model) };
      });
      assertSameModel(modelOf(result), expected);
      assert.deepEqual(itemTexts(result, listPath).toSpliced(index + 1, 1), itemTexts(wrapped, listPath));
    },
  },
  cases,
);

test('a formatted text stays formatted, with its own indentation and line breaks', () => {
  fc.assert(
    fc.property(jsonObjectText, layouts, drawn, drawn, anyValue, (raw, layout, which, where, value) => {
      const text = formatJson(raw, layout).trim();
      const place = pick(placesIn(treeOf(text)), which);
      assert.ok(place);
      const { path, node } = place;
      const all = [setValue(text, path, value, layout), removeAt(text, path), duplicateItem(text, path)];
      if (node.kind === 'object') all.push(setMember(text, path, 'new', value, layout));
      if (node.kind === 'list')
        all.push(insertItem(text, path, where % (node.items.length + 1), value, layout));
      for (const edits of all) {
        const result = edits && applyEdits(text, edits);
        if (result?.startsWith('{')) assert.equal(result, formatJson(result, layout));
      }
    }),
    cases,
  );
});

test('a text on one line stays on one line', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), drawn, drawn, anyValue, (json, which, where, value) => {
      const text = `{"a":[0,${json}],"b":1}`;
      const place = pick(placesIn(treeOf(text)).slice(1), which);
      assert.ok(place);
      const { path, node } = place;
      const all = [setValue(text, path, value), removeAt(text, path)];
      if (node.kind === 'list') all.push(insertItem(text, path, where % (node.items.length + 1), value));
      for (const edits of all) if (edits) assert.doesNotMatch(applyEdits(text, edits), /[\r\n]/);
    }),
    cases,
  );
});

function modelAt(text: string, path: JsonPath): Model {
  const node = nodeAt(treeOf(text), path);
  assert.ok(node);
  return modelOf(text, node);
}

function changedModel(model: Model, path: JsonPath, change: (model: Model) => Model): Model {
  const [step, ...rest] = path;
  if (step === undefined) return change(model);
  if ('list' in model)
    return { list: model.list.map((item, at) => (at === step ? changedModel(item, rest, change) : item)) };
  assert.ok('object' in model);
  const index = model.object.findLastIndex(([key]) => key === step);
  return {
    object: model.object.map(([key, value], at) => [
      key,
      at === index ? changedModel(value, rest, change) : value,
    ]),
  };
}

function withoutMark(model: Model, mark: Model): Model {
  if ('list' in model)
    return { list: model.list.filter((item) => item !== mark).map((item) => withoutMark(item, mark)) };
  if ('object' in model)
    return { object: model.object.map(([key, value]) => [key, withoutMark(value, mark)]) };
  return model;
}
