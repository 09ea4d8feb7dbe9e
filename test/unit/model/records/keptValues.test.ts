import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { KeptValues } from '#model/records/keptValues.ts';
import { type SeenValues, seenValuesOf } from '#model/records/seenValues.ts';
import { volatileDir } from '../../../volatile.ts';

const project = { connectionId: 'acme', projectId: '1' };
const other = { connectionId: 'other', projectId: '1' };
const dayMs = 24 * 60 * 60 * 1000;

/** Three of each plan. */
const shops = (...plans: readonly string[]) =>
  plans.flatMap((plan) => [1, 2, 3].map((id) => ({ plan, email: `${plan}${id}@acme.test` })));

describe('values that are kept for suggestions', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(volatileDir, 'cohort-deck-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function open({ keepDays = 7, now = Date.now(), ids = ['acme', 'other'] } = {}) {
    const seenValues: SeenValues = new Map();
    const errors: unknown[] = [];
    const kept = new KeptValues({
      folder,
      seenValues,
      connections: { all: ids.map((id) => ({ id })) },
      keepDays: () => keepDays,
      now: () => now,
      onError: (error) => void errors.push(error),
    });
    const known = (of = project) =>
      Object.fromEntries([...seenValuesOf(seenValues, of)].map(([name, values]) => [name, [...values]]));
    return { kept, known, errors };
  }

  /** What the next window suggests. */
  async function loaded(of = project, options = {}) {
    const { kept, known, errors } = open(options);
    await kept.load(of);
    assert.deepEqual(errors, []);
    return known(of);
  }

  async function files(): Promise<readonly string[]> {
    const all = await readdir(folder, { recursive: true });
    return all.filter((name) => name.endsWith('.json')).map((name) => path.join(folder, name));
  }

  it('are all there in the window that saw them, and the common ones in the next', async () => {
    const first = open();
    const adding = first.kept.add(project, shops('pro', 'free'));
    assert.equal(first.known()['email']?.length, 6); // at once
    await adding;
    assert.deepEqual(await loaded(), { plan: ['pro', 'free'], email: [] });
    assert.deepEqual(await loaded(other), {});
    const [file = ''] = await files();
    assert.ok(!(await readFile(file, 'utf8')).includes('@'));
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('are joined, the newer ones first, and a property of single persons stays one', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ shop: `Shop ${index}`, plan: 'pro' }));
    await open().kept.add(project, many);
    const second = open().kept;
    await Promise.all([
      second.add(project, [...shops('free'), ...[1, 2, 3].map(() => ({ shop: 'One' }))]),
      open().kept.add(
        project,
        [1, 2, 3].map(() => ({ country: 'FR' })),
      ), // another window
    ]);
    const { plan, shop, country } = await loaded();
    assert.deepEqual({ plan, shop, country }, { plan: ['free', 'pro'], shop: [], country: ['FR'] });
  });

  it('are twenty of a property at most', async () => {
    const plans = Array.from({ length: 30 }, (_, index) => `Plan ${index}`);
    await open().kept.add(project, shops(...plans));
    assert.equal((await loaded())['plan']?.length, 20);
  });

  it('are removed with their connection, with all exports, and where they are too old', async () => {
    const { kept, known } = open();
    await kept.add(project, shops('pro'));
    await kept.add(other, shops('pro'));
    await kept.forget('acme');
    assert.deepEqual(await loaded(), {});
    assert.deepEqual((await loaded(other))['plan'], ['pro']);
    await kept.clear();
    assert.deepEqual([known(), known(other), await files()], [{}, {}, []]);

    await kept.add(project, shops('pro'));
    await kept.add(other, shops('pro'));
    assert.deepEqual(await loaded(other, { ids: ['acme'] }), {}); // disconnected while no window was open
    const [file = ''] = await files();
    const then = (Date.now() - 8 * dayMs) / 1000;
    await utimes(file, then, then);
    assert.deepEqual(await loaded(), {});
    assert.deepEqual(await files(), []);
  });

  it('are not kept for 0 days, nor those that come while they are forgotten', async () => {
    const { kept, known } = open({ keepDays: 0 });
    await kept.add(project, shops('pro'));
    assert.deepEqual([known()['plan'], await files()], [['pro'], []]);
    const leaving = open().kept;
    await Promise.all([leaving.add(project, shops('pro')), leaving.forget('acme')]);
    assert.deepEqual(await files(), []);
  });
});
