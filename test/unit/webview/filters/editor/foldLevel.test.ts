import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spansAtDepth, spansBesideCursor } from '#webview/filters/editor/foldLevel.ts';
import { createParsedJson } from './parsedJson.ts';

const doc = '{\n  "a": {\n    "b": [\n      1\n    ]\n  },\n  "c": [1],\n  "d": {\n    "e": 1\n  }\n}';

function foldedAt(level: number, cursor?: number): readonly string[] {
  const state = createParsedJson({ doc, selection: { anchor: cursor ?? 0 } });
  const spans = cursor === undefined ? spansAtDepth(state, level) : spansBesideCursor(state, level);
  return spans.map(({ from, to }) => doc.slice(from, to).replaceAll(/\s/g, ''));
}

test('a level folds what spans lines at that depth, and nothing else', () => {
  assert.deepEqual(foldedAt(2), ['"b":[1]', '"e":1']);
  assert.deepEqual(foldedAt(3), ['1']);
  assert.deepEqual(foldedAt(4), []);
});

test('what the cursor is in stays open', () => {
  assert.deepEqual(foldedAt(2, doc.indexOf('"e"')), ['"b":[1]']);
  assert.deepEqual(foldedAt(1, doc.indexOf('"e"')), []);
});
