// JSON that is written in its place, and a behavior that is chosen: only the node changes, what is there is what was
// written, and what was shown and not changed is put back as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { faultOf, jsonOf, setBehavior, writeJson } from '#filters/valueEdits.ts';
import { formatJson } from '#json/formatJson.ts';
import { nodeAt, parseJsonTree } from '#json/jsonTree.ts';
import { inEnglish } from '#text/translate.ts';
import {
  allItems,
  assertChange,
  assertDescribed,
  assertOnly,
  behavior,
  filterText,
  itemAtPath,
  rawIn,
  shapeOf,
} from './shapeModel.ts';
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
} from '../json/jsonModel.ts';
import { minFound } from '../../cases.ts';

const drawn = fc.nat();
const withLf = (text: string) => text.replaceAll(/\r\n?/g, '\n');
/** As a person writes it: with line ends of its own, and as an editor keeps them. */
const written = fc
  .tuple(fc.oneof(anyValue, anyText), fc.option(layouts))
  .map(([text, layout]) => withLf(layout ? formatJson(text, layout) : text));

const drawing = fc.record({
  raw: filterText,
  at: drawn,
  json: written,
  layout: layouts,
  isLaidOut: fc.boolean(),
  value: behavior,
  op: fc.constantFrom('gte', 'lt', undefined),
});

testLaws(
  drawing,
  {
    'JSON that is written changes its node alone, and is there token for token': {
      atLeast: 8000,
      holds: ({ raw, at, json }, found) => {
        const whole = withLf(raw);
        const shape = shapeOf(whole);
        const place = pick(
          placesIn(shape.root).filter(({ path }) => path.length > 0),
          at,
        );
        if (!place) return;
        const change = writeJson(shape, place.path, json);
        assertChange(change);
        assertOnly(shape, place.node, change);
        const root = treeOf(change.text);
        const after = nodeAt(root, place.path);
        assert.ok(after);
        assertSameModel(modelOf(change.text, after), modelOf(json));
        if (!json.trim().includes('\n'))
          assert.equal(rawIn({ text: change.text, root }, place.path), json.trim());
        found();
      },
    },
    'what is shown of a value and put back as it is changes no token, and nothing where lines are indented':
      ({ raw, layout: { indent }, at, isLaidOut }) => {
        const whole = isLaidOut ? formatJson(raw, { indent, eol: '\n' }) : withLf(raw);
        const shape = shapeOf(whole);
        const place = pick(
          placesIn(shape.root).filter(({ path }) => path.length > 0),
          at,
        );
        if (!place) return;
        const change = writeJson(shape, place.path, jsonOf(whole, place.node));
        assertChange(change);
        assertSameModel(modelOf(change.text), modelOf(whole));
        if (isLaidOut) assert.equal(change.text, whole);
      },
    'a behavior that is chosen is there with what it needs; all members that had a value keep it': {
      atLeast: 1000,
      holds: ({ raw: whole, at, value, op }, found) => {
        const shape = shapeOf(whole);
        const item = pick(
          allItems(shape).filter(({ kind }) => kind === 'behavior'),
          at,
        );
        if (item?.kind !== 'behavior' || item.node.kind !== 'object') return;
        const change = setBehavior(shape, item, value, op);
        assertChange(change);
        assertOnly(shape, item.node, change);
        const changed = shapeOf(change.text);
        const after = itemAtPath(changed, item.path);
        assertDescribed(changed);
        for (const { key, value: node } of item.node.members) {
          const raw = whole.slice(node.from, node.to);
          const isKept = key !== 'value' && (key !== 'operator' || op === undefined) && raw !== 'null';
          if (isKept) assert.equal(rawIn(changed, [...item.path, key]), raw);
        }
        if (after.kind !== 'behavior') return; // a member that another behavior made no use of
        assert.equal(after.behavior, value);
        if (op !== undefined) assert.equal(after.operator, op);
        found();
      },
    },
  },
  cases,
);

/** What to enter, or what is wrong and where. */
const sentence = /^Enter (a|exactly one) JSON value|^\S.* \(line [1-9]\d*, column [1-9]\d*\)$/s;

test('an error is reported exactly when the text is not JSON, and its range is inside the text', () => {
  const cut = fc
    .tuple(
      written,
      drawn,
      fc.nat(3),
      fc.constantFrom('', ',', '"', ']', '}', ':', '0', '\\', '\n', 'x', '{"":'),
    )
    .map(([json, place, length, put]) => {
      const at = place % (json.length + 1);
      return json.slice(0, at) + put + json.slice(at + length);
    });
  let faults = 0;
  fc.assert(
    fc.property(cut, (json) => {
      const fault = faultOf(json, inEnglish);
      assert.equal(fault === undefined, parseJsonTree(json) !== undefined);
      if (!fault) return;
      assert.ok(0 <= fault.from && fault.from <= fault.to && fault.to <= json.length, JSON.stringify(fault));
      assert.match(fault.message, sentence);
      faults++;
    }),
    cases,
  );
  assert.ok(faults > minFound(3000), `${faults} faults`);
});
