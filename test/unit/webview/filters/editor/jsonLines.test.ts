import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bracketAt,
  foldableInLine,
  matchingBracket,
  maxLineLength,
  openBracketOf,
  tokensOf,
} from '#webview/filters/editor/jsonLines.ts';
import { toText } from '#webview/filters/sync/sync.ts';

test('every part of a line has its style, keys apart from other strings', () => {
  const line = '  "a\\"b" : ["x", -1.5e3, true, nul], }';
  assert.deepEqual(
    tokensOf(line).map(({ style, from, to }) => `${style} ${line.slice(from, to)}`),
    [
      'key "a\\"b"',
      'mark :',
      'bracket [',
      'string "x"',
      'mark ,',
      'number -1.5e3',
      'mark ,',
      'literal true',
      'mark ,',
      'invalid nul',
      'bracket ]',
      'mark ,',
      'bracket }',
    ],
  );
});

test('a line that is too long is left without styles', () => {
  assert.deepEqual(tokensOf(`"${'x'.repeat(maxLineLength)}"`), []);
});

const doc = toText('{\n  "a": [\n    {"b": "}]"},\n    1\n  ],\n  "c": {"d": [}\n}');

function partnerOf(at: number, maxLines?: number): number | undefined {
  const bracket = bracketAt(doc, at);
  return bracket && matchingBracket(doc, bracket, maxLines)?.at;
}

test('brackets find their partners over lines, in both directions, past brackets in strings', () => {
  const openList = doc.toString().indexOf('[');
  const closeList = doc.toString().indexOf('],');
  assert.equal(partnerOf(openList), closeList);
  assert.equal(partnerOf(closeList), openList);
});

test('a bracket inside a string is none', () => {
  assert.equal(bracketAt(doc, doc.toString().indexOf('}]"')), undefined);
});

test('a bracket has no partner where another kind is in its place, or it is too far away', () => {
  assert.equal(partnerOf(doc.toString().indexOf('[}')), undefined);
  assert.equal(partnerOf(doc.toString().indexOf('['), 2), undefined);
});

test('a line opens its last bracket that it does not close', () => {
  assert.equal(openBracketOf('  "a": {"b": [', 100)?.at, 113);
  assert.equal(openBracketOf('"a": {"b": [1]}', 0), undefined);
  assert.equal(openBracketOf('} , {', 0)?.at, 4);
});

test('a line folds the inside of what it opens', () => {
  assert.deepEqual(foldableInLine(doc, doc.line(2)), {
    from: doc.toString().indexOf('[') + 1,
    to: doc.toString().indexOf('],'),
  });
  assert.equal(foldableInLine(doc, doc.line(3)), undefined);
  assert.equal(foldableInLine(toText('{\n"a": 1'), toText('{\n"a": 1').line(1)), undefined);
});
