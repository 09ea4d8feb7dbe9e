import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorSelection, EditorState } from '@codemirror/state';
import type { Problem } from '#webview/filters/problems/problemMarks.ts';
import { toText } from '#webview/filters/sync/positionedChanges.ts';
import { cursorWords, summarizeProblems } from '#webview/filters/problems/statusLineText.ts';

const doc = toText('{\n  "a": tru\n}');
const error: Problem = { from: 9, to: 12, severity: 'error', message: 'Broken.', source: '' };
const hint: Problem = { from: 4, to: 7, severity: 'warning', message: 'Unusual.', source: 'Schema' };

test('a text without problems is a valid JSON object', () => {
  assert.deepEqual(summarizeProblems(doc, undefined, [], false), {
    kind: 'valid',
    message: 'Valid JSON object',
  });
});

test('an error of the text says that it cannot be saved, why and where', () => {
  assert.deepEqual(summarizeProblems(doc, error, [hint, error], false), {
    kind: 'error',
    message: 'Cannot save: Broken.',
    place: 'Line 2, column 8',
  });
});

test('the problem at the cursor is shown instead of the first one', () => {
  assert.deepEqual(summarizeProblems(doc, error, [hint, error], false, hint), {
    kind: 'warning',
    message: 'Unusual.',
    place: 'Line 2, column 3',
  });
  assert.equal(summarizeProblems(doc, error, [hint, error], false, error).message, 'Cannot save: Broken.');
});

test('a problem with which the text can be saved says nothing about saving', () => {
  assert.deepEqual(summarizeProblems(doc, undefined, [hint], false), {
    kind: 'warning',
    message: 'Unusual.',
    place: 'Line 2, column 3',
  });
  assert.equal(summarizeProblems(doc, undefined, [hint, error], false).message, 'Broken.');
});

test('a problem that the service has reported is marked so', () => {
  const { isOfService } = summarizeProblems(doc, undefined, [{ ...error, isOfService: true }], false);
  assert.equal(isOfService, true);
});

test('changes that did not reach the document come before everything else', () => {
  assert.equal(summarizeProblems(doc, error, [error], true).kind, 'waiting');
});

test('a place behind the end of a text that has become shorter is its end', () => {
  assert.equal(summarizeProblems(toText('{'), error, [error], false).place, 'Line 1, column 2');
});

test('the cursor is shown as line and column from 1, with the length of the selection', () => {
  const at = (anchor: number, head: number) =>
    cursorWords(EditorState.create({ doc: doc.toString(), selection: EditorSelection.single(anchor, head) }));
  assert.equal(at(9, 9), 'Ln 2, Col 8');
  assert.equal(at(4, 7), 'Ln 2, Col 6 (3 selected)');
});
