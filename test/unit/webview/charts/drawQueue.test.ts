import assert from 'node:assert/strict';
import test from 'node:test';
import { DrawQueue } from '#webview/charts/drawQueue.ts';

function start() {
  const frames: (() => void)[] = [];
  const drawn: string[] = [];
  const turns = new DrawQueue((callback) => frames.push(callback));
  const takeFor = (name: string) => turns.take(() => drawn.push(name));
  const takeNextFor = (name: string) => turns.takeNext(() => drawn.push(name));
  /** All callbacks of one frame, as a browser calls them. */
  const nextFrame = (): string => {
    for (const callback of frames.splice(0)) callback();
    return drawn.splice(0).join();
  };
  return { turns, takeFor, takeNextFor, nextFrame };
}

test('one table draws in each frame, in turn', () => {
  const { takeFor, nextFrame } = start();
  for (const name of ['a', 'b']) takeFor(name);
  assert.deepEqual([nextFrame(), nextFrame(), nextFrame()], ['a', 'b', '']);
  takeFor('a');
  assert.equal(nextFrame(), 'a');
});

test('a table that has drawn waits for the others', () => {
  const { turns, takeFor, nextFrame } = start();
  turns.take(() => takeFor('again'));
  takeFor('b');
  assert.deepEqual([nextFrame(), nextFrame(), nextFrame()], ['', 'b', 'again']);
});

test('a removed table takes no turn, and delays no other', () => {
  const { takeFor, nextFrame } = start();
  const giveUp = takeFor('gone');
  takeFor('stays');
  giveUp();
  assert.equal(nextFrame(), 'stays');
  const giveUpAlone = takeFor('gone');
  giveUpAlone();
  for (const name of ['later', 'last']) takeFor(name);
  assert.deepEqual([nextFrame(), nextFrame()], ['later', 'last']);
});

test('a tile that comes into sight draws before the tables that wait', () => {
  const { takeFor, takeNextFor, nextFrame } = start();
  takeFor('table');
  takeNextFor('tile');
  assert.deepEqual([nextFrame(), nextFrame()], ['tile', 'table']);
});
