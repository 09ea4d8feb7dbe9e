import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CalculationWatch } from '#model/records/calculationWatch.ts';
import { type Calculation, describeCalculation } from '#model/records/describeCalculation.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { inEnglish } from '#text/translate.ts';
import type { Cohort } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { fault, json, reset } from '../../../misbehaving/acts.ts';
import { type Act, startMisbehaving } from '../../../misbehaving/server.ts';
import { createTestClient } from '../../api/support.ts';
import { createCatalog } from '../../../models.ts';

const list = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;
const refOf = (id: number): RecordRef => ({ ...list, id });

const calm: Cohort = {
  id: 7,
  name: 'Shops',
  description: '',
  groups: [],
  deleted: false,
  filters: { properties: {} },
  is_calculating: false,
  created_by: null,
  created_at: null,
  errors_calculating: 0,
  is_static: false,
  count: 100,
  last_calculation: '2026-01-02T03:04:05Z',
};
const busy: Cohort = { ...calm, is_calculating: true };

interface Started {
  readonly watch: CalculationWatch;
  readonly catalog: Catalog;
  /** What was asked, by id, in order. */
  readonly asked: () => readonly number[];
  /** What the service answers about a cohort from now on; the last act stays. */
  readonly answer: (id: number, ...acts: readonly Act[]) => void;
  readonly seen: Set<number> | 'all';
  readonly errors: readonly unknown[];
  /** Resolves when the result of a cohort has this state. */
  readonly until: (id: number, isIt: (calculation: Calculation | undefined) => boolean) => Promise<void>;
}

async function start(
  context: TestContext,
  {
    delaysMs = [0, 0, 0],
    stuckDelayMs = 60_000,
    seen = 'all',
  }: { delaysMs?: readonly number[]; stuckDelayMs?: number; seen?: Started['seen'] } = {},
): Promise<Started> {
  const plans = new Map<number, Act[]>();
  const asked: number[] = [];
  const server = await startMisbehaving(
    ({ url }) => {
      const id = Number(/\/cohorts\/(\d+)/.exec(url)?.[1]);
      asked.push(id);
      const plan = plans.get(id) ?? [];
      return (plan.length > 1 ? plan.shift() : plan[0]) ?? fault(404, 'not_found', 'Not found.');
    },
    { test: context },
  );
  const client = createTestClient(context, server.url, { retry: { tries: 1 } });
  const catalog = createCatalog({ openClient: async () => client });
  const errors: unknown[] = [];
  const watch = new CalculationWatch({
    catalog,
    delaysMs,
    stuckDelayMs,
    now: Date.now,
    isVisible: ({ id }) => seen === 'all' || seen.has(id),
    onError: (_ref, error) => errors.push(error),
  });
  context.after(() => watch.dispose());
  return {
    watch,
    catalog,
    seen,
    errors,
    asked: () => asked,
    answer: (id, ...acts) => void plans.set(id, [...acts]),
    until: (id, isIt) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isIt(watch.result(refOf(id)))) return;
          subscription.dispose();
          resolve();
        };
        const subscription = watch.onDidChange(look);
        look();
      }),
  };
}

const is = (state: Calculation['state']) => (calculation: Calculation | undefined) =>
  calculation?.state === state;
const wordsOf = (calculation: Calculation | undefined) =>
  calculation ? describeCalculation(calculation, inEnglish) : '';

test('a calculating cohort is polled until it is done, and the result has the old count', async (t) => {
  const { watch, catalog, answer, asked, until } = await start(t);
  catalog.store(refOf(7), calm);
  assert.equal(watch.result(refOf(7)), undefined);
  answer(7, json(busy), json({ ...calm, count: 1334 }));
  catalog.store(refOf(7), busy);
  assert.equal(wordsOf(watch.result(refOf(7))), 'Calculating…');
  await until(7, is('done'));
  assert.equal(wordsOf(watch.result(refOf(7))), '1,334 persons (+1,234)');
  assert.deepEqual(asked(), [7, 7]);
});

test('a failed calculation comes with the time of the last success', async (t) => {
  const { watch, catalog, answer, until } = await start(t);
  answer(7, json({ ...calm, errors_calculating: 1 }));
  catalog.store(refOf(7), busy);
  await until(7, is('failed'));
  assert.match(wordsOf(watch.result(refOf(7))), /^The calculation failed\. It last succeeded on .*2026/);
});

test('a failed calculation has the reason, if the service names one', async (t) => {
  const { watch, catalog, answer, until } = await start(t);
  const error = {
    errors_calculating: 1,
    last_error_message: 'Action 12\u202e does not exist',
    last_calculation: null,
  };
  answer(7, json({ ...calm, ...error }));
  catalog.store(refOf(7), busy);
  await until(7, is('failed'));
  assert.equal(
    wordsOf(watch.result(refOf(7))),
    'The calculation failed: Action 12 does not exist. It has never succeeded.',
  );
});

