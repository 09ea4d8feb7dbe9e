// What a cohort has beyond the interface: its users and its calculations.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filtersOf, useService } from './service.ts';

const onPlan = (value: string) => ({ type: 'person', key: 'plan', operator: 'exact', value });

describe('details of a cohort of the service', () => {
  const its = useService();
  const settled = async (filters: object) => {
    const { id } = await its.json('POST', 'cohorts/', { name: 'Detailed', filters });
    await its.service.idle();
    return id;
  };

  it('name the feature flags and cohorts that use it, with their numbers', async () => {
    const { results } = await its.json('GET', 'cohorts/');
    const paying = results.find((one: { name: string }) => one.name === 'Paying shops');
    const uses = await its.json('GET', `cohorts/${paying.id}/used_in/`);
    assert.deepEqual(
      uses.feature_flags.results.map((flag: { key: string }) => flag.key),
      ['invoice-export', 'priority-support'],
    );
    assert.equal(uses.feature_flags.total, 2);
    const id = await settled(filtersOf({ type: 'cohort', key: 'id', value: paying.id }));
    const { cohorts } = await its.json('GET', `cohorts/${paying.id}/used_in/`);
    assert.deepEqual(cohorts.results.at(-1), { id, name: 'Detailed' });
    assert.equal(cohorts.total, cohorts.results.length);
  });

  it('have each calculation with its filters and its count, the last one first, in pages', async () => {
    const id = await settled(filtersOf(onPlan('free')));
    await its.json('PATCH', `cohorts/${id}/`, { filters: filtersOf(onPlan('growth')) });
    await its.service.idle();
    const { count, results, next } = await its.json('GET', `cohorts/${id}/calculation_history/?limit=1`);
    assert.equal(count, 2);
    assert.equal(next, '?limit=1&offset=1');
    assert.deepEqual(results[0].filters, filtersOf(onPlan('growth')));
    assert.equal(results[0].count, (await its.json('GET', `cohorts/${id}/`)).count);
    assert.ok(Date.parse(results[0].finished_at) >= Date.parse(results[0].started_at));
    const older = await its.json('GET', `cohorts/${id}/calculation_history/${next}`);
    assert.deepEqual(older.results[0].filters, filtersOf(onPlan('free')));
    assert.deepEqual([older.next, older.previous], [null, '?limit=1&offset=0']);
  });

  it('say who changed what, the last one first, in pages', async () => {
    const id = await settled(filtersOf(onPlan('free')));
    await its.json('PATCH', `cohorts/${id}/`, { name: 'Renamed' });
    await its.json('PATCH', `cohorts/${id}/`, { filters: filtersOf(onPlan('growth')) });
    await its.json('PATCH', `cohorts/${id}/`, { deleted: true });
    await its.json('PATCH', `cohorts/${id}/`, { deleted: false });
    const { count, results, next } = await its.json('GET', `cohorts/${id}/activity/?limit=4`);
    assert.deepEqual([count, typeof next], [5, 'string']);
    assert.deepEqual(
      results.map((row: { activity: string }) => row.activity),
      ['restored', 'deleted', 'updated', 'updated'],
    );
    const [{ field, before, after }] = results[2].detail.changes;
    assert.deepEqual(
      [field, before, after],
      ['filters', filtersOf(onPlan('free')), filtersOf(onPlan('growth'))],
    );
    assert.deepEqual(Object.keys(results[0].user), ['id', 'uuid', 'distinct_id', 'first_name', 'email']);
    const { results: older } = await its.json('GET', `cohorts/${id}/activity/?limit=4&page=2`);
    assert.equal(older[0].activity, 'created');
  });

  it('say why a calculation failed', async () => {
    const id = await settled(filtersOf({ type: 'person', key: 'email', operator: 'regex', value: '(' }));
    const { results } = await its.json('GET', `cohorts/${id}/calculation_history/`);
    assert.equal(results[0].count, null);
    assert.notEqual(results[0].error, null);
  });
});

