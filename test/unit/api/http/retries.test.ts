// Each operation after each fault is in the tables of test/contract/faults; here is what they cannot see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ApiError, type ApiErrorKind } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import { readRateLimitHeaders, readRetryAfterMs } from '#api/http/responseHeaders.ts';
import { callRetryLimits, decideRetry, reasonToRetryCall } from '#api/http/retries.ts';
import type { ClientOptions } from '#api/clientTypes.ts';
import { json, reset, silence, throttled } from '../../../misbehaving/acts.ts';
import { stopTime } from '../clock.ts';
import { catchApiError, startClient, testKey } from '../support.ts';

const record = json({ id: 7, name: 'Sound' });
test('a GET that works at last is sent until then', async (t) => {
  const { client, server } = await startClient(t, (_request, index) => (index < 2 ? reset() : record));
  assert.equal((await client.cohorts('1').retrieve(7)).name, 'Sound');
  assert.equal(server.received.length, 3);
});

test('a write is sent again after 429, body and all', async (t) => {
  const { client, server } = await startClient(t, (_request, index) =>
    index === 0 ? throttled(0, '0') : record,
  );
  await client.cohorts('1').updateText(7, '{"name":"x"}');
  assert.deepEqual(
    server.received.map(({ method, body }) => [method, body]),
    Array.from({ length: 2 }, () => ['PATCH', '{"name":"x"}']),
  );
});

test('a GET that fails every time is given up after four tries', async (t) => {
  const { client, server } = await startClient(t, () => reset());
  assert.equal((await catchApiError(client.cohorts('1').retrieve(7))).kind, 'network');
  assert.equal(server.received.length, 4);
});

test('a wait that the service asks for is reported, and one beyond the limit is thrown at once with its length', async (t) => {
  const waits: Parameters<NonNullable<ClientOptions['onWait']>>[0][] = [];
  const goOn = stopTime(t);
  const { client, server } = await startClient(
    t,
    (_request, index) => (index === 0 ? throttled(1, '0.05') : throttled(3600, '3600')),
    {
      onWait(wait) {
        waits.push(wait);
        goOn();
      },
    },
  );
  const error = await catchApiError(client.cohorts('1').retrieve(7));
  assert.equal(error.kind, 'throttled');
  assert.equal(error.retryAfterMs, 3_600_000);
  assert.deepEqual(
    waits.map(({ reason }) => reason),
    ['throttled'],
  );
  assert.ok(waits.every(({ ms }) => ms > 0 && ms <= 55));
  assert.equal(server.received.length, 2);
});

test('without the header, the sentence in the detail counts', async (t) => {
  const { client } = await startClient(t, () => throttled(7200));
  assert.equal((await catchApiError(client.cohorts('1').retrieve(7))).retryAfterMs, 7_200_000);
});

test('an abort ends a wait at once', async (t) => {
  const aborter = new AbortController();
  const { client } = await startClient(t, () => throttled(100, '100'), { onWait: () => aborter.abort() });
  const error = await catchApiError(client.cohorts('1').retrieve(7, { signal: aborter.signal }));
  assert.equal(error.kind, 'cancelled');
});

test('closing the client ends waits and requests under way, and refuses new ones', async (t) => {
  let isWaiting: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve;
  });
  const { client } = await startClient(
    t,
    (request) => (request.url.includes('/8/') ? throttled(100, '100') : silence()),
    { onWait: () => isWaiting?.() },
  );
  const both = [7, 8].map(async (id) => catchApiError(client.cohorts('1').retrieve(id)));
  await waiting;
  await client.close();
  assert.deepEqual(
    (await Promise.all(both)).map(({ kind }) => kind),
    ['cancelled', 'cancelled'],
  );
  assert.equal((await catchApiError(client.cohorts('1').retrieve(9))).kind, 'cancelled');
});

test('a POST over a connection that was refused is sent again', async () => {
  const waits: unknown[] = [];
  // Port 1 of the loopback address refuses.
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    key: testKey,
    retry: { firstWaitMs: 1 },
    onWait: (wait) => waits.push(wait.reason),
  });
  const error = await catchApiError(client.cohorts('1').createText(JSON.stringify({})));
  assert.deepEqual([error.kind, error.code], ['network', 'ECONNREFUSED']);
  assert.deepEqual(waits, ['network', 'network', 'network']);
  await client.close();
});

test('the wait is read from Retry-After, as seconds or a date, or from the detail if there is no such header', () => {
  const nowMs = Date.parse('2024-05-01T12:00:00Z');
  const cases: readonly (readonly [string | undefined, string | undefined, number | undefined])[] = [
    ['60', undefined, 60_000],
    [' 0 ', undefined, 0],
    ['1.5', undefined, 1500],
    ['Wed, 01 May 2024 12:01:00 GMT', undefined, 60_000],
    ['Wed, 01 May 2024 11:00:00 GMT', undefined, 0],
    ['-5', undefined, undefined],
    ['soon', undefined, undefined],
    ['retry 5', undefined, undefined],
    ['later 1', 'Expected available in 30 seconds.', 30_000],
    ['', 'Expected available in 30 seconds.', 30_000],
    ['soon', 'Request was throttled. Expected available in 1 second.', 1000],
    [undefined, 'Try later.', undefined],
    [undefined, undefined, undefined],
  ];
  for (const [header, detail, expected] of cases) {
    assert.equal(readRetryAfterMs(header, detail, nowMs), expected, `${header} / ${detail}`);
  }
});

test('a date in a response is counted from the time of the service, whatever this machine’s clock says', async (t) => {
  for (const now of ['Wed, 01 May 2024 12:00:00 GMT', 'Sun, 01 May 2044 12:00:00 GMT']) {
    const after = (seconds: number) => new Date(Date.parse(now) + seconds * 1000);
    const refusal = { detail: 'Slow down.' };
    const until = { date: now, 'retry-after': after(90).toUTCString() };
    const { client } = await startClient(t, () => json(refusal, 429, until), { retry: { tries: 1 } });
    assert.equal((await catchApiError(client.cohorts('1').list())).retryAfterMs, 90_000);
    const resetAt = String(after(20).getTime() / 1000);
    const headers = { date: now, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetAt };
    assert.equal(readRateLimitHeaders(headers).exhaustedMs, 20_000);
  }
});

test('whatever happens, the tries and the sum of the waits stay within their limits', () => {
  const kinds: readonly ApiErrorKind[] = [
    'network',
    'incomplete',
    'server',
    'throttled',
    'timeout',
    'invalid',
  ];
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind: fc.constantFrom(...kinds),
          status: fc.constantFrom(500, 502, 503, 504, 429),
          retryAfterMs: fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined }),
        }),
        { minLength: 10, maxLength: 10 },
      ),
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
      (failures, method) => {
        let waitedMs = 0;
        let tried = 0;
        let throttledTries = 0;
        for (const { kind, ...fields } of failures) {
          const error = new ApiError(kind, 'x', fields);
          tried++;
          if (kind === 'throttled') throttledTries++;
          const soFar = { tries: tried, throttled: throttledTries, waitedMs };
          const retry = decideRetry(error, reasonToRetryCall(error, method), soFar, callRetryLimits);
          if (retry === undefined) break;
          assert.ok(method === 'GET' || kind === 'throttled');
          assert.ok(retry.ms >= (fields.retryAfterMs ?? 0));
          waitedMs += retry.ms;
        }
        assert.ok(tried <= callRetryLimits.tries);
        assert.ok(waitedMs <= callRetryLimits.allWaitsMs);
      },
    ),
  );
});
