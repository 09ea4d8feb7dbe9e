import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { formatJson } from '#json/formatJson.ts';
import { isSameValue } from '#json/sameValue.ts';
import { hasDuplicateKeys, stringOf, type JsonNode } from '#json/jsonTree.ts';
import { jsonObjectText } from '../../unit/json/jsonArbitrary.ts';
import { cases, placesIn, treeOf } from './jsonModel.ts';
import { reorderKeys } from './reorderKeys.ts';

test('a value is the same in any layout, order of keys and spelling', () => {
  const turned = (text: string, node: JsonNode): string => {
    if (node.kind === 'list') return `[ ${node.items.map((item) => turned(text, item)).join(' ,\n')}]`;
    if (node.kind === 'string') {
      const codes = stringOf(text, node).split('');
      return `"${codes.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
    }
    if (node.kind !== 'object') return text.slice(node.from, node.to);
    const last = new Map(node.members.map(({ key, value }) => [key, value]));
    const members = [...last].map(([key, value]) => `${JSON.stringify(key)} : ${turned(text, value)}`);
    return `{${members.toReversed().join(',')}}`;
  };
  fc.assert(
    fc.property(jsonObjectText, (text) => {
      assert.ok(isSameValue(text, formatJson(text)));
      assert.ok(isSameValue(text, turned(text, treeOf(text)), 'lastWins'));
    }),
    cases,
  );
});

test('two values are the same exactly where their parsed values are', () => {
  const small = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value));
  const few = fc.constantFrom(
    '[]',
    '{}',
    '[[]]',
    '[{}]',
    '""',
    '"0"',
    '0',
    '-0',
    'null',
    '[null]',
    '{"":null}',
  );
  fc.assert(
    fc.property(fc.oneof(small, few), fc.oneof(small, few), (a, b) => {
      const isSame = isDeepStrictEqual(JSON.parse(a.replace('-0', '0')), JSON.parse(b.replace('-0', '0')));
      if (!/\d{15}|e/.test(a + b)) assert.equal(isSameValue(a, b), isSame);
      assert.equal(isSameValue(a, b), isSameValue(b, a));
    }),
    cases,
  );
});

test('numbers are the same exactly where their decimal values are', () => {
  const digits = fc.array(fc.constantFrom('0', '1', '9', '5'), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(
      digits,
      digits,
      fc.integer({ min: -30, max: 30 }),
      fc.nat(5),
      (whole, fraction, power, zeros) => {
        const [w, f] = [whole.join('').replace(/^0+(?=\d)/, ''), fraction.join('')];
        const a = `${w}.${f}e${power}`;
        const b = `${BigInt(w + f) * 10n ** BigInt(zeros)}E${power - f.length - zeros}`;
        assert.ok(isSameValue(a, b), `${a} ${b}`);
        const next = `${BigInt(w + f) + 1n}e${power - f.length}`;
        assert.ok(!isSameValue(a, next), `${a} ${next}`);
        if (BigInt(w + f) > 0n) assert.ok(!isSameValue(a, `-${a}`));
      },
    ),
    cases,
  );
});

test('the order of keys makes no difference, and a repeated key does', () => {
  fc.assert(
    fc.property(jsonObjectText, fc.nat(1000), (text, seed) => {
      const other = reorderKeys(text, seed);
      assert.ok(isSameValue(text, other, 'lastWins'));
      const hasRepeatedKey = placesIn(treeOf(text)).some(
        ({ node }) => node.kind === 'object' && hasDuplicateKeys(node),
      );
      if (!hasRepeatedKey) assert.ok(isSameValue(text, other));
      const repeated = `{"repeated":0,"repeated":${text}}`;
      assert.ok(isSameValue(repeated, `{"repeated":${text}}`, 'lastWins'));
      assert.ok(!isSameValue(repeated, `{"repeated":${text}}`));
      assert.ok(isSameValue(repeated, formatJson(repeated)));
    }),
    cases,
  );
});
