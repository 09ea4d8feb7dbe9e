// A service may give the keys of filters back in another order: that alone is no change, so it makes no conflict.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { setMember, setValue } from '#json/editValue.ts';
import { applyEdits, formatJson } from '#json/formatJson.ts';
import { mergeJson } from '#json/merge/mergeJson.ts';
import { isSameValue } from '#json/sameValue.ts';
import { testLaws } from '../../laws.ts';
import { pick, placesIn, treeOf } from '../jsonModel.ts';
import { reorderKeys } from '../reorderKeys.ts';
import { cases } from '../../../cases.ts';

/** A text without repeated keys: a database that reorders keys does not keep those. */
const text = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
  .map((value) => JSON.stringify({ list: [1, { k: [2, 3], l: null }], x: value }));

const change = fc.record({ which: fc.nat(), isNew: fc.boolean(), value: fc.jsonValue({ maxDepth: 1 }) });

/** The text with one value replaced, or one member added. */
function withChange(
  base: string,
  { which, isNew, value }: { which: number; isNew: boolean; value: unknown },
) {
  const places = placesIn(treeOf(base)).slice(1);
  const objects = places.filter(({ node }) => node.kind === 'object');
  const object = isNew ? pick(objects, which)?.path : undefined;
  const place = pick(places, which)?.path ?? [];
  const raw = JSON.stringify(value);
  const edits = object ? setMember(base, object, `new${which % 2}`, raw) : setValue(base, place, raw);
  return applyEdits(base, edits ?? []);
}

const three = fc
  .record({
    text,
    mine: fc.array(change, { maxLength: 3 }),
    theirs: fc.array(change, { maxLength: 3 }),
    seed: fc.nat(1000),
  })
  .map(({ text: base, mine, theirs, seed }) => ({
    base,
    mine: formatJson(mine.reduce(withChange, base)),
    theirs: theirs.reduce(withChange, base),
    seed,
  }));

testLaws(
  three,
  {
    'a base whose keys alone are in another order leaves mine byte for byte': ({ base, mine, seed }) => {
      const merged = mergeJson(base, mine, reorderKeys(base, seed));
      assert.deepEqual(merged, { kind: 'merged', text: mine, taken: [] });
    },
    'a merge with reordered keys has the conflicts and the values of one without': {
      atLeast: 400,
      holds: ({ base, mine, theirs, seed }, found) => {
        const plain = mergeJson(base, mine, theirs);
        const reordered = mergeJson(base, mine, reorderKeys(theirs, seed));
        assert.equal(reordered.kind, plain.kind);
        if (plain.kind !== 'merged' || reordered.kind !== 'merged') return;
        found(); // no conflict
        assert.ok(isSameValue(reordered.text, plain.text));
      },
    },
  },
  cases(2000),
);
