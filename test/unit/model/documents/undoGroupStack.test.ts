import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UndoGroupStack } from '#model/documents/undoGroupStack.ts';

test('undo returns the groups in reverse order, redo in order', () => {
  const groups = new UndoGroupStack();
  for (const group of ['a', 'a', 'b']) groups.edited(group);
  assert.equal(groups.next('undo'), 'b');
  groups.undone();
  assert.equal(groups.next('undo'), 'a');
  assert.equal(groups.next('redo'), 'b');
  groups.undone();
  groups.undone();
  assert.equal(groups.next('undo'), undefined);
  assert.equal(groups.next('redo'), 'a');
  groups.redone();
  assert.equal(groups.next('undo'), 'a');
});

test('a new edit ends what could be redone', () => {
  const groups = new UndoGroupStack();
  groups.edited('a');
  groups.undone();
  groups.edited('b');
  assert.equal(groups.next('redo'), undefined);
  assert.equal(groups.next('undo'), 'b');
});

test('a change from elsewhere makes everything before it unknown', () => {
  const groups = new UndoGroupStack();
  groups.edited('a');
  groups.edited('a');
  groups.undone();
  groups.reset();
  assert.equal(groups.next('undo'), undefined);
  assert.equal(groups.next('redo'), undefined);
});

test('replacing a text with itself joins the previous edit and clears the redo stack', () => {
  const groups = new UndoGroupStack();
  groups.repeated();
  assert.equal(groups.next('undo'), undefined);
  for (const group of ['a', 'b', 'c']) groups.edited(group);
  groups.undone();
  groups.repeated();
  assert.equal(groups.next('redo'), undefined);
  assert.equal(groups.next('undo'), 'b');
  groups.undone();
  assert.equal(groups.next('undo'), 'b');
  groups.undone();
  assert.equal(groups.next('undo'), 'a');
});

test('an undo of something unknown makes what could be redone unknown', () => {
  const groups = new UndoGroupStack();
  groups.edited('a');
  groups.undone();
  groups.undone();
  assert.equal(groups.next('redo'), undefined);
});
