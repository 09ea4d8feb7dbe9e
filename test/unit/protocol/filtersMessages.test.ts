import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseWebviewMessage } from '#protocol/filtersMessages.ts';

const position = { line: 0, character: 3 };
const edit = {
  type: 'edit',
  id: 1,
  version: 2,
  group: 3,
  changes: [{ from: position, to: position, text: 'x' }],
};

for (const message of [
  { type: 'ready' },
  { type: 'ready', version: 3 },
  edit,
  { type: 'flushed', id: 4 },
  { type: 'resync' },
  { type: 'history', direction: 'undo' },
  { type: 'openAsText' },
  { type: 'askAgain' },
  { type: 'completeAt', id: 1, version: 2, position },
  { type: 'hoverAt', id: 1, version: 2, position },
  { type: 'failure', message: 'broken' },
]) {
  test(`understands ${message.type}`, () => {
    assert.deepEqual(parseWebviewMessage(message), message);
  });
}

for (const [name, message] of [
  ['nothing', undefined],
  ['a text', 'ready'],
  ['an unknown type', { type: 'run' }],
  ['a missing field', { type: 'flushed' }],
  [
    'a history direction that is a command of another kind',
    { type: 'history', direction: 'workbench.action.quit' },
  ],
  ['an edit without changes', { ...edit, changes: [] }],
  [
    'a position before the text',
    { ...edit, changes: [{ from: { line: -1, character: 0 }, to: position, text: '' }] },
  ],
  [
    'a position between two characters',
    { ...edit, changes: [{ from: position, to: { line: 0, character: 0.5 }, text: '' }] },
  ],
  ['a change without text', { ...edit, changes: [{ from: position, to: position }] }],
  ['a failure without end', { type: 'failure', message: 'x'.repeat(5000) }],
] as const) {
  test(`refuses ${name}`, () => {
    assert.equal(parseWebviewMessage(message), undefined);
  });
}

test('any value is either understood or refused, and none throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      assert.equal(parseWebviewMessage(value), undefined);
    }),
  );
});
