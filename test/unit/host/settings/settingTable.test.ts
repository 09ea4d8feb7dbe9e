// Each setting is read as a valid value, whatever settings.json contains.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import { inspect } from 'node:util';
import { wasNeverSent } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import {
  chooseProxy,
  parseSetting,
  type ReadableSettingId,
  settingTable,
} from '#host/settings/settingTable.ts';
import { parseConnections } from '#model/connections/connectionSetting.ts';
import { catchApiError, testKey } from '../../api/support.ts';

const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -1,
  0.5,
  4e8,
  1e9,
  -1e9,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '',
  ' ',
  '12',
  'false',
  'off',
  'red; } * { display: none',
  'a\r\nb: c',
  'http://%ff:%ff@proxy.example:1',
  'x'.repeat(100_000),
  {},
  { length: 3 },
  [],
  [1],
  [null, 'a.example', {}, ['b.example']],
  Array.from({ length: 5000 }, (_, n) => `host${n}.example`),
];

const isNumberIn = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && value >= min && value <= max;
const isWholeIn = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && isNumberIn(min, max)(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) =>
  typeof value === 'string' && value.length <= 2000 && value === value.trim();
const isHeaderText = (value: unknown) => isText(value) && !/[^\x20-\x7e]/.test(String(value));
const isOneOf =
  (...choices: readonly unknown[]) =>
  (value: unknown) =>
    choices.includes(value);
const isListOfTexts = (value: unknown) =>
  Array.isArray(value) && value.length <= 1000 && value.every((one) => isText(one) && one !== '');

/** The values that the code behind each setting can handle. */
const isValid: Readonly<Record<ReadableSettingId, (value: unknown) => boolean>> = {
  'cohortDeck.connections': (value) => Array.isArray(parseConnections(value).connections),
  'cohortDeck.pageSize': isWholeIn(10, 1000),
  'cohortDeck.requestTimeoutSeconds': isWholeIn(1, 600),
  'cohortDeck.confirmDelete': isBoolean,
  'cohortDeck.exports.keepDays': isNumberIn(0, 36_500),
  'cohortDeck.history.keepDays': isNumberIn(0, 36_500),
  'editor.detectIndentation': isBoolean,
  'editor.insertSpaces': isBoolean,
  'editor.lineHeight': isNumberIn(0, 150),
  'cohortDeck.agents.access': isOneOf('off', 'read', 'write'),
  'cohortDeck.agents.persons': isBoolean,
  'editor.tabSize': isWholeIn(1, 32),
  'editor.wordWrap': isOneOf('off', 'on', 'wordWrapColumn', 'bounded'),
  'files.autoSave': isOneOf('off', 'afterDelay', 'onFocusChange', 'onWindowChange'),
  'http.proxy': isText,
  'http.proxyAuthorization': isHeaderText,
  'http.proxyStrictSSL': isBoolean,
  'http.proxySupport': isOneOf('off', 'on', 'fallback', 'override'),
  'http.noProxy': isListOfTexts,
};

const isKnown = (id: string): id is ReadableSettingId => Object.hasOwn(isValid, id);
const ids = Object.keys(isValid).filter(isKnown);
const networkIds = ids.filter((id) => id.startsWith('http.'));
const retry = { tries: 1 };
const ourIds = ids.filter((id) => id.startsWith('cohortDeck.'));

describe('every setting', () => {
  it('is in the table', () => {
    assert.deepEqual(Object.keys(settingTable).toSorted(), ids.toSorted());
  });

  for (const id of ids) {
    it(`${id} is valid, whatever is in settings.json`, () => {
      for (const odd of oddValues) {
        const value = parseSetting(id, odd);
        assert.ok(isValid[id](value), `${inspect(odd)} is read as ${inspect(value)}`);
      }
    });
  }

  it('of the network makes a client that gets as far as to find nobody there, whatever is in settings.json', async () => {
    for (const odd of oddValues) {
      for (const oddId of [...networkIds, 'the environment']) {
        const env = { HTTPS_PROXY: oddId === 'the environment' ? String(odd) : 'http://127.0.0.1:1' };
        const network = chooseProxy((id) => parseSetting(id, id === oddId ? odd : undefined), env);
        const client = createClient({ baseUrl: 'https://127.0.0.1:1', key: testKey, network, retry });
        const error = await catchApiError(client.listProjects());
        assert.ok(wasNeverSent(error), `${oddId}: ${inspect(odd)} ends in ${inspect(error)}`);
        await client.close();
      }
    }
  });
});

describe('our settings', () => {
  const { properties } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ).contributes.configuration;

  it('have the defaults and ranges that package.json shows to people', () => {
    for (const id of ourIds) {
      const { default: fallback, minimum, maximum, type } = properties[id];
      assert.deepEqual(parseSetting(id, fallback), fallback, id);
      if (id === 'cohortDeck.connections') continue; // an unusable list is reported, not replaced
      assert.deepEqual(parseSetting(id, undefined), fallback, id);
      if (type !== 'integer' && type !== 'number') continue;
      assert.equal(parseSetting(id, -1e9), minimum, id);
      assert.equal(parseSetting(id, 1e9), maximum, id);
    }
  });

  it('are the person’s alone: no folder can set one', () => {
    for (const id of ourIds) assert.equal(properties[id].scope, 'application', id);
  });
});

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
