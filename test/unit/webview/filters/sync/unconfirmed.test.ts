import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeSet } from '@codemirror/state';
import { TextSync } from '#webview/filters/sync/textSync.ts';
import {
  createShortener,
  isSaveKey,
  planRestore,
  unconfirmedText,
} from '#webview/filters/sync/unconfirmed.ts';

const insertion = (length: number, at: number, insert: string) => ChangeSet.of({ from: at, insert }, length);

test('what the host has not confirmed comes with each text that the host may have', () => {
  const sync = new TextSync('ab', 1, () => undefined);
  assert.deepEqual(unconfirmedText(sync), {});
  sync.edited(insertion(2, 2, 'c'), 1);
  assert.deepEqual(unconfirmedText(sync), { text: 'abc', bases: ['ab', 'abc'] });
  sync.edited(insertion(3, 0, 'x'), 2);
  assert.deepEqual(unconfirmedText(sync), { text: 'xabc', bases: ['ab', 'abc'] });
  sync.applied(1, 2);
  sync.applied(2, 3);
  assert.deepEqual(unconfirmedText(sync), {});
});

test('an edit that the host refused is in none of its texts', () => {
  const sync = new TextSync('ab', 1, () => undefined);
  sync.edited(insertion(2, 2, 'c'), 1);
  sync.rejected(1, 'refused');
  assert.deepEqual(unconfirmedText(sync), { text: 'abc', bases: ['ab'] });
});

test('what the host has not confirmed of a long text comes back without the text, whatever of it the host has', () => {
  const long = 'x\n'.repeat(100_000);
  const sync = new TextSync(long, 1, () => undefined);
  const shorten = createShortener(sync);
  assert.deepEqual(shorten(), {});
  sync.edited(insertion(long.length, 0, 'first '), 1);
  sync.edited(insertion(long.length + 6, long.length + 6, ' “last”\n'), 2);
  const left = JSON.parse(JSON.stringify(shorten()));
  assert.ok(JSON.stringify(left).length < 1000);
  const typed = `first ${long} “last”\n`;
  for (const now of [long, `first ${long}`, typed])
    assert.equal(planRestore(left, now, false).text ?? now, typed);
  assert.deepEqual(planRestore(left, typed, false), { rest: [] }, 'another page has taken it');
  assert.deepEqual(planRestore(left, `${long}changed`, false), { rest: ['first ', ' “last”\n'] });
  assert.deepEqual(planRestore(left, long, true).rest, [typed]);
  sync.edited(insertion(typed.length, 0, 'more '), 3);
  assert.deepEqual(planRestore(JSON.parse(JSON.stringify(shorten())), typed, false), {
    text: `more ${typed}`,
    rest: [],
  });
});

test('the key that saves is known on a Mac and on a Russian layout, where it types another letter', () => {
  const plain = { keyCode: 83, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  assert.ok(isSaveKey({ ...plain, ctrlKey: true }));
  assert.ok(isSaveKey({ ...plain, metaKey: true }));
  assert.ok(!isSaveKey({ ...plain, keyCode: 67, ctrlKey: true }), 'the place of C');
  assert.ok(!isSaveKey({ ...plain, ctrlKey: true, shiftKey: true }));
  assert.ok(!isSaveKey(plain));
});

const left = { text: 'typed', bases: ['confirmed', 'in flight'] };
for (const [what, now, isReadonly, expected] of [
  ['replaces what the host had', 'in flight', false, { text: 'typed', rest: [] }],
  ['is in the document already', 'typed', false, { rest: [] }],
  ['does not replace what was changed elsewhere', 'changed', false, { rest: ['typed'] }],
  ['does not change a read-only document', 'confirmed', true, { rest: ['typed'] }],
] as const)
  test(`what a page has left ${what}`, () => {
    assert.deepEqual(planRestore(left, now, isReadonly), expected);
  });

test('a page that has left no text changes nothing', () => {
  assert.deepEqual(planRestore({}, 'confirmed', false), { rest: [] });
});
