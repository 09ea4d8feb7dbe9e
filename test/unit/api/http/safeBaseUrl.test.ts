import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ApiError } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import { isLoopbackAddress, isLoopbackHost, pathSegment, requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { anyCharacter } from '../../../anyCharacter.ts';
import { testKey } from '../support.ts';

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

const addresses = ['127.0.0.1', '127.9.8.7', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'];
const elsewhere = ['128.0.0.1', '10.0.0.127', '0.0.0.0', '::', '::2', '::ffff:8.8.8.8', 'fe80::1'];
const otherNames = [
  '',
  '.localhost',
  'localhost.example',
  '127.0.0.1.example',
  '127.1',
  '127.0.0.999',
  '127.example',
];

test('an address of this machine is one in any spelling', () => {
  for (const address of addresses) {
    assert.ok(isLoopbackAddress(address), address);
    assert.ok(isLoopbackHost(address.includes(':') ? `[${address}]` : address), address);
  }
  for (const name of ['localhost', 'LocalHost', 'a.localhost', 'a.b.localhost']) {
    assert.ok(isLoopbackHost(name), name);
    assert.ok(!isLoopbackAddress(name), name);
  }
});

test('any other address or name is none', () => {
  for (const other of [...elsewhere, ...otherNames]) {
    assert.ok(!isLoopbackAddress(other), other);
    assert.ok(!isLoopbackHost(other.includes(':') ? `[${other}]` : other), other);
  }
});

test('a project id that would lead to another path, or does not look like an id, is refused', () => {
  for (const id of ['', '.', '..', 'a/b', 'a\\b', '/', 'a\nb', '\0', '\u0085'])
    assert.throws(() => pathSegment(id, 'project_id'), { kind: 'invalid' });
});

test('whatever the project id, the request stays under projects', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (id) => {
      if (/^\.\.?$|[/\\\p{Cc}]/u.test(id)) return;
      const path = `/api/projects/${pathSegment(id, 'project_id')}/cohorts/`;
      assert.equal(new URL(path, 'https://a.example').pathname.split('/').length, 6);
    }),
  );
});