describe('a static cohort of the service', () => {
  const its = useService();
  const create = async () => (await its.json('POST', 'cohorts/', { name: 'List', is_static: true })).id;
  const personsOf = async (id: number, query = ''): Promise<readonly { readonly id: string }[]> =>
    (await its.json('GET', `cohorts/${id}/persons/${query}`)).results;
  const paying = async () => {
    const { results } = await its.json('GET', 'cohorts/');
    return results.find((one: { name: string }) => one.name === 'Paying shops');
  };
  const add = (id: number, persons: readonly string[]) =>
    its.ask('PATCH', `cohorts/${id}/add_persons_to_static_cohort/`, { body: { person_ids: persons } });
  const remove = (id: number, person: string) =>
    its.ask('PATCH', `cohorts/${id}/remove_person_from_static_cohort/`, { body: { person_id: person } });

  it('gets persons and loses one, each once, and counts them', async () => {
    const id = await create();
    const [one, other] = await personsOf((await paying()).id, '?limit=2');
    assert.ok(one && other);
    assert.equal((await add(id, [one.id, other.id, one.id])).text, '{"success":true}');
    assert.equal((await add(id, [one.id.toUpperCase()])).status, 200);
    const cohort = await its.json('GET', `cohorts/${id}/`);
    assert.equal(cohort.count, 2);
    assert.ok(Date.parse(cohort.last_calculation) > 0);
    assert.equal((await remove(id, one.id)).text, '{"success":true}');
    assert.equal((await remove(id, one.id)).status, 200);
    assert.deepEqual(
      (await personsOf(id)).map((person) => person.id),
      [other.id],
    );
    assert.equal((await its.json('GET', `cohorts/${id}/`)).count, 1);
  });

  it('refuses more than 1,000 persons at once', async () => {
    const reply = await add(
      await create(),
      Array.from({ length: 1001 }, () => 'unknown'),
    );
    assert.equal(reply.status, 400);
    assert.equal(JSON.parse(reply.text).detail, 'List size exceeds limit');
  });

  it('finds persons by a part of their name, email or ID', async () => {
    const { id } = await paying();
    const [person] = (await its.json('GET', `cohorts/${id}/persons/?limit=1`)).results;
    for (const text of [person.properties.email.toUpperCase(), person.distinct_ids[0], person.id]) {
      const found = await personsOf(id, `?search=${encodeURIComponent(text)}`);
      assert.ok(found.some((one) => one.id === person.id));
      assert.ok(found.length < (await paying()).count);
    }
    assert.deepEqual(await personsOf(id, '?search=nobody%25'), []);
  });
});

describe('a list of cohorts of the service', () => {
  const its = useService();

  it('is searched by name, in pages', async () => {
    const all = await its.json('GET', 'cohorts/?limit=100');
    const found = await its.json('GET', 'cohorts/?search=PAYING');
    assert.deepEqual(
      found.results.map(({ name }: { name: string }) => name),
      all.results
        .map(({ name }: { name: string }) => name ?? '')
        .filter((name: string) => /paying/i.test(name)),
    );
    const { results, next } = await its.json('GET', 'cohorts/?search=PAYING&limit=1');
    assert.deepEqual(results, found.results.slice(0, 1));
    assert.match(next, /search=PAYING/);
    assert.equal((await its.ask('GET', `cohorts/?search=${'x'.repeat(201)}`)).status, 400);
  });
});

describe('a service of the interface alone', () => {
  const its = useService({ habits: ['interfaceOnly'] });

  it('has a page for details, as for any unknown path', async () => {
    for (const path of ['used_in', 'calculation_history', 'activity']) {
      const reply = await its.ask('GET', `cohorts/1/${path}/`);
      assert.equal(reply.status, 404);
      assert.match(reply.headers['content-type'] ?? '', /text\/html/);
    }
    for (const path of ['add_persons_to_static_cohort', 'remove_person_from_static_cohort'])
      assert.equal((await its.ask('PATCH', `cohorts/1/${path}/`, { body: {} })).status, 404);
  });

  it('ignores a search of persons', async () => {
    const { results } = await its.json('GET', 'cohorts/');
    const { id } = results.find((one: { name: string }) => one.name === 'Paying shops');
    const all = await its.json('GET', `cohorts/${id}/persons/`);
    assert.deepEqual((await its.json('GET', `cohorts/${id}/persons/?search=nobody`)).results, all.results);
  });
});