test('a cohort that failed before and has a count now is done', async (t) => {
  const { watch, catalog, answer, until } = await start(t);
  answer(7, json({ ...calm, count: 1 }));
  catalog.store(refOf(7), { ...busy, errors_calculating: 3, count: null });
  await until(7, is('done'));
  assert.equal(wordsOf(watch.result(refOf(7))), '1 person');
});

test('dashboards, static cohorts and up-to-date cohorts have no result', async (t) => {
  const { watch, catalog } = await start(t);
  catalog.store(refOf(7), calm);
  catalog.store(refOf(8), { ...busy, id: 8, is_static: true });
  assert.equal(watch.result(refOf(7)), undefined);
  assert.equal(watch.result(refOf(8)), undefined);
  assert.equal(watch.result({ ...refOf(7), kind: 'dashboard' }), undefined);
});

test('a cohort out of sight is not polled; polling resumes when it is visible', async (t) => {
  const seen = new Set([8]);
  const { watch, catalog, answer, asked, until } = await start(t, { seen });
  answer(7, json({ ...calm, count: 99 }));
  answer(8, json({ ...calm, id: 8 }));
  catalog.store(refOf(7), busy);
  catalog.store(refOf(8), { ...busy, id: 8 });
  await until(8, is('done')); // its question went out after the one about 7 would have
  assert.deepEqual(asked(), [8]);
  seen.add(7);
  watch.resume();
  await until(7, is('done'));
  assert.equal(wordsOf(watch.result(refOf(7))), '99 persons (−1)');
});

test('a cohort that goes out of sight before a poll is not polled', async (t) => {
  const seen = new Set([7, 8]);
  const { catalog, answer, asked, until } = await start(t, { seen });
  answer(8, json({ ...calm, id: 8 }));
  catalog.store(refOf(7), busy);
  catalog.store(refOf(8), { ...busy, id: 8 });
  seen.delete(7);
  await until(8, is('done'));
  assert.deepEqual(asked(), [8]);
});

