import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MissingCohortNames } from '#editors/filters/missingCohortNames.ts';

const ids = Array.from({ length: 45 }, (_, index) => index);
const noNames = {
  type: 'names',
  cohorts: [],
  missingCohorts: [],
  properties: [],
  events: [],
  actions: [],
  values: [],
} as const;

/** A project without loaded cohorts. */
function open(onRequest: (id: number) => void) {
  const requested: number[] = [];
  const running = { now: 0, most: 0 };
  const errors: unknown[] = [];
  const request = async (id: number) => {
    requested.push(id);
    running.most = Math.max(running.most, ++running.now);
    await Promise.resolve();
    running.now--;
    onRequest(id);
    return { ...noNames, missingCohorts: [id] };
  };
  const receiver = { onNames: () => undefined, onError: (error: unknown) => void errors.push(error) };
  const names = new MissingCohortNames({ known: () => noNames, request }, receiver);
  return { names, requested, running, errors };
}

test('any number of names is requested, 20 at the same time', async () => {
  const { names, requested, running } = open(() => undefined);
  await names.request(ids);
  assert.deepEqual(requested, ids);
  assert.equal(running.most, 20);
});

test('after 20 failures the others wait for the retry', async () => {
  let isOffline = true;
  const { names, requested, errors } = open(() => {
    if (isOffline) throw new Error('offline');
  });
  await names.request(ids);
  assert.equal(requested.length, 20);
  assert.equal(errors.length, 20);
  isOffline = false;
  await names.retry();
  assert.deepEqual(requested.slice(20), ids);
});

test('one failure does not keep the others from being requested', async () => {
  const { names, requested } = open((id) => {
    if (id === 0) throw new Error('forbidden');
  });
  await names.request(ids);
  assert.deepEqual(requested, ids);
});

test('a closed tab requests no more', async () => {
  const { names, requested } = open(() => names.dispose());
  await names.request(ids);
  assert.equal(requested.length, 20);
});
