import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import { requireSafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { testKey } from '../../support.ts';

test('an address is https, or http on loopback, with a path or without', () => {
  const cases: readonly (readonly [baseUrl: string, origin: string, prefix: string])[] = [
    ['https://us.posthog.com', 'https://us.posthog.com', ''],
    [' https://us.posthog.com/ ', 'https://us.posthog.com', ''],
    ['https://Host.example:8443/a/b//', 'https://host.example:8443', '/a/b'],
    ['http://127.0.0.1:8010', 'http://127.0.0.1:8010', ''],
    ['http://localhost/x', 'http://localhost', '/x'],
    ['http://[::1]:80/', 'http://[::1]', ''],
  ];
  for (const [baseUrl, origin, prefix] of cases) {
    const address = requireSafeBaseUrl(baseUrl);
    assert.deepEqual([address.origin, address.prefix], [origin, prefix], baseUrl);
  }
});

for (const baseUrl of [
  '',
  'us.posthog.com',
  'ftp://us.posthog.com',
  'http://us.posthog.com',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'https://user:secret@us.posthog.com',
  'https://https://us.posthog.com',
  'https://http//us.posthog.com',
  'javascript:alert(1)',
]) {
  test(`no client is created for the address "${baseUrl}"`, () => {
    assert.throws(
      () => createClient({ baseUrl, key: testKey }),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual([error.kind, error.attr], ['invalid', 'baseUrl']);
        assert.ok(!error.message.includes('secret'));
        return true;
      },
    );
  });
}

for (const key of ['', 'with space', 'with\r\nX-Injected: 1', 'ключ']) {
  test(`no client is created for the key ${JSON.stringify(key)}`, () => {
    assert.throws(() => createClient({ baseUrl: 'https://a.example', key }), {
      kind: 'invalid',
      attr: 'key',
    });
  });
}
