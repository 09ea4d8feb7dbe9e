import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maxDepth } from '#json/tokenizer.ts';
import { nodeAt, parseJsonTree, stringOf, type JsonNode } from '#json/jsonTree.ts';
import { anyText, anyValue, cases, placesIn, treeOf } from './jsonModel.ts';

/** The value that JSON.parse would make, made from the tree. */
function valueOf(text: string, node: JsonNode): unknown {
  if (node.kind === 'list') return node.items.map((item) => valueOf(text, item));
  if (node.kind === 'string') return stringOf(text, node);
  if (node.kind !== 'object') return JSON.parse(text.slice(node.from, node.to));
  const object: Record<string, unknown> = {};
  for (const { key, value } of node.members) {
    const own = { value: valueOf(text, value), writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, key, own); // an assignment would take __proto__ for something else
  }
  return object;
}

/** A value as a text that a failure can print: with -0 and Infinity, and with __proto__ where it is a key. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'number') return inner;
    return Object.is(inner, -0) ? 'number -0' : `number ${inner}`;
  });
}

/** Code units that JSON, or this reader of it, could take for something else. */
const codeUnit = fc.oneof(
  fc.nat(0xffff),
  fc.nat(0x20),
  fc.integer({ min: 0xd7ff, max: 0xe000 }),
  fc.constantFrom(0x22, 0x2f, 0x5c, 0x7f, 0x85, 0xa0, 0x2028, 0x2029, 0xfeff),
);
const units = fc.array(codeUnit, { maxLength: 6 }).map((codes) => String.fromCharCode(...codes));
/** With escapes only if JSON needs one, so that lone surrogates stand as they are. */
const rawString = units.map(
  (text) => `"${text.replaceAll(/["\\\p{Cc}]/gu, (one) => JSON.stringify(one).slice(1, -1))}"`,
);
const oddNumber = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d{1,4})?$/);
/** V8 13.6 takes each key that is one escape for a backslash, in every later object of a shape that had a backslash alone. */
const isReadWrong = (text: string): boolean => /"\\\\"\s*:/.test(text);
const oddKey = fc.oneof(rawString, fc.constantFrom('"__proto__"', '"toJSON"', '"constructor"', '"0"', '""'));
const oddText = fc
  .tuple(oddKey, oddNumber, oddKey, rawString)
  .map(([a, number, b, text]) => `{${a}:[${number},\t{${b}:${text}}],\r\n${b} : ${number}}`);

test('a tree holds what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyValue, oddText), (text) => {
      fc.pre(!isReadWrong(text));
      assert.equal(shown(valueOf(text, treeOf(text))), shown(JSON.parse(text)));
    }),
    cases,
  );
});

test('there is a tree exactly where JSON.parse reads the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '',
      ',',
      '"',
      ']',
      '}',
      ':',
      '0',
      '\\',
      ' ',
      'e',
      '.',
      '-',
      '//',
      "'",
      'NaN',
      '01',
      '\\u12',
    ),
    units,
  );
  const cut = fc
    .tuple(fc.oneof(anyValue, oddText), fc.nat(), fc.nat(3), piece)
    .map(([text, place, length, put]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + length);
    });
  fc.assert(
    fc.property(cut, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      assert.equal(parseJsonTree(text) !== undefined, isJson);
    }),
    cases,
  );
});

test('a text is read down to a maximum depth, and rejected below it', () => {
  const nested = (depth: number) => [
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"":'.repeat(depth)}0${'}'.repeat(depth)}`,
  ];
  for (const text of nested(maxDepth))
    assert.equal(shown(valueOf(text, treeOf(text))), shown(JSON.parse(text)));
  for (const text of [...nested(maxDepth + 1), ...nested(100_000)])
    assert.equal(parseJsonTree(text), undefined);
});

test('the text of a node is its value, and its path leads there', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const root = treeOf(text);
      for (const { path, node } of placesIn(root)) {
        assert.equal(nodeAt(root, path), node);
        const slice = text.slice(node.from, node.to);
        assert.equal(slice, slice.trim());
        assert.equal(shown(JSON.parse(slice)), shown(valueOf(text, node)));
      }
    }),
    cases,
  );
});
