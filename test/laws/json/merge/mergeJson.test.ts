// A merge loses nothing: each change of either side is in the result, or it is a conflict.
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
import { mergeJson } from '#json/merge/mergeJson.ts';
import { isSameValue } from '#json/sameValue.ts';
import { memberOf, nodeAt, type JsonNode, type JsonPath } from '#json/jsonTree.ts';
import { testLaws } from '../../laws.ts';
import { anyText, anyValue, cases, pick, placesIn, tokensIn, treeOf } from '../jsonModel.ts';
import { countOfCases, minFound } from '../../../cases.ts';

interface Change {
  readonly kind: 'set' | 'add' | 'insert' | 'remove' | 'move' | 'duplicate' | 'rename';
  readonly which: number;
  readonly where: number;
  readonly value: string;
}

const changeWith = (value: fc.Arbitrary<string>, ...kinds: readonly Change['kind'][]) =>
  fc.record<Change>({
    kind: fc.constantFrom(...kinds),
    which: fc.nat(),
    where: fc.nat(),
    value,
  });
const changes = fc.array(
  changeWith(anyValue, 'set', 'add', 'insert', 'remove', 'move', 'duplicate', 'rename'),
  { maxLength: 4 },
);

/** The text after a change; as it was where nothing fits the change. */
function withChange(text: string, { kind, which, where, value }: Change): string {
  const root = treeOf(text);
  const places = placesIn(root);
  const inObjects = places.filter(({ parent }) => parent?.kind === 'object');
  const inLists = places.filter(({ parent }) => parent?.kind === 'list');
  const objects = places.filter(({ node }) => node.kind === 'object');
  const lists = places.filter(({ node }) => node.kind === 'list');
  const edit = (): JsonEdits => {
    const [member, item, object, list] = [inObjects, inLists, objects, lists].map(
      (all) => pick(all, which)?.path,
    );
    const place = pick(places.slice(1), which)?.path;
    const target = pick(lists, where);
    const index = (node: JsonNode | undefined) =>
      node?.kind === 'list' ? where % (node.items.length + 1) : 0;
    if (kind === 'set' && place) return setValue(text, place, value);
    if (kind === 'remove' && place) return removeAt(text, place);
    if (kind === 'add' && object) return setMember(text, object, `new${where % 3}`, value);
    if (kind === 'insert' && list) return insertItem(text, list, index(nodeAt(root, list)), value);
    if (kind === 'move' && item && target) return moveItem(text, item, target.path, index(target.node));
    if (kind === 'duplicate' && item) return duplicateItem(text, item);
    if (kind === 'rename' && member) return renameKey(root, member, `new${where % 3}`);
    return undefined;
  };
  return applyEdits(text, edit() ?? []);
}

/** As a person would type another key; undefined if the object has it already. */
function renameKey(root: JsonNode, path: JsonPath, key: string): JsonEdits {
  const parent = nodeAt(root, path.slice(0, -1));
  const member = parent?.kind === 'object' ? memberOf(parent, String(path.at(-1))) : undefined;
  if (parent?.kind !== 'object' || !member || memberOf(parent, key)) return undefined;
  return [{ offset: member.keyFrom, length: member.keyTo - member.keyFrom, text: JSON.stringify(key) }];
}

/** A base and two texts that came of it. */
const three = fc.tuple(anyText, changes, changes, fc.boolean()).map(([text, mine, theirs, isMinified]) => {
  const base = `{"list": [1, {"k": [2, 3]}, ${text}], "x": true}`;
  return {
    base,
    mine: formatJson(mine.reduce(withChange, base)),
    theirs: isMinified ? theirs.reduce(withChange, base) : formatJson(theirs.reduce(withChange, base)),
  };
});

/** The characters of the scalars, in order. */
function spellings(text: string, node: JsonNode = treeOf(text)): readonly string[] {
  if (node.kind === 'list') return node.items.flatMap((item) => spellings(text, item));
  if (node.kind === 'object') return node.members.flatMap(({ value }) => spellings(text, value));
  return [text.slice(node.from, node.to)];
}

