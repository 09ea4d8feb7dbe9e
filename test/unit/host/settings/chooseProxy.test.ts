import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseProxy } from '#host/settings/chooseProxy.ts';
import { parseSetting } from '#host/settings/settingTable.ts';

function parse(
  settings: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>> = {},
) {
  return chooseProxy((id) => parseSetting(id, settings[id.slice('http.'.length)]), env);
}

test('settings of a wrong type are ignored', () => {
  for (const wrong of [8080, true, null, undefined, {}, [1, null], '', '  ']) {
    assert.deepEqual(
      parse({ proxy: wrong, noProxy: wrong, proxyAuthorization: wrong, proxySupport: wrong }),
      {
        proxy: undefined,
        proxySource: undefined,
        noProxy: [],
        strictTls: true,
        proxyAuthorization: undefined,
      },
      JSON.stringify(wrong),
    );
  }
});

test('the setting has priority over the environment, and hosts that bypass the proxy come from both', () => {
  const env = { HTTPS_PROXY: 'http://env:1', NO_PROXY: 'a.example, b.example' };
  assert.equal(parse({ proxy: ' http://set:2 ' }, env).proxy, 'http://set:2');
  assert.equal(parse({ proxy: 'http://set:2' }, env).proxySource, 'http.proxy');
  assert.equal(parse({}, env).proxy, 'http://env:1');
  assert.equal(parse({}, env).proxySource, 'HTTPS_PROXY');
  assert.equal(parse({}, { http_proxy: ' ' }).proxySource, undefined);
  assert.deepEqual(parse({ noProxy: ['c.example', 7, 'd.example'] }, env).noProxy, [
    'c.example',
    'd.example',
    'a.example',
    'b.example',
  ]);
  assert.deepEqual(parse({ noProxy: 'c.example' }).noProxy, ['c.example']);
});

test('proxy support that is off means no proxy at all', () => {
  const settings = { proxySupport: 'off', proxy: 'http://set:2', proxyStrictSSL: false };
  assert.deepEqual(parse(settings, { HTTPS_PROXY: 'http://env:1' }), {
    strictTls: false,
    proxySource: 'http.proxySupport',
  });
});

test('any other proxy support, even one that is unknown, means a proxy where one is set', () => {
  for (const proxySupport of ['on', 'fallback', 'override', 'sometimes', 1]) {
    assert.equal(parse({ proxySupport, proxy: 'http://set:2' }).proxy, 'http://set:2', String(proxySupport));
  }
});

test('only false turns strict TLS off', () => {
  for (const value of [undefined, null, 0, 'false', {}]) {
    assert.equal(parse({ proxyStrictSSL: value }).strictTls, true);
  }
});
