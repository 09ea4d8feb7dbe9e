import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { keyPageOf, parseApiKey } from '#model/connections/parseApiKey.ts';
import { knownHosts } from '#model/connections/parseServiceAddress.ts';
import { anyCharacter } from '../../../anyCharacter.ts';
import { cases } from '../../../cases.ts';

describe('the page where keys are created', () => {
  it('is on the host of the connection, below its path', () => {
    assert.deepEqual([...knownHosts.map(({ url }) => url), 'https://host.example/analytics'].map(keyPageOf), [
      'https://us.posthog.com/settings/user-api-keys',
      'https://eu.posthog.com/settings/user-api-keys',
      'https://host.example/analytics/settings/user-api-keys',
    ]);
  });
});

describe('parseApiKey', () => {
  const accepted = [
    'phx_abc',
    ' phx_abc\n',
    'Bearer phx_abc',
    'bearer  phx_abc',
    'Authorization: Bearer phx_abc',
    '"phx_abc"',
    "'Bearer phx_abc'",
  ];
  for (const typed of accepted) {
    it(`takes ${JSON.stringify(typed)}`, () =>
      assert.deepEqual(parseApiKey(typed), { ok: true, value: 'phx_abc' }));
  }
  const refused: readonly (readonly [string, string])[] = [
    ['', 'empty'],
    ['Bearer ', 'empty'],
    ['phx_a b', 'hasSpaces'],
    ['phx_\u00e4', 'notAscii'],
    ['phc_abc', 'projectKey'],
  ];
  for (const [typed, problem] of refused) {
    it(`refuses ${JSON.stringify(typed)} as ${problem}`, () =>
      assert.deepEqual(parseApiKey(typed), { ok: false, problem }));
  }

  it('returns only characters that a header can hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (typed) => {
        const parsed = parseApiKey(typed);
        if (parsed.ok) assert.match(parsed.value, /^[\x21-\x7e]+$/);
      }),
      cases(2000),
    );
  });
});
