import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from './service.ts';

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
