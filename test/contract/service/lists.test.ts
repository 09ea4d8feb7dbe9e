import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from './service.ts';
import type { Json } from './service.ts';

describe('lists of the service', () => {
  const its = useService({ dashboards: 230, cohorts: 130 });
  const linkOf = (link: string) => {
    const { origin, pathname, searchParams } = new URL(link);
    return { origin, pathname, limit: searchParams.get('limit'), offset: searchParams.get('offset') };
  };

  it('hold 100 records a page by default, and have no maximum', async () => {
    assert.equal((await its.json('GET', 'dashboards/')).results.length, 100);
    assert.equal((await its.json('GET', 'dashboards/?limit=100000')).results.length, 230);
  });

  for (const limit of ['0', '-5', 'ten', '', '1.5', '1e2', '٣']) {
    it(`take a limit of "${limit}" for 100`, async () => {
      const page = await its.json('GET', `cohorts/?limit=${encodeURIComponent(limit)}`);
      assert.equal(page.results.length, 100);
      assert.equal(linkOf(page.next).limit, '100');
    });
  }

  for (const offset of ['-1', 'junk', '']) {
    it(`take an offset of "${offset}" for 0`, async () => {
      const page = await its.json('GET', `cohorts/?limit=3&offset=${offset}`);
      assert.deepEqual(page.results, (await its.json('GET', 'cohorts/?limit=3')).results);
      assert.equal(page.previous, null);
    });
  }

  it('link to the next and the previous page by absolute URLs that carry limit and offset', async () => {
    const page = await its.json('GET', 'dashboards?limit=20&offset=30');
    const pathname = '/api/projects/1/dashboards';
    const origin = its.service.url;
    assert.deepEqual(linkOf(page.next), { origin, pathname, limit: '20', offset: '50' });
    assert.deepEqual(linkOf(page.previous), { origin, pathname, limit: '20', offset: '10' });
  });

  it('keep the path, the host and other parameters of the request in their links', async () => {
    const { port } = new URL(its.service.url);
    const headers = { host: `localhost:${port}` };
    const reply = await its.ask('GET', '/api/projects/@current/cohorts/?basic=1&limit=2', { headers });
    const next = new URL(JSON.parse(reply.text).next);
    assert.equal(next.host, `localhost:${port}`);
    assert.equal(next.pathname, '/api/projects/@current/cohorts/');
    assert.equal(next.searchParams.get('basic'), '1');
  });

  it('have dashboards pinned first, then by name, those without a name last', async () => {
    await its.json('POST', 'dashboards/', { name: 'zz pinned', pinned: true });
    await its.json('POST', 'dashboards/', {});
    const { results } = await its.json('GET', 'dashboards/?limit=1000');
    const pins = results.map((one: Json) => one.pinned);
    assert.equal(pins.lastIndexOf(true), pins.filter(Boolean).length - 1);
    const names: (string | null)[] = results.filter((one: Json) => !one.pinned).map((one: Json) => one.name);
    const lastNamed = names.findLastIndex((name) => name !== null);
    assert.ok(names.slice(0, lastNamed).every((name) => name !== null));
    const folded = names
      .slice(0, lastNamed + 1)
      .map((name) => (name ?? '').replaceAll(/[A-Z]/g, (c) => c.toLowerCase()));
    assert.deepEqual(
      folded,
      folded.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  it('have cohorts newest first', async () => {
    const made = await its.json('POST', 'cohorts/', { name: 'the newest' });
    const { results } = await its.json('GET', 'cohorts/?limit=1000');
    assert.equal(results[0].id, made.id);
    const dates = results.map((one: Json) => one.created_at);
    assert.deepEqual(dates, dates.toSorted().toReversed());
  });

  it('keep the projects apart', async () => {
    const second = await its.json('GET', '/api/projects/2/cohorts/');
    const { id } = second.results[0];
    assert.equal((await its.ask('GET', `cohorts/${id}/`)).status, 404);
    assert.equal((await its.ask('PATCH', `cohorts/${id}/`, { body: { name: 'taken over' } })).status, 404);
    assert.equal((await its.ask('GET', `/api/projects/2/cohorts/${id}/`)).status, 200);
  });
});
