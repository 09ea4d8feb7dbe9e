import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import { fault, html, json, text } from '../../../misbehaving/acts.ts';
import type { Act } from '../../../misbehaving/server.ts';
import { startClient } from '../../api/support.ts';

const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 } as const;

async function start(context: TestContext, act: Act) {
  const { client, server } = await startClient(context, () => act, { retry: { tries: 1 } });
  const errors: unknown[] = [];
  const details = new CohortDetails(
    async () => client,
    (error) => errors.push(error),
  );
  return { details, errors, requests: () => server.received.length };
}

describe('what uses a cohort', () => {
  test('is read from lists and from blocks with a total, whatever else is in them', async (context) => {
    const body = {
      feature_flags: { results: [{ id: 3, key: 'new-menu', name: 'New menu' }], count: 40, next: null },
      insights: [{ id: 5, short_id: 'aB3', name: 'Orders' }, { id: 'six', name: 'No number' }, null],
      cohorts: { total: 'many', rows: [{ id: 8 }] },
      dashboards: { results: [{ id: 1 }] },
    };
    const { details } = await start(context, json(body));
    assert.deepEqual(await details.uses(ref), {
      users: [
        { kind: 'featureFlag', id: 3, name: 'new-menu', shortId: '' },
        { kind: 'insight', id: 5, name: 'Orders', shortId: 'aB3' },
        { kind: 'cohort', id: 8, name: '', shortId: '' },
      ],
      total: 42,
    });
  });
});

describe('the calculations of a cohort', () => {
  test('have their times, and an error in place of a count', async (context) => {
    const results = [
      { filters: { a: 1 }, count: null, started_at: '2026-03-02T10:00:05Z', finished_at: null, error: null },
      { count: 4, started_at: '2026-03-02T10:00:00Z', finished_at: '2026-03-02T10:00:02Z', error: '' },
      { count: -1, started_at: '2026-03-01T10:00:00Z', finished_at: 'soon', error_code: 'timeout' },
      { count: 9, started_at: 'never' },
      'nonsense',
    ];
    const { details } = await start(context, json({ results, next: '?limit=100' }));
    const at = (time: string) => Date.parse(`2026-03-0${time}Z`);
    assert.deepEqual(await details.calculations(ref), [
      { filters: { a: 1 }, count: undefined, startedAt: at('2T10:00:05'), finishedAt: undefined, error: '' },
      { filters: undefined, count: 4, startedAt: at('2T10:00:00'), finishedAt: at('2T10:00:02'), error: '' },
      {
        filters: undefined,
        count: undefined,
        startedAt: at('1T10:00:00'),
        finishedAt: undefined,
        error: 'timeout',
      },
    ]);
  });
});

describe('the activities of a cohort', () => {
  test('have who and when, and leave out what is not known', async (context) => {
    const created_at = '2026-03-02T10:00:00Z';
    const results = [
      { activity: 'updated', created_at, user: { first_name: 'Ada', email: 'ada@shop.example' }, detail: 7 },
      { activity: 'exploded', created_at },
      { activity: 'deleted', created_at: 'soon' },
      { activity: 'persons_added_manually', created_at, user: 'Ada', detail: { changes: 'many' } },
      {
        activity: 'updated',
        created_at,
        user: null,
        detail: { changes: [{ field: 'name', after: 'A' }, 7] },
      },
      'nonsense',
    ];
    const { details } = await start(context, json({ results }));
    const at = Date.parse(created_at);
    assert.deepEqual(await details.activities(ref), [
      { action: 'update', at, user: { first_name: 'Ada', email: 'ada@shop.example' }, changes: [] },
      { action: 'addPersons', at, user: undefined, changes: [] },
      { action: 'update', at, user: undefined, changes: [{ field: 'name', before: undefined, after: 'A' }] },
    ]);
  });

  test('keep numbers as they were sent', async (context) => {
    const change = '{"field": "filters", "before": null, "after": {"n": 12345678901234567890, "x": 1.0}}';
    const row = `{"activity": "updated", "created_at": "2026-03-02T10:00:00Z", "detail": {"changes": [${change}]}}`;
    const { details } = await start(context, text(`{"results": [${row}]}`));
    const [activity] = (await details.activities(ref)) ?? [];
    assert.equal(JSON.stringify(activity?.changes[0]?.after), '{"n":12345678901234567890,"x":1.0}');
  });
});

