import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Text } from '@codemirror/state';
import { placeOf } from '#webview/filters/editor/goToLine.ts';

const doc = Text.of(['{', '  "a": 1', '}']);

const places = [
  ['2', 2],
  ['2:3', 4],
  ['2,3', 4],
  ['2:99', 10],
  ['0', 0],
  ['99', 11],
  ['-1', 11],
  ['two', undefined],
  ['', undefined],
] as const;

for (const [typed, place] of places) {
  test(`Go to Line takes ${JSON.stringify(typed)}`, () => {
    assert.equal(placeOf(doc, typed), place);
  });
}
