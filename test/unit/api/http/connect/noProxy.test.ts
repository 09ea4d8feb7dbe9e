import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { bypassesProxy } from '#api/http/connect/noProxy.ts';

test('hosts that bypass the proxy are named as in NO_PROXY', () => {
  const cases: readonly (readonly [noProxy: string, baseUrl: string, bypasses: boolean])[] = [
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.EXAMPLE', 'https://a.example', true],
    ['a.example', 'https://b.a.example', true],
    ['.a.example', 'https://b.a.example', true],
    ['*.a.example', 'https://b.a.example', true],
    ['a.example', 'https://ba.example', false],
    ['a.example', 'https://a.example.org', false],
    ['a.example:443', 'https://a.example', true],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:8443', 'https://a.example:8443', true],
    ['x.example, a.example', 'https://a.example', true],
    ['', 'https://a.example', false],
    ['10.0.0.5', 'https://10.0.0.5', true],
    ['[fd00::1]', 'https://[fd00::1]:8443', true],
    ['', 'http://127.0.0.1:8010', true],
    ['', 'http://localhost:8010', true],
  ];
  for (const [noProxy, baseUrl, bypasses] of cases) {
    assert.equal(
      bypassesProxy(requireSafeBaseUrl(baseUrl), [noProxy]),
      bypasses,
      `${noProxy} for ${baseUrl}`,
    );
  }
});
