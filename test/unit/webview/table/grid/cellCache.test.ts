import assert from 'node:assert/strict';
import test from 'node:test';
import { blockRows, CellCache, type CellRequest, CellRequests } from '#webview/table/grid/cellCache.ts';

function answer(
  cache: CellCache,
  from: number,
  to: number,
  columns: readonly number[],
  rows: number,
): number {
  const requests = cache.missing(from, to, columns, rows);
  for (const request of requests) {
    const texts = (column: number) =>
      Array.from({ length: request.to - request.from }, (_, at) => `${request.from + at}/${column}`);
    cache.put({ from: request.from, columns: request.columns, cells: request.columns.map(texts), flaws: [] });
  }
  return requests.length;
}

test('cells are requested once, in one request; other columns are requested when they become visible', () => {
  const cache = new CellCache();
  assert.equal(answer(cache, 10, 80, [0, 1], 1000), 1);
  assert.equal(cache.get(31, 0), '31/0');
  assert.equal(cache.get(70, 1), '70/1');
  assert.equal(cache.get(70, 2), undefined);
  assert.equal(answer(cache, 10, 80, [0, 1], 1000), 0);
  assert.deepEqual(cache.missing(10, 20, [1, 2], 1000), [{ from: 0, to: blockRows, columns: [2] }]);
  assert.deepEqual(cache.missing(10, 20, [1, 2], 1000), [], 'what is on its way is not asked for again');
});

test('the last block is requested again when the file has grown', () => {
  const cache = new CellCache();
  answer(cache, 0, 10, [0], 10);
  cache.forgetFrom(10);
  assert.deepEqual(cache.missing(0, 20, [0], 20), [{ from: 0, to: 20, columns: [0] }]);
});

test('a row that was cut is no longer marked when the file has grown', () => {
  const cache = new CellCache();
  cache.missing(0, 10, [0], 10);
  cache.put({ from: 0, columns: [0], cells: [['x']], flaws: [{ row: 9, reason: 'Incomplete JSON.' }] });
  cache.forgetFrom(10);
  assert.equal(cache.flawOf(9), undefined);
});

test('what is wrong with a row is known as long as its cells are', () => {
  const cache = new CellCache();
  cache.missing(0, 40, [0], 1000);
  const cells = [Array.from({ length: 64 }, () => 'x')];
  cache.put({ from: 0, columns: [0], cells, flaws: [{ row: 33, reason: '1 cell for 2 columns.' }] });
  assert.deepEqual([cache.flawOf(33), cache.flawOf(32)], ['1 cell for 2 columns.', undefined]);
  cache.clear();
  assert.equal(cache.flawOf(33), undefined);
});

test('distant blocks are dropped, visible ones are kept', () => {
  const cache = new CellCache();
  for (let from = 0; from < 500 * blockRows; from += blockRows) {
    answer(cache, 0, 1, [0], 1e6);
    answer(cache, from, from + 1, [0], 1e6);
  }
  assert.equal(cache.get(0, 0), '0/0');
  assert.equal(cache.get(100 * blockRows, 0), undefined);
  assert.equal(cache.get(499 * blockRows, 0), `${499 * blockRows}/0`);
});

test('an answer that comes after the cache was cleared is ignored', () => {
  const cache = new CellCache();
  cache.missing(0, 1, [0], 10);
  cache.clear();
  cache.put({ from: 0, columns: [0], cells: [['late']], flaws: [{ row: 0, reason: 'late' }] });
  assert.equal(cache.get(0, 0), undefined);
  assert.equal(cache.flawOf(0), undefined);
});

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
