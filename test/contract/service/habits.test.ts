import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from './service.ts';

const leaf = { type: 'person', key: 'plan', operator: 'exact', value: 'free' };
const filtersOf = (...values: unknown[]) => ({ properties: { type: 'AND', values } });

describe('a service with access levels and persons of many ids', () => {
  const its = useService({ habits: ['accessLevels', 'tenIds'] });

  it('says by user_access_level who may only view, beside a level of 37', async () => {
    const { results } = await its.json('GET', 'dashboards/');
    const [viewed] = results.filter(
      (one: { user_access_level: string }) => one.user_access_level === 'viewer',
    );
    assert.equal(viewed.effective_privilege_level, 37);
    const read = await its.json('GET', `dashboards/${viewed.id}/`);
    assert.deepEqual([read.user_access_level, read.effective_privilege_level], ['viewer', 37]);
    assert.equal((await its.ask('PATCH', `dashboards/${viewed.id}/`, { body: { name: 'x' } })).status, 403);
    assert.equal((await its.json('POST', 'dashboards/', {})).user_access_level, 'editor');
  });

  it('sends ten ids of a person at most, in JSON and in CSV', async () => {
    const { results } = await its.json('GET', 'cohorts/2/persons/?limit=1000');
    const counts: number[] = results.map((one: { distinct_ids: unknown[] }) => one.distinct_ids.length);
    const withTen = counts.filter((count) => count === 10).length;
    assert.ok(withTen > 0 && Math.max(...counts) === 10, `${withTen} of ${counts.length}`);
    const csv = await its.ask('GET', 'cohorts/2/persons/?format=csv');
    assert.match(csv.text.split('\r\n')[0] ?? '', /distinct_ids\.9,/);
  });
});

describe('a service with the habits of stricter deployments', () => {
  const its = useService({
    habits: ['strictLeaves', 'plainConditions', 'ignoredEmptyFilters', 'usedCohorts'],
  });

  it('refuses a condition without an operator, and names the field of the cohort', async () => {
    const filters = filtersOf({ ...leaf, operator: undefined });
    const reply = await its.ask('POST', 'cohorts/', { body: { filters } });
    assert.equal(reply.status, 400);
    const { attr, detail } = JSON.parse(reply.text);
    assert.equal(attr, 'filters');
    assert.match(detail, /Missing required field 'operator'/);
  });

  it('refuses OR on a dashboard, and makes AND a list', async () => {
    const { id } = await its.json('POST', 'dashboards/', {});
    const or = { properties: { type: 'OR', values: [leaf, leaf] } };
    assert.equal((await its.ask('PATCH', `dashboards/${id}/`, { body: { filters: or } })).status, 400);
    const changed = await its.json('PATCH', `dashboards/${id}/`, { filters: filtersOf(leaf) });
    assert.deepEqual(changed.filters, { properties: [leaf] });
  });

  it('accepts empty filters of a dashboard and keeps the old ones', async () => {
    const { id } = await its.json('POST', 'dashboards/', { filters: { date_from: '-7d' } });
    const changed = await its.json('PATCH', `dashboards/${id}/`, { filters: {}, name: 'renamed' });
    assert.deepEqual([changed.name, changed.filters], ['renamed', { date_from: '-7d' }]);
  });

  it('refuses to delete a cohort while another one refers to it', async () => {
    const used = await its.json('POST', 'cohorts/', { name: 'used', filters: filtersOf(leaf) });
    const reference = filtersOf({ type: 'cohort', key: 'id', value: used.id });
    const user = await its.json('POST', 'cohorts/', { name: 'Everybody who pays', filters: reference });
    const refused = await its.ask('PATCH', `cohorts/${used.id}/`, { body: { deleted: true } });
    assert.equal(refused.status, 400);
    assert.match(JSON.parse(refused.text).detail, /used by the cohort "Everybody who pays"/);
    await its.json('PATCH', `cohorts/${user.id}/`, { deleted: true });
    assert.equal((await its.json('PATCH', `cohorts/${used.id}/`, { deleted: true })).deleted, true);
  });
});