testLaws(
  three,
  {
    'where theirs changed nothing, mine stays byte for byte': ({ base, mine }) => {
      assert.deepEqual(mergeJson(base, mine, base), { kind: 'merged', text: mine, taken: [] });
      assert.deepEqual(mergeJson(base, mine, formatJson(base)), { kind: 'merged', text: mine, taken: [] });
    },
    'where mine changed nothing, theirs comes out in its own spelling': ({ base, theirs }) => {
      const merged = mergeJson(base, base, theirs);
      assert.ok(merged.kind === 'merged');
      assert.ok(isSameValue(merged.text, theirs));
      assert.deepEqual(spellings(merged.text).toSorted(), spellings(theirs).toSorted());
    },
    'the same changes on both sides are made once': ({ base, mine }) => {
      assert.deepEqual(mergeJson(base, mine, formatJson(mine, { indent: '\t' })), {
        kind: 'merged',
        text: mine,
        taken: [],
      });
    },
    'it does not matter for a conflict which side is called mine': {
      atLeast: 2000,
      holds: ({ base, mine, theirs }, found) => {
        const [a, b] = [mergeJson(base, mine, theirs), mergeJson(base, theirs, mine)];
        assert.equal(a.kind, b.kind);
        if (a.kind !== 'merged' || b.kind !== 'merged') return;
        found(); // no conflict
        assert.ok(isSameValue(a.text, b.text));
      },
    },
  },
  cases,
);

/** A text in which no scalar and no key is there twice. */
const distinctText = fc.jsonValue({ maxDepth: 4, noUnicodeString: true }).map((value) => {
  let count = 0;
  const name = () => `base ${count++}`;
  const distinct = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(distinct);
    if (typeof part !== 'object' || part === null) return name();
    return Object.fromEntries(Object.values(part).map((inner) => [name(), distinct(inner)]));
  };
  return JSON.stringify({ a: [distinct(value), { b: [name(), [name(), name()]], c: { d: name() } }], e: {} });
});

/** Changes whose values bear the name of a side, and each another number. */
function changesOf(side: string, ...kinds: readonly Change['kind'][]): fc.Arbitrary<readonly Change[]> {
  const values = fc.constantFrom('""', '[""]', '{"":""}', '[{"":[""]}]');
  return fc.array(changeWith(values, ...kinds), { minLength: 1, maxLength: 4 }).map((list) =>
    list.map((change, index) => {
      let count = 0;
      const value = change.value.replaceAll('""', () => `"${side} ${index} ${count++}"`);
      // What adds a member names its key by this number.
      return { ...change, value, where: change.kind === 'add' ? index : change.where };
    }),
  );
}

/** A base without equal values, and a merge of two texts that came of it by such changes. */
function mergeOfDistinct(...kinds: readonly Change['kind'][]) {
  return fc
    .tuple(distinctText, changesOf('mine', ...kinds), changesOf('theirs', ...kinds))
    .map(([base, mineChanges, theirsChanges]) => {
      const mine = mineChanges.reduce(withNamedChange('mine'), base);
      const theirs = formatJson(theirsChanges.reduce(withNamedChange('theirs'), base));
      const merged = mergeJson(base, mine, theirs);
      const isTwoSided = mine !== base && theirs !== formatJson(base);
      return { base, mine, theirs, isTwoSided, result: merged.kind === 'merged' ? merged.text : undefined };
    });
}

/** `add` names its key by the side, so that both sides never add the same one. */
function withNamedChange(side: string): (text: string, change: Change) => string {
  return (text, change) => {
    if (change.kind !== 'add') return withChange(text, change);
    const objects = placesIn(treeOf(text)).filter(({ node }) => node.kind === 'object');
    const object = pick(objects, change.which);
    const edits = object && setMember(text, object.path, `${side} key ${change.where}`, change.value);
    return applyEdits(text, edits ?? []);
  };
}

/** What has to be in the result: what both sides have, and what one of them added. */
function expectedTokens(base: string, mine: string, theirs: string): readonly string[] {
  const [b, m, t] = [base, mine, theirs].map((text) => new Set(tokensIn(text)));
  assert.ok(b && m && t);
  const isExpected = (token: string) => (m.has(token) ? t.has(token) || !b.has(token) : !b.has(token));
  return [...new Set([...m, ...t])].filter(isExpected).toSorted();
}

test('what one side added is in the result once, and what one side removed is not', () => {
  let merges = 0;
  fc.assert(
    fc.property(
      mergeOfDistinct('set', 'add', 'insert', 'remove'),
      ({ base, mine, theirs, isTwoSided, result }) => {
        if (result === undefined) return;
        if (isTwoSided) merges++;
        assert.deepEqual([...tokensIn(result)].toSorted(), expectedTokens(base, mine, theirs));
      },
    ),
    { numRuns: countOfCases(20_000) },
  );
  assert.ok(merges > minFound(4000), `${merges} of the cases have changes on both sides and no conflict`);
});

