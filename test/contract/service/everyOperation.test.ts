import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import { request, useService } from './service.ts';
import type { Json } from './service.ts';

const limited = [
  { key: 'phx_reader', scopes: ['dashboard:read', 'cohort:read'] },
  { key: 'phx_writer', scopes: ['dashboard:write', 'cohort:write', 'person:read'] },
  { key: 'phx_elsewhere', projects: ['2'] },
];

describe('every operation of the service', () => {
  const its = useService({ keys: limited, maxBodyBytes: 100_000 });
  const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

  const paths = [
    ['GET', '/api/projects'],
    ['GET', 'dashboards'],
    ['POST', 'dashboards'],
    ['GET', 'dashboards/1'],
    ['PATCH', 'dashboards/1'],
    ['PUT', 'dashboards/1'],
    ['DELETE', 'dashboards/1'],
    ['GET', 'cohorts'],
    ['POST', 'cohorts'],
    ['GET', 'cohorts/1'],
    ['PATCH', 'cohorts/1'],
    ['PUT', 'cohorts/1'],
    ['DELETE', 'cohorts/1'],
    ['GET', 'cohorts/1/persons'],
  ] as const;
  for (const [method, path] of paths) {
    it(`answers ${method} ${path} alike with and without a trailing slash, never with a redirect`, async () => {
      const body = method === 'POST' || method === 'PATCH' || method === 'PUT' ? { body: {} } : {};
      const plain = await its.ask(method, path, body);
      const slashed = await its.ask(method, `${path}/`, body);
      assert.equal(plain.status, method === 'POST' ? 201 : method === 'DELETE' ? 405 : 200);
      assert.equal(slashed.status, plain.status);
    });
  }

  for (const path of ['dashboards/1', 'cohorts/1', 'dashboards/999999', 'cohorts/999999']) {
    it(`answers DELETE ${path} with 405, Allow, no body and no Content-Type, and removes nothing`, async () => {
      const before = await its.ask('GET', path);
      const reply = await its.ask('DELETE', `${path}/`);
      assert.equal(reply.status, 405);
      assert.equal(reply.text, '');
      assert.equal(reply.headers['content-type'], undefined);
      assert.equal(reply.headers.allow, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
      assert.equal((await its.ask('GET', path)).text, before.text);
    });
  }

  it('shapes an error as type, code, detail and attr, for the first failing field only', async () => {
    const body = { name: 'x'.repeat(401), pinned: 'perhaps', restriction_level: 5 };
    const error = await its.json('POST', 'dashboards/', body);
    assert.deepEqual(error, {
      type: 'validation_error',
      code: 'max_length',
      detail: 'Ensure this field has no more than 400 characters.',
      attr: 'name',
    });
  });

  it('has a null attr where no field is at fault', async () => {
    const error = await its.json('GET', 'dashboards/999999/');
    assert.deepEqual(error, { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null });
  });

  it('answers 401 not_authenticated without a key, and no WWW-Authenticate', async () => {
    const reply = await its.ask('GET', 'dashboards/', { headers: { authorization: undefined } });
    assert.equal(reply.status, 401);
    assert.equal(reply.headers['www-authenticate'], undefined);
    const { type, code }: Json = JSON.parse(reply.text);
    assert.deepEqual([type, code], ['authentication_error', 'not_authenticated']);
  });

  it('answers 403 permission_denied for a project that the key has no access to', async () => {
    const reply = await its.ask('GET', 'dashboards/', withKey('phx_elsewhere'));
    assert.equal(reply.status, 403);
    assert.equal(JSON.parse(reply.text).code, 'permission_denied');
  });

  const missing = [
    ['PATCH', 'dashboards/1/', 'phx_reader', 'dashboard:write'],
    ['POST', 'cohorts/', 'phx_reader', 'cohort:write'],
    ['GET', 'cohorts/1/persons/', 'phx_reader', 'person:read'],
    ['GET', '/api/projects/', 'phx_reader', 'project:read'],
  ] as const;
  for (const [method, path, key, scope] of missing) {
    it(`names the scope ${scope} that a key lacks for ${method} ${path}`, async () => {
      const reply = await its.ask(method, path, withKey(key));
      assert.equal(reply.status, 403);
      assert.equal(JSON.parse(reply.text).detail, `API key missing required scope '${scope}'`);
    });
  }

  it('lets a key that may write read too', async () => {
    for (const path of ['dashboards/', 'cohorts/', 'cohorts/1/persons/']) {
      assert.equal((await its.ask('GET', path, withKey('phx_writer'))).status, 200, path);
    }
  });

  it('answers 404 as JSON for a record or a project that does not exist', async () => {
    for (const path of ['cohorts/999999/', 'cohorts/none/', '/api/projects/none/cohorts/']) {
      const reply = await its.ask('GET', path);
      assert.equal(reply.status, 404, path);
      assert.equal(JSON.parse(reply.text).code, 'not_found', path);
    }
  });

  for (const path of [
    '/',
    '/api/',
    '/api/projects/1/insights/',
    '/api/projects//dashboards/',
    '//evil/api/projects/',
    '/api/projects/%/dashboards/',
  ]) {
    it(`answers the unknown path ${path} with an HTML page and 404, with or without a key`, async () => {
      for (const headers of [{}, { authorization: undefined }]) {
        const reply = await its.ask('GET', path, { headers });
        assert.equal(reply.status, 404);
        assert.match(String(reply.headers['content-type']), /^text\/html/);
        assert.match(reply.text, /^<!doctype html>/);
      }
    });
  }

  for (const rawBody of [
    '{',
    '{"name": }',
    'name=x',
    '{"name":"x"} trailing',
    new Uint8Array([0x22, 0xff, 0x22]),
  ]) {
    it(`answers 400 parse_error for a body that is no JSON: ${String(rawBody)}`, async () => {
      const reply = await its.ask('POST', 'dashboards/', { rawBody });
      assert.equal(reply.status, 400);
      assert.equal(JSON.parse(reply.text).code, 'parse_error');
    });
  }

  for (const rawBody of ['[]', '"text"', 'null', '7']) {
    it(`answers 400 for JSON that is no object: ${rawBody}`, async () => {
      const reply = await its.ask('POST', 'cohorts/', { rawBody });
      assert.equal(reply.status, 400);
      assert.equal(JSON.parse(reply.text).type, 'validation_error');
    });
  }

  for (const contentType of ['text/plain', 'application/xml', 'application/jsonish', '']) {
    it(`answers 415 unsupported_media_type for a body of type "${contentType}"`, async () => {
      const reply = await its.ask('POST', 'dashboards/', {
        rawBody: '{}',
        headers: { 'content-type': contentType },
      });
      assert.equal(reply.status, 415);
      assert.equal(JSON.parse(reply.text).code, 'unsupported_media_type');
    });
  }

  it('takes JSON with a charset', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    assert.equal((await its.ask('POST', 'dashboards/', { rawBody: '{}', headers })).status, 201);
  });

  it('answers 413 for a body that is too large, by its Content-Length or as it arrives', async () => {
    const rawBody = JSON.stringify({ description: 'x'.repeat(200_000) });
    const told = await its.ask('POST', 'dashboards/', { rawBody });
    const found = await its.ask('POST', 'dashboards/', {
      rawBody,
      headers: { 'transfer-encoding': 'chunked' },
    });
    assert.deepEqual([told.status, found.status], [413, 413]);
  });

  it('keeps nothing of a body that is cut off, and keeps answering', async () => {
    const { count: before } = await its.json('GET', 'dashboards/');
    await new Promise<void>((resolve) => {
      const outgoing = http.request(new URL('/api/projects/1/dashboards/', its.service.url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${its.service.key}`,
          'content-type': 'application/json',
          'content-length': 100,
        },
      });
      outgoing.on('error', () => undefined);
      outgoing.on('close', resolve);
      outgoing.write('{"name":"half', () => outgoing.destroy());
    });
    assert.equal((await its.json('GET', 'dashboards/')).count, before);
  });

  it('understands @current as the first project that the key has access to', async () => {
    const elsewhere = withKey('phx_elsewhere');
    const current = await its.ask('GET', '/api/projects/@current/dashboards/?limit=1', elsewhere);
    const second = await its.ask('GET', '/api/projects/2/dashboards/?limit=1', elsewhere);
    assert.deepEqual(JSON.parse(current.text).results, JSON.parse(second.text).results);
  });

  it('ignores unknown and returned-only fields', async () => {
    const made = await its.json('POST', 'cohorts/', {
      id: 7,
      count: 9,
      nonsense: [1],
      created_at: 'never',
      name: 'n',
    });
    assert.notEqual(made.id, 7);
    assert.notEqual(made.count, 9);
    assert.equal(made.name, 'n');
    assert.equal('nonsense' in made, false);
  });

  it('lists the projects in a page envelope, and only those that the key has access to', async () => {
    const all = await its.json('GET', '/api/projects/');
    assert.equal(all.count, 2);
    assert.deepEqual(
      all.results.map((project: Json) => String(project.id)),
      its.service.projects.map((project) => project.id),
    );
    const one: Json = JSON.parse((await its.ask('GET', '/api/projects/', withKey('phx_elsewhere'))).text);
    assert.deepEqual([one.count, one.results[0].id], [1, 2]);
  });

  it('answers HEAD as GET without its body', async () => {
    const got = await its.ask('GET', 'dashboards/');
    const head = await its.ask('HEAD', 'dashboards/');
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers['content-length'], got.headers['content-length']);
  });

  it('answers 405 with Allow for a method that a path does not have', async () => {
    const reply = await its.ask('POST', 'dashboards/1/', { body: {} });
    assert.equal(reply.status, 405);
    assert.equal(JSON.parse(reply.text).code, 'method_not_allowed');
    assert.equal(reply.headers.allow, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
  });

  it('answers only to the names of this machine, so that a page in a browser cannot use it', async () => {
    const port = new URL(its.service.url).port;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      assert.equal((await its.ask('GET', 'dashboards/', { headers: { host } })).status, 200, host);
    }
    for (const host of ['evil.example', `127.0.0.1.evil.example:${port}`, 'localhost.evil.example']) {
      const reply = await its.ask('GET', 'dashboards/', { headers: { host } });
      assert.equal(reply.status, 421, host);
      assert.equal(reply.headers['access-control-allow-origin'], undefined);
    }
  });

  it('accepts only the whole key, in its exact case', async () => {
    const { url, key } = its.service;
    for (const wrong of [key.toUpperCase(), `${key}x`, key.slice(0, -1), '']) {
      assert.equal((await request({ url, key: wrong }, 'GET', 'dashboards/', {})).status, 401);
    }
  });
});

describe('rate limits of the service', () => {
  const its = useService({ hasRateLimits: true });

  it('answers the 241st request for persons within a minute 429 throttled with Retry-After, and none before', async () => {
    const ask = async () => (await its.ask('HEAD', 'cohorts/1/persons/')).status;
    const statuses = await Promise.all(Array.from({ length: 240 }, ask)); // within the minute, on any machine
    assert.deepEqual(new Set(statuses), new Set([200]));
    const reply = await its.ask('GET', 'cohorts/1/persons/');
    assert.equal(reply.status, 429);
    const wait = Number(reply.headers['retry-after']);
    assert.ok(wait > 0 && wait <= 60, `Retry-After: ${wait}`);
    const { type, code, detail }: Json = JSON.parse(reply.text);
    assert.deepEqual([type, code], ['throttled_error', 'throttled']);
    assert.equal(detail, `Request was throttled. Expected available in ${wait} seconds.`);
    assert.equal((await its.ask('GET', 'cohorts/')).status, 200);
  });
});
