import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findChangedPart } from '#text/changedPart.ts';

describe('the part of a text that changed', () => {
  it('is between the common beginning and end', () => {
    assert.deepEqual(findChangedPart('one two', 'one too'), { from: 5, to: 6, insert: 'o' });
    assert.deepEqual(findChangedPart('aa', 'aaa'), { from: 2, to: 2, insert: 'a' });
    assert.deepEqual(findChangedPart('aaa', 'aa'), { from: 2, to: 3, insert: '' });
    assert.deepEqual(findChangedPart('', 'one'), { from: 0, to: 0, insert: 'one' });
  });

  it('is nothing where the texts are the same', () => {
    assert.equal(findChangedPart('one 😀', 'one 😀'), undefined);
  });

  it('has whole characters where only the second half of one changed', () => {
    assert.deepEqual(findChangedPart('a 😀 b', 'a 😁 b'), { from: 2, to: 4, insert: '😁' });
    assert.deepEqual(findChangedPart('😀', '😁😀'), { from: 0, to: 0, insert: '😁' });
  });

  it('has whole characters where only the first half of one changed', () => {
    const [before, after] = ['\u{1F600}', '\u{1FA00}'];
    assert.equal(before[1], after[1]);
    assert.deepEqual(findChangedPart(`a${before}b`, `a${after}b`), { from: 1, to: 3, insert: after });
  });
});
