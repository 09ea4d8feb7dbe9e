import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiErrorKind } from '#api/apiError.ts';
import { empty, fault, html, json, redirect, text } from '../../misbehaving/acts.ts';
import type { Act } from '../../misbehaving/server.ts';
import { catchApiError, startClient, testKey } from './support.ts';

const cases: readonly (readonly [name: string, act: Act, kind: ApiErrorKind, fields?: object])[] = [
  ['401', fault(401, 'authentication_failed', 'Invalid key.'), 'unauthenticated', { status: 401 }],
  ['401 without a body', empty(401), 'unauthenticated', { status: 401 }],
  [
    '403 that names a scope',
    fault(403, 'permission_denied', "API key missing required scope 'dashboard:write'"),
    'missingScope',
    { scope: 'dashboard:write', code: 'permission_denied' },
  ],
  ['403 otherwise', fault(403, 'permission_denied', 'No access to the project.'), 'forbidden'],
  ['404', fault(404, 'not_found', 'Not found.'), 'notFound', { code: 'not_found' }],
  ['404 with a web page', html(404), 'notJson', { status: 404 }],
  ['200 with a web page', html(200), 'notJson', { status: 200, code: undefined }],
  ['200 with plain text', text('OK'), 'notJson', { status: 200, code: 'malformed' }],
  ['200 with nothing', empty(200), 'unexpected', { code: 'empty' }],
  ['200 with a list', json([]), 'unexpected'],
  ['200 with a record without an id', json({ name: 'x' }), 'unexpected'],
  [
    '400',
    fault(400, 'invalid_choice', 'Not a choice.', 'restriction_level'),
    'invalid',
    { attr: 'restriction_level', code: 'invalid_choice', detail: 'Not a choice.' },
  ],
  ['405', empty(405, { allow: 'GET' }), 'notAllowed'],
  ['406', empty(406), 'invalid'],
  ['413 with a web page', html(413), 'invalid'],
  ['400 with a web page', html(400), 'notJson'],
  ['403 with a web page', html(403), 'notJson'],
  ['413 without a body', empty(413), 'invalid'],
  ['415', fault(415, 'unsupported_media_type', 'Unsupported.'), 'invalid'],
  ['500', fault(500, 'server_error', 'Crashed.'), 'server', { status: 500 }],
  ['500 with a web page', html(500), 'server'],
];

for (const [name, act, kind, fields = {}] of cases) {
  test(`a response of ${name} is thrown as ${kind}`, async (t) => {
    const { client } = await startClient(t, () => act);
    const error = await catchApiError(client.dashboards('1').retrieve(7));
    assert.equal(error.kind, kind);
    assert.equal(error.operation, 'GET /api/projects/1/dashboards/7/');
    for (const [field, value] of Object.entries(fields))
      assert.deepEqual(Reflect.get(error, field), value, field);
  });
}

test('headers of 100 kB are read, and larger ones are not taken for a lost connection', async (t) => {
  const withCookie = (length: number) => json({ id: 7 }, 200, { 'x-cookie': 'a'.repeat(length) });
  const { client } = await startClient(t, (_request, index) => withCookie(index === 0 ? 100_000 : 500_000));
  assert.equal((await client.dashboards('1').retrieve(7)).id, 7);
  const error = await catchApiError(client.dashboards('1').retrieve(7));
  assert.deepEqual([error.kind, error.code], ['unexpected', 'headers_too_large']);
});

test('an error carries the request id that the response names', async (t) => {
  const { client } = await startClient(t, () => json({ detail: 'no' }, 400, { 'x-request-id': 'abc-1' }));
  assert.equal((await catchApiError(client.cohorts('1').retrieve(1))).requestId, 'abc-1');
});

test('a redirect is not followed and says where it leads, without its query', async (t) => {
  const { client: other, server: elsewhere } = await startClient(t, () => json({ id: 1 }));
  const { client, server } = await startClient(t, () => redirect(`${elsewhere.url}/login/?next=secret`));
  const error = await catchApiError(client.dashboards('1').retrieve(1));
  assert.equal(error.kind, 'unexpected');
  assert.equal(error.code, 'redirect');
  assert.equal(error.detail, `${elsewhere.url}/login/`);
  assert.ok(!error.message.includes('secret'));
  assert.equal(server.received.length, 1);
  assert.equal(elsewhere.received.length, 0);
  await other.dashboards('1').retrieve(1);
  assert.equal(elsewhere.received.length, 1); // a second error would be reported
});

test('a key that the service repeats is not in the message', async (t) => {
  const { client, key } = await startClient(t, () =>
    fault(401, 'authentication_failed', `Key ${testKey} is bad.`),
  );
  const error = await catchApiError(client.dashboards('1').retrieve(1));
  assert.ok(!error.message.includes(key), error.message);
  assert.equal(error.detail, 'Key ••• is bad.');
});
