import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { useService } from './service.ts';
import type { Json, Reply } from './service.ts';

describe('faults of the service', () => {
  const its = useService();
  afterEach(() => its.service.inject(''));

  const withFault = (
    fault: string,
    path = 'cohorts/?limit=10',
    method = 'GET',
    body?: unknown,
  ): Promise<Reply> => its.ask(method, path, { headers: { 'x-sandbox-fault': fault }, body });
  const jsonWith = async (fault: string, path?: string): Promise<Json> =>
    JSON.parse((await withFault(fault, path)).text);

  it('delay a response', async () => {
    const start = performance.now();
    const reply = await withFault('latency=50');
    assert.ok(performance.now() - start >= 49);
    assert.equal(reply.status, 200);
  });

  it('delay a response until others replace them', async () => {
    its.service.inject('latency=999999999;times=1');
    const asked = [its.ask('GET', '/api/projects/'), its.ask('GET', '/api/projects/')];
    await Promise.any(asked); // the other one came first
    its.service.inject('');
    assert.deepEqual(
      (await Promise.all(asked)).map(({ status }) => status),
      [200, 200],
    );
  });

  it('end when the client disconnects', async () => {
    const controller = new AbortController();
    const { url, key } = its.service;
    const headers = { authorization: `Bearer ${key}`, 'x-sandbox-fault': 'latency=999999999' };
    const asked = fetch(`${url}/api/projects/`, { headers, signal: controller.signal });
    await its.ask('GET', '/api/projects/');
    controller.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    assert.equal((await its.ask('GET', '/api/projects/')).status, 200);
  });

  it('accept a change and keep the old value, of one field or of all', async () => {
    const { id } = await its.json('POST', 'dashboards/', { name: 'Old', description: 'Old' });
    const change = { name: 'New', description: 'New' };
    its.service.inject('keep=name;method=PATCH');
    const one = await its.json('PATCH', `dashboards/${id}/`, change);
    its.service.inject('keep');
    const all = await its.json('PATCH', `dashboards/${id}/`, { name: 'Newer', description: 'Newer' });
    its.service.inject('');
    assert.deepEqual([one.name, one.description], ['Old', 'New']);
    assert.deepEqual([all.name, all.description], ['Old', 'New']);
  });

  it('throttle with and without Retry-After', async () => {
    const [told, untold] = [await withFault('status=429;retry-after=7'), await withFault('status=429')];
    assert.deepEqual([told.status, told.headers['retry-after']], [429, '7']);
    assert.deepEqual([untold.status, untold.headers['retry-after']], [429, undefined]);
    assert.equal(JSON.parse(untold.text).detail, 'Request was throttled. Expected available in 60 seconds.');
  });

  for (const [status, code] of [
    [401, 'authentication_failed'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [500, 'error'],
    [503, 'error'],
  ] as const) {
    it(`refuse with ${status} in the service's words, and do nothing`, async () => {
      const reply = await withFault(`status=${status}`, 'cohorts/1/', 'PATCH', { name: 'changed' });
      assert.equal(reply.status, status);
      assert.equal(JSON.parse(reply.text).code, code);
      assert.notEqual((await its.json('GET', 'cohorts/1/')).name, 'changed');
    });
  }

  it('name a missing scope', async () => {
    const { detail } = await jsonWith('status=403;scope=cohort:read');
    assert.equal(detail, "API key missing required scope 'cohort:read'");
  });

  it('answer HTML with any status', async () => {
    for (const status of [200, 502]) {
      const reply = await withFault(`status=${status};html`);
      assert.equal(reply.status, status);
      assert.match(String(reply.headers['content-type']), /^text\/html/);
    }
  });

  it('break the connection before or after the work is done', async () => {
    const { name } = await its.json('GET', 'cohorts/2/');
    await assert.rejects(withFault('reset', 'cohorts/2/', 'PATCH', { name: 'new' }), { code: 'ECONNRESET' });
    assert.equal((await its.json('GET', 'cohorts/2/')).name, name);
    await assert.rejects(withFault('reset=after', 'cohorts/2/', 'PATCH', { name: 'new' }), {
      code: 'ECONNRESET',
    });
    assert.equal((await its.json('GET', 'cohorts/2/')).name, 'new');
  });

  it('send half of a body and break the connection', async () => {
    const whole = await its.ask('GET', 'cohorts/');
    const reply = await withFault('half', 'cohorts/');
    assert.equal(reply.isWhole, false);
    assert.ok(whole.text.startsWith(reply.text) && reply.text.length < whole.text.length);
    assert.equal(reply.headers['content-length'], whole.headers['content-length']);
  });

  it('truncate a body without an error', async () => {
    const whole = await its.ask('GET', 'cohorts/3/persons/?format=csv');
    const reply = await withFault('truncate', 'cohorts/3/persons/?format=csv');
    assert.equal(reply.isWhole, true);
    assert.equal(reply.headers['content-length'], undefined);
    assert.equal(reply.headers['transfer-encoding'], undefined);
    assert.ok(whole.text.startsWith(reply.text) && reply.text.length < whole.text.length);
  });

  it('send a body in small chunks', async () => {
    const whole = await its.ask('GET', 'cohorts/1/');
    const reply = await withFault('drip=1;bytes=50', 'cohorts/1/');
    assert.deepEqual([reply.text, reply.isWhole], [whole.text, true]);
  });

  it('point next at the page itself, at page 1, at another host or anywhere', async () => {
    const { url } = its.service;
    assert.equal((await jsonWith('next=self')).next, `${url}/api/projects/1/cohorts/?limit=10`);
    assert.equal((await jsonWith('next=first')).next, `${url}/api/projects/1/cohorts/`);
    assert.equal((await jsonWith('next=https://evil.example/?a=b')).next, 'https://evil.example/?a=b');
    const { next } = await jsonWith('next=host');
    assert.equal(next, 'http://elsewhere.invalid/api/projects/1/cohorts/?limit=10&offset=10');
  });

  it('move records between pages, and hold fewer than asked for', async () => {
    const ids = (page: Json): number[] => page.results.map((record: Json) => record.id);
    const first = ids(await jsonWith('move=2'));
    const second = ids(await jsonWith('move=2', 'cohorts/?limit=10&offset=10'));
    assert.deepEqual(second.slice(0, 2), first.slice(-2));
    const short = await jsonWith('short=3');
    assert.equal(short.results.length, 7);
    assert.notEqual(short.next, null);
  });

  it('give one field of one record another type, or spoil a record', async () => {
    const { results } = await jsonWith('wrong=name;record=1, broken;record=3');
    assert.equal(typeof results[0].name, 'string');
    assert.equal(typeof results[1].name, 'object');
    assert.equal(results[3], 'not a record');
    assert.equal(typeof (await jsonWith('wrong=count', 'cohorts/1/')).count, 'string');
  });

  it('answer persons with the cohort', async () => {
    const { count: _count, ...cohort } = await its.json('GET', 'cohorts/3/');
    const { count: _other, ...response } = await jsonWith('cohort', 'cohorts/3/persons/');
    assert.deepEqual(response, cohort);
  });

  it('let a calculation never end', async () => {
    const made: Json = JSON.parse((await withFault('endless', 'cohorts/', 'POST', {})).text);
    await its.service.idle();
    assert.equal((await its.json('GET', `cohorts/${made.id}/`)).is_calculating, true);
    await its.json('PATCH', `cohorts/${made.id}/`, {});
    await its.service.idle();
    assert.equal((await its.json('GET', `cohorts/${made.id}/`)).is_calculating, false);
  });

  it('answer DELETE with 204', async () => {
    const reply = await withFault('deleted=204', 'cohorts/1/', 'DELETE');
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assert.equal((await its.ask('GET', 'cohorts/1/')).status, 200);
  });

  it('apply to the requests they are limited to, as often as requested', async () => {
    its.service.inject(
      'status=500;path=cohorts;method=GET;after=1;times=2, status=503;path=dashboards;every=2',
    );
    const statuses = async (path: string, number: number): Promise<number[]> => {
      const found: number[] = [];
      while (found.length < number) found.push((await its.ask('GET', path)).status);
      return found;
    };
    assert.deepEqual(await statuses('cohorts/', 5), [200, 500, 500, 200, 200]);
    assert.deepEqual(await statuses('dashboards/', 4), [200, 503, 200, 503]);
    assert.deepEqual(await statuses('/api/projects/', 1), [200]);
  });

  it('are not chosen by a request without a key or under another host name', async () => {
    const path = '/api/projects/1/cohorts/';
    for (const fault of ['reset', 'status=500', 'latency=999999999', 'nonsense']) {
      const headers = { 'x-sandbox-fault': fault };
      const noKey = await its.ask('GET', path, { headers: { ...headers, authorization: undefined } });
      assert.equal(noKey.status, 401, fault);
      const wrongKey = await its.ask('GET', path, {
        headers: { ...headers, authorization: 'Bearer phx_no' },
      });
      assert.equal(wrongKey.status, 401, fault);
      const elsewhere = await its.ask('GET', path, { headers: { ...headers, host: 'evil.example' } });
      assert.equal(elsewhere.status, 421, fault);
    }
  });

  it('with a syntax error are rejected with a message', async () => {
    for (const fault of ['nonsense', 'latency=soon', 'status']) {
      const reply = await withFault(fault);
      assert.equal(reply.status, 400);
      assert.equal(JSON.parse(reply.text).code, 'invalid_fault');
    }
    assert.throws(() => its.service.inject('nonsense'), /Unknown fault "nonsense"/);
  });
});