describe('whose key it is', () => {
  test('is not known of a response that names nobody', async (context) => {
    const { details, errors } = await start(context, json({ uuid: 7, email: '' }));
    assert.equal(await details.user('acme'), undefined);
    assert.deepEqual(errors, []);
  });
});

describe('a service without details', () => {
  const refusals: Readonly<Record<string, Act>> = {
    'a web page of 404': html(404),
    'a web page of 200': html(200),
    'no scope for them': fault(403, 'permission_denied', "API key missing required scope 'cohort:read'"),
    'no key for them': fault(
      403,
      'permission_denied',
      'This action does not support Personal API Key access',
    ),
    'another shape': json([1, 2]),
    'another object': json({ detail: 'later' }),
  };
  for (const [name, act] of Object.entries(refusals)) {
    test(`that answers with ${name} is asked once, in silence, until its key changes`, async (context) => {
      const { details, errors, requests } = await start(context, act);
      for (const other of [ref, { ...ref, id: 8 }, { ...ref, projectId: '2' }])
        assert.equal(await details.uses(other), undefined);
      assert.equal(requests(), 1);
      assert.equal(await details.calculations(ref), undefined);
      assert.equal(requests(), 2);
      details.forget('acme');
      assert.equal(await details.uses(ref), undefined);
      assert.equal(requests(), 3);
      assert.deepEqual(errors, []);
    });
  }

  test('for one cohort that is gone is asked about the others', async (context) => {
    const { details, requests } = await start(context, fault(404, 'not_found', 'Not found.'));
    assert.equal(details.hasNoUses(ref), false);
    for (const _ of [1, 2]) assert.equal(await details.uses(ref), undefined);
    assert.equal(requests(), 1);
    assert.equal(details.hasNoUses(ref), true);
    assert.equal(details.hasNoUses({ ...ref, id: 8 }), false);
    await details.uses({ ...ref, id: 8 });
    assert.equal(requests(), 2);
  });

  test('for one project that is closed to the key is asked about the others', async (context) => {
    const { details, requests } = await start(context, fault(403, 'permission_denied', 'No access.'));
    for (const id of [7, 8]) assert.equal(await details.uses({ ...ref, id }), undefined);
    assert.equal(requests(), 1);
    await details.uses({ ...ref, projectId: '2' });
    assert.equal(requests(), 2);
  });

  test('that does not tell this key may still tell others', async (context) => {
    const { details } = await start(context, fault(403, 'permission_denied', 'No access.'));
    await details.uses(ref);
    assert.equal(details.hasNoUses(ref), false);
  });

  for (const status of [403, 502])
    test(`behind a web page of ${status} is asked again`, async (context) => {
      const { details, requests } = await start(context, html(status));
      for (const _ of [1, 2]) assert.equal(await details.uses(ref), undefined);
      assert.equal(requests(), 2);
      assert.equal(details.hasNoUses(ref), false);
    });

  test('that fails is asked again, and its failure is logged', async (context) => {
    const { details, errors, requests } = await start(context, fault(500, 'error', 'Oops'));
    for (const _ of [1, 2]) assert.equal(await details.uses(ref), undefined);
    assert.equal(requests(), 2);
    assert.equal(errors.length, 2);
  });

  test('is not waited for once the person has left', async (context) => {
    const { details, errors } = await start(context, json({ cohorts: [] }));
    assert.equal(await details.uses(ref, { signal: AbortSignal.abort() }), undefined);
    assert.deepEqual(errors, []);
  });
});