test('where items were moved as well, nothing of either side is lost', () => {
  let merges = 0;
  const arbitrary = mergeOfDistinct('set', 'add', 'insert', 'remove', 'move', 'move', 'move');
  fc.assert(
    fc.property(arbitrary, ({ base, mine, theirs, isTwoSided, result }) => {
      if (result === undefined) return;
      if (isTwoSided) merges++;
      const tokens = new Set(tokensIn(result));
      for (const token of expectedTokens(base, mine, theirs)) assert.ok(tokens.has(token), token);
    }),
    { numRuns: countOfCases(20_000) },
  );
  assert.ok(merges > minFound(2000), `${merges} of the cases have changes on both sides and no conflict`);
});

test('a list item that both sides moved to different places is a conflict', () => {
  const items = fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(items, fc.nat(), fc.nat(), fc.nat(), (numbers, which, a, b) => {
      const base = JSON.stringify({ list: numbers });
      const from = ['list', which % numbers.length];
      const moved = (to: number) =>
        applyEdits(base, moveItem(base, from, ['list'], to % numbers.length) ?? []);
      const merged = mergeJson(base, moved(a), moved(b));
      if (merged.kind !== 'merged') return;
      const result: unknown = JSON.parse(merged.text).list;
      assert.ok(Array.isArray(result));
      assert.equal(result.length, numbers.length);
      assert.deepEqual(new Set(result), new Set(numbers));
    }),
    cases,
  );
});

/** Each key as it is, or with its first or its last character escaped; which, is drawn for one key after the other. */
function withSpelledKeys(text: string, ways: readonly number[]): string {
  const escaped = (letter: string) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  let count = 0;
  return text.replaceAll(/"([\w ]+)":/g, (plain, key: string) => {
    const way = pick(ways, count++);
    if (way === 0) return plain;
    return way === 1
      ? `"${escaped(key)}${key.slice(1)}":`
      : `"${key.slice(0, -1)}${escaped(key.slice(-1))}":`;
  });
}

/** Each key that is in a text, as it is written there. */
function keySpellings(text: string): ReadonlyMap<string, string> {
  const objects = placesIn(treeOf(text)).flatMap(({ node }) => (node.kind === 'object' ? [node] : []));
  const members = objects.flatMap((object) => object.members);
  return new Map(members.map(({ key, keyFrom, keyTo }) => [key, text.slice(keyFrom, keyTo)]));
}

test('a key keeps my spelling, or gets theirs if mine is unchanged', () => {
  const ways = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 8 });
  const side = (name: string) => fc.tuple(ways, fc.oneof(fc.constant([]), changesOf(name, 'set', 'add')));
  let [taken, kept] = [0, 0];
  fc.assert(
    fc.property(distinctText, ways, side('mine'), side('theirs'), (plain, baseWays, a, b) => {
      const [base, mine, theirs] = [
        withSpelledKeys(plain, baseWays),
        a[1].reduce(withNamedChange('mine'), withSpelledKeys(plain, a[0])),
        b[1].reduce(withNamedChange('theirs'), withSpelledKeys(plain, b[0])),
      ];
      const merged = mergeJson(base, mine, formatJson(theirs));
      if (merged.kind !== 'merged') return;
      const [inBase, inMine, inTheirs] = [keySpellings(base), keySpellings(mine), keySpellings(theirs)];
      for (const [key, spelling] of keySpellings(merged.text)) {
        const ours = inMine.get(key);
        const others = inTheirs.get(key);
        const isTaken = ours === undefined || (ours === inBase.get(key) && others !== undefined);
        assert.equal(spelling, isTaken ? others : ours);
        if (ours === undefined || others === undefined || ours === others) continue;
        if (isTaken) taken++;
        else kept++;
      }
    }),
    { numRuns: countOfCases(2000) },
  );
  assert.ok(
    taken > minFound(1500) && kept > minFound(1500),
    `theirs was taken ${taken} times, mine was kept ${kept} times`,
  );
});

test('lists of a hundred thousand items are merged', () => {
  const items = Array.from({ length: 100_000 }, (_, index) => index);
  const [mine, theirs] = [items.with(10, -1), items.with(90_000, -2)];
  const merged = mergeJson(JSON.stringify(items), JSON.stringify(mine), JSON.stringify(theirs));
  assert.equal(merged.kind === 'merged' && merged.text, JSON.stringify(mine.with(90_000, -2)));
});
