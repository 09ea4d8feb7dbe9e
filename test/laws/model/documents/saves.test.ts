import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createClient } from '#api/client.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import type { RecordKind } from '#model/records/recordRef.ts';
import { type Habit, habitNames } from '#sandbox/routes/deploymentHabits.ts';
import { type Listening } from '#sandbox/server.ts';
import { type Decision, Editor, type Field, fields, Service, type Tally, type World } from './savesModel.ts';
import { countOfCases } from '../../../cases.ts';
import { startService } from '../../../startService.ts';

type Step =
  | { readonly act: 'edit'; readonly who: number; readonly field: Field }
  | { readonly act: 'save'; readonly who: number; readonly decision: Decision; readonly faults: string }
  | { readonly act: 'open' | 'revert' | 'readBy'; readonly who: number; readonly faults: string }
  | { readonly act: 'restart'; readonly who: number }
  | { readonly act: 'stranger'; readonly field: Field }
  | { readonly act: 'delete' | 'restore' };

/** A service may write another number, drop the null, and add keys. */
const condition = {
  type: 'behavioral',
  key: '$pageview',
  event_type: 'events',
  value: 'performed_event',
  time_value: '30',
  time_interval: 'day',
  operator: null,
};

const who = fc.nat(1);
const field = fc.constantFrom(...fields);
const faults = fc.oneof(
  { weight: 60, arbitrary: fc.constant('') },
  {
    weight: 60,
    arbitrary: fc.constantFrom(
      'reset;method=PATCH;times=1',
      'reset;method=PATCH',
      'reset=after;method=PATCH;times=1',
      'reset=after;method=PATCH',
      'half;method=PATCH',
      'half;times=1',
      'status=500;method=PATCH',
      'status=500',
      'status=502;html;method=PATCH',
      'status=200;html;method=PATCH',
      'status=400;method=PATCH',
      'status=401',
      'status=403;method=PATCH',
      'status=403;scope=cohort:write;method=PATCH',
      'status=429;retry-after=0;times=1',
      'status=429;retry-after=600',
      'reset=after;method=PATCH, status=500;method=GET;after=1',
      'reset=after;method=PATCH, half;method=GET;after=1',
      'half;method=PATCH, status=401;method=GET;after=1',
      'latency=3',
    ),
  },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('edit' as const), who, field }) },
  {
    weight: 7,
    arbitrary: fc.record({
      act: fc.constant('save' as const),
      who,
      decision: fc.constantFrom<Decision>('keep', 'overwrite', 'merge', 'merge'),
      faults,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('open' as const, 'revert' as const, 'readBy' as const),
      who,
      faults,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('restart' as const), who }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('stranger' as const), field }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('delete' as const, 'restore' as const) }) },
);

/** The law asks for more in a second than a service allows in a minute. */
const unlimited = { recordsPerMinute: Infinity, personsPerMinute: Infinity };

describe('saving', () => {
  let listening: Listening;
  let world: World;
  let close: () => Promise<void>;
  const tally: Tally = {
    saved: 0,
    unsaved: 0,
    conflicts: 0,
    merged: 0,
    overwritten: 0,
    lost: 0,
    unconfirmed: 0,
    deleted: 0,
  };

  before(async () => {
    listening = await startService({ persons: 100 });
    const { url, key } = listening;
    const truth = createClient({ baseUrl: url, key, rateLimits: unlimited });
    world = { client: connect(), truth, inject: (text) => listening.inject(text) };
    close = async () => {
      await Promise.all([world.client.close(), truth.close()]);
      await listening.close();
    };
  });
  after(() => close());

  function connect(): ApiClient {
    const { url, key } = listening;
    const retry = { firstWaitMs: 1, maxWaitMs: 1000 };
    return createClient({ baseUrl: url, key, retry, rateLimits: unlimited });
  }

  /** A 429 holds back what follows for as long as it says; here the next step comes after that. */
  async function waitOutRateLimit(injected: string): Promise<void> {
    if (!injected.includes('status=429')) return;
    await world.client.close();
    world.client = connect();
  }

  async function play(kind: RecordKind, habits: readonly Habit[], steps: readonly Step[]): Promise<void> {
    listening.setHabits(habits);
    const projectId = listening.projects[0]?.id ?? '';
    const { truth } = world;
    const values = { one: 0, two: 0, three: 0 };
    const all = { properties: { type: 'AND', values: [condition] }, ...values };
    const { id } =
      kind === 'dashboard'
        ? await truth
            .dashboards(projectId)
            .createText(JSON.stringify({ filters: { properties: [condition], ...values } }))
        : await truth.cohorts(projectId).createText(JSON.stringify({ filters: all }));
    const service = new Service(world, { connectionId: 'own', projectId, kind, id });
    const editors = [new Editor(world, service, tally), new Editor(world, service, tally)];
    for (const editor of editors) await editor.open('');
    let value = 0;
    for (const one of steps) {
      const editor = 'who' in one ? editors[one.who] : undefined;
      if (one.act === 'stranger') await service.change(one.field, ++value);
      else if (one.act === 'delete' || one.act === 'restore') await service.setDeleted(one.act === 'delete');
      else if (one.act === 'edit') editor?.edit(one.field, ++value);
      else if (one.act === 'save') await editor?.save(one.decision, one.faults);
      else if (one.act === 'restart') editor?.restart();
      else if ('faults' in one) await editor?.[one.act](one.faults);
      if ('faults' in one) await waitOutRateLimit(one.faults);
    }
    for (const editor of editors) await editor.end();
  }

  /** Fewer than 300 may miss an outcome. */
  const runs = Number(process.env['COHORT_DECK_SAVES'] ?? Math.max(300, countOfCases(1000)));

  it('succeeds only if the service has the text, loses no other text, overwrites no change without a question, and asks only about changes', async () => {
    // A cohort is calculated after each change, which takes the service a while.
    const kinds = fc.oneof(
      { weight: 9, arbitrary: fc.constant<RecordKind>('dashboard') },
      { weight: 1, arbitrary: fc.constant<RecordKind>('cohort') },
    );
    const sequences = fc.array(step, { minLength: 4, maxLength: 15 });
    const habits = fc.constantFrom<readonly Habit[]>(
      [],
      ['reorderedKeys'],
      ['reorderedKeys', 'leafKeys'],
      habitNames,
    );
    await fc.assert(fc.asyncProperty(kinds, habits, sequences, play), {
      numRuns: runs,
    });
  });

  it('has reached each of its outcomes', (test) => {
    test.diagnostic(JSON.stringify({ runs, ...tally }));
    for (const [name, count] of Object.entries(tally)) assert.ok(count >= runs / 100, `${name}: ${count}`);
  });
});
