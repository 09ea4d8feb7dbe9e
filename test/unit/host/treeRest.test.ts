import assert from 'node:assert/strict';
import test from 'node:test';
import { treeAtRest, treeDrawn } from '#host/treeRest.ts';

test('a box opens at once where no tree is drawn', async () => {
  const order: string[] = [];
  const opened = treeAtRest().then(() => order.push('box'));
  setTimeout(() => order.push('timer'), 0);
  await opened;
  assert.deepEqual(order, ['box']);
});

test('a box waits until a tree that was drawn has been at rest', async () => {
  treeDrawn();
  const startedAt = performance.now();
  setTimeout(treeDrawn, 30);
  await treeAtRest();
  assert.ok(performance.now() - startedAt >= 79); // a timer may fire 1 ms early
});

test('a tree that is drawn without end keeps no box closed', async (t) => {
  let drawn = 0;
  const draw = (): void => {
    drawn++;
    treeDrawn();
  };
  draw();
  const drawing = setInterval(draw, 5);
  t.after(() => clearInterval(drawing));
  await treeAtRest(); // else this test does not end
  assert.ok(drawn > 1);
});
