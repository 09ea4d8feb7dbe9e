import assert from 'node:assert/strict';
import test from 'node:test';
import type { CellRequest } from '#webview/table/grid/cellCache.ts';
import { CellRequests } from '#webview/table/grid/cellRequests.ts';

function start() {
  const sent: number[] = [];
  const retry = Promise.withResolvers<void>();
  const requests = new CellRequests((batch) => sent.push(...batch.map(({ from }) => from)), retry.resolve);
  const request = (from: number) =>
    requests.send((): CellRequest[] => [{ from, to: from + 1, columns: [0] }]);
  return { sent, retry: retry.promise, requests, request };
}

test('at most two requests are open; the next one is sent after an answer', () => {
  const { sent, requests, request } = start();
  for (const from of [1, 2, 3, 4]) request(from);
  assert.deepEqual(sent, [1, 2]);
  requests.answered();
  for (const from of [5, 6]) request(from);
  assert.deepEqual(sent, [1, 2, 5]);
  requests.forget();
  for (const from of [7, 8, 9]) request(from);
  assert.deepEqual(sent, [1, 2, 5, 7, 8]);
});

test('an empty request does not count as open', () => {
  const { sent, requests, request } = start();
  for (let time = 0; time < 5; time++) requests.send(() => []);
  request(1);
  assert.deepEqual(sent, [1]);
});

test('a request is retried when no answer comes', async () => {
  const { sent, retry, request } = start();
  for (const from of [1, 2, 3]) request(from);
  await retry;
  request(4);
  assert.deepEqual(sent, [1, 2, 4]);
});

test('drawing waits for the first cells, but not for long, and not at all if some are there', async () => {
  const { retry, requests } = start();
  assert.equal(requests.isWorthWaiting(false), false);
  assert.equal(requests.isWorthWaiting(true), true);
  await retry;
  assert.equal(requests.isWorthWaiting(true), false, 'it has waited long enough');
  assert.equal(requests.isWorthWaiting(false), false);
  assert.equal(requests.isWorthWaiting(true), true, 'the next wait starts anew');
});