test('a cohort that never ends is stuck after the last delay, until a person asks', async (t) => {
  const { watch, catalog, answer, asked, until } = await start(t, { delaysMs: [0, 0] });
  answer(7, json(busy));
  catalog.store(refOf(7), busy);
  await until(7, is('stuck'));
  assert.equal(asked().length, 2);
  assert.match(wordsOf(watch.result(refOf(7))), /^Still calculating \(since \d/);
  watch.resume(); // the person returned a moment later
  assert.equal(wordsOf(watch.result(refOf(7))).startsWith('Still'), true);
  answer(7, json({ ...calm, count: 100 }));
  watch.pollNow(refOf(7));
  await until(7, is('done'));
  assert.equal(wordsOf(watch.result(refOf(7))), '100 persons (unchanged)');
  assert.equal(asked().length, 3);
});

/** Whether questions about a cohort are asked. */
const isPolling = (calculation: Calculation | undefined) =>
  calculation !== undefined && 'isPolling' in calculation && calculation.isPolling;

test('isPolling is true while the cohort is visible and not stuck, and each change fires an event', async (t) => {
  const seen = new Set<number>();
  const { watch, catalog, answer, until } = await start(t, { delaysMs: [0, 0, 0], seen });
  const told: boolean[] = [];
  watch.onDidChange((ref) => told.push(isPolling(watch.result(ref))));
  answer(7, json(busy));
  catalog.store(refOf(7), busy);
  assert.deepEqual(told, [false]);
  seen.add(7);
  watch.resume();
  assert.deepEqual(told, [false, true]);
  seen.delete(7); // before the first question, which is not asked then
  await until(7, (calculation) => !isPolling(calculation));
  assert.deepEqual(told, [false, true, false]);
  seen.add(7);
  watch.resume();
  await until(7, is('stuck'));
  assert.deepEqual(told, [false, true, false, true, false]);
  watch.pollNow(refOf(7));
  assert.equal(isPolling(watch.result(refOf(7))), true);
  await until(7, is('stuck'));
  assert.equal(isPolling(watch.result(refOf(7))), false);
  answer(7, fault(401, 'authentication_failed', 'Invalid key.'));
  watch.pollNow(refOf(7));
  await until(7, (calculation) => is('stuck')(calculation) && !isPolling(calculation));
});

test('a save during a calculation starts the delays again', async (t) => {
  const { catalog, answer, asked, until } = await start(t, { delaysMs: [0, 0] });
  const other = { ...busy, filters: { properties: { type: 'OR' } } };
  answer(7, json(busy));
  catalog.store(refOf(7), busy);
  await until(7, is('stuck'));
  answer(7, json(other), json({ ...other, is_calculating: false }));
  catalog.store(refOf(7), other);
  await until(7, is('done'));
  assert.equal(asked().length, 4);
});

test('a record that is stored during a poll starts the delays again, also with the same filters', async (t) => {
  const { catalog, answer, asked, until, watch } = await start(t, { delaysMs: [0, 60_000] });
  const polled = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const first: Act = async (response, request) => {
    polled.resolve();
    await answered.promise;
    await json(busy)(response, request);
  };
  answer(7, first, json({ ...calm, count: 101 }));
  catalog.store(refOf(7), busy);
  await polled.promise;
  catalog.store(refOf(7), { ...busy, name: 'Renamed' }); // the response to a change, which starts a calculation
  answered.resolve();
  await until(7, is('done'));
  assert.deepEqual(asked(), [7, 7]);
  assert.equal(wordsOf(watch.result(refOf(7))), '101 persons (+1)');
});

test('a cohort that is stuck is still polled while it is visible, and its end is seen', async (t) => {
  const { catalog, answer, until } = await start(t, { delaysMs: [0], stuckDelayMs: 1 });
  answer(7, json(busy), json(busy), json(busy), json({ ...calm, count: 100 }));
  catalog.store(refOf(7), busy);
  await until(7, is('stuck'));
  await until(7, is('done'));
});

test('cohorts that are stuck are not polled at the same time because a list still has them calculating', async (t) => {
  const { watch, catalog, answer, asked, until } = await start(t, { delaysMs: [0] });
  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  const results = ids.map((id) => ({ ...busy, id }));
  for (const id of ids) answer(id, json({ ...busy, id }));
  answer(Number.NaN, json({ count: ids.length, next: null, previous: null, results }));
  await catalog.load(list);
  for (const id of ids) await until(id, is('stuck'));
  const before = asked().length;
  await catalog.refresh(list);
  assert.ok(ids.every((id) => watch.result(refOf(id))?.state === 'stuck'));
  assert.deepEqual(asked().slice(before), [Number.NaN]);
  catalog.store(refOf(7), { ...busy, name: 'Renamed' });
  await until(7, is('stuck'));
  assert.ok(asked().length > before + 1, 'a change of one of them is followed');
});

test('polling continues after a failed poll', async (t) => {
  const { watch, catalog, answer, errors, until } = await start(t);
  answer(7, reset(), json({ ...calm, count: 5 }));
  catalog.store(refOf(7), busy);
  await until(7, (calculation) => calculation?.state === 'calculating' && !calculation.hasResponse);
  assert.equal(wordsOf(watch.result(refOf(7))), 'Calculating… The service does not respond.');
  await until(7, is('done'));
  assert.equal(errors.length, 1);
});

test('a rejected key ends polling', async (t) => {
  const { catalog, answer, asked, until } = await start(t);
  answer(7, fault(401, 'authentication_failed', 'Invalid key.'));
  catalog.store(refOf(7), busy);
  await until(7, is('stuck'));
  assert.deepEqual(asked(), [7]);
});

for (const [name, act] of [
  ['that was deleted', json({ ...busy, deleted: true })],
  ['that is not there any more', fault(404, 'not_found', 'Not found.')],
] as const) {
  test(`a cohort ${name} ends polling without a result`, async (t) => {
    const { catalog, answer, asked, until } = await start(t);
    answer(7, act);
    catalog.store(refOf(7), busy);
    await until(7, (calculation) => calculation === undefined);
    assert.deepEqual(asked(), [7]);
  });
}

test('a list where everything calculates is polled a few at a time, until all are done', async (t) => {
  const { watch, catalog, answer, asked, until } = await start(t);
  const all = Array.from({ length: 50 }, (_, index) => ({ ...busy, id: index + 1 }));
  answer(Number.NaN, json({ count: all.length, next: null, previous: null, results: all }));
  let most = 0;
  watch.onDidChange(() => {
    const calculating = all.filter(({ id }) => {
      const result = watch.result(refOf(id));
      return result?.state === 'calculating';
    });
    most = Math.max(most, calculating.length);
  });
  for (const { id } of all) answer(id, json({ ...calm, id }));
  await catalog.load(list);
  await Promise.all(all.map(({ id }) => until(id, is('done'))));
  assert.equal(most, 20);
  assert.equal(asked().length, 51);
});

test('a result goes when the count changes', async (t) => {
  const { watch, catalog, answer, until } = await start(t);
  answer(7, json({ ...calm, count: 150 }));
  catalog.store(refOf(7), busy);
  await until(7, is('done'));
  catalog.store(refOf(7), { ...calm, name: 'Renamed', count: 150 });
  assert.equal(wordsOf(watch.result(refOf(7))), '150 persons (+50)');
  catalog.store(refOf(7), { ...calm, count: 151 });
  assert.equal(watch.result(refOf(7)), undefined);
});

test('a disposed watch polls nothing', async (t) => {
  const { watch, catalog, answer, asked } = await start(t);
  answer(8, json({ ...calm, id: 8 }));
  catalog.store(refOf(7), busy);
  watch.dispose();
  const other = new CalculationWatch({
    catalog,
    delaysMs: [0],
    now: Date.now,
    isVisible: () => true,
    onError: () => assert.fail(),
  });
  t.after(() => other.dispose());
  const done = new Promise<void>((resolve) => {
    other.onDidChange((ref) => {
      if (other.result(ref)?.state === 'done') resolve();
    });
  });
  catalog.store(refOf(8), { ...busy, id: 8 });
  await done;
  assert.deepEqual(asked(), [8]);
});
