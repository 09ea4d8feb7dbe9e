// What a cohort has beyond the interface: its users and its calculations.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from './service.ts';

const filtersOf = (...values: unknown[]) => ({ properties: { type: 'AND', values } });
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

  it('say why a calculation failed', async () => {
    const id = await settled(filtersOf({ type: 'person', key: 'email', operator: 'regex', value: '(' }));
    const { results } = await its.json('GET', `cohorts/${id}/calculation_history/`);
    assert.equal(results[0].count, null);
    assert.notEqual(results[0].error, null);
  });
});

describe('a service of the interface alone', () => {
  const its = useService({ habits: ['interfaceOnly'] });

  it('has a page for details, as for any unknown path', async () => {
    for (const path of ['used_in', 'calculation_history']) {
      const reply = await its.ask('GET', `cohorts/1/${path}/`);
      assert.equal(reply.status, 404);
      assert.match(reply.headers['content-type'] ?? '', /text\/html/);
    }
  });
});
