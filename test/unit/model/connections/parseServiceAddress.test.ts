import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseServiceAddress, projectIdInAddress } from '#model/connections/parseServiceAddress.ts';
import { anyCharacter } from '../../../anyCharacter.ts';
import { cases } from '../../../cases.ts';

/** Not `webUrl`, which makes a table of a million characters first. */
const anyUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.webAuthority(),
    fc.array(fc.string({ unit: anyCharacter }).map(encodeURIComponent)),
  )
  .map(([scheme, authority, path]) => [`${scheme}://${authority}`, ...path].join('/'));

describe('parseServiceAddress', () => {
  const accepted: readonly (readonly [string, string])[] = [
    ['us.posthog.com', 'https://us.posthog.com'],
    ['  https://us.posthog.com/  ', 'https://us.posthog.com'],
    ['https://us.posthog.com/project/123/cohorts/4', 'https://us.posthog.com'],
    ['https://us.posthog.com/api/projects/@current/', 'https://us.posthog.com'],
    ['https://host.example/analytics/', 'https://host.example/analytics'],
    ['https://host.example/analytics/project/9', 'https://host.example/analytics'],
    ['https://host.example/?next=/x#y', 'https://host.example'],
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['http://localhost:8000/', 'http://localhost:8000'],
    ['localhost:8000', 'http://localhost:8000'],
    ['http://[::1]:8000', 'http://[::1]:8000'],
    ['HTTPS://Host.Example', 'https://host.example'],
    ['https://analytics', 'https://analytics'],
    ['https://my_host.example.', 'https://my_host.example.'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://10.0.0.7:8443', 'https://10.0.0.7:8443'],
    ['host.example:443/path', 'https://host.example/path'],
    ['host.example:8443/path/', 'https://host.example:8443/path'],
    ['//host.example/project/12', 'https://host.example'],
    ['us.posthog.com/project/12/cohorts/4?tab=persons#top', 'https://us.posthog.com'],
    ['https://us.posthog.com/projects/12', 'https://us.posthog.com'],
    ['https://us.posthog.com/login?next=/project/12', 'https://us.posthog.com'],
    ['https://host.example/a/api/projects/12/dashboards/', 'https://host.example/a'],
    ['https://https.example', 'https://https.example'],
  ];
  for (const [typed, url] of accepted) {
    it(`takes ${typed.trim()} as ${url}`, () => {
      assert.deepEqual(parseServiceAddress(typed), { ok: true, value: url });
    });
  }

  const replaced: readonly (readonly [typed: string, url: string, host: string, reason: string])[] = [
    ['https://us.i.posthog.com', 'https://us.posthog.com', 'us.i.posthog.com', 'takesEventsOnly'],
    ['eu.i.posthog.com/capture/', 'https://eu.posthog.com', 'eu.i.posthog.com', 'takesEventsOnly'],
    ['eu-assets.i.posthog.com', 'https://eu.posthog.com', 'eu-assets.i.posthog.com', 'takesEventsOnly'],
    ['https://app.posthog.com/project/12', 'https://us.posthog.com', 'app.posthog.com', 'oldName'],
  ];
  for (const [typed, value, host, reason] of replaced) {
    it(`takes ${typed} as ${value}, and says so`, () => {
      assert.deepEqual(parseServiceAddress(typed), { ok: true, value, insteadOf: { host, reason } });
    });
  }

  for (const host of ['i.posthog.com.evil.example', 'us.i.posthog.company', 'app.posthog.com.example'])
    it(`takes ${host} as it is`, () =>
      assert.deepEqual(parseServiceAddress(host), { ok: true, value: `https://${host}` }));

  const refused: readonly (readonly [string, string])[] = [
    ['', 'empty'],
    ['   ', 'empty'],
    ['http://host.example', 'needsHttps'],
    ['http://127.0.0.1.evil.example', 'needsHttps'],
    ['ftp://host.example', 'notAnAddress'],
    ['javascript://alert(1)', 'notAnAddress'],
    ['https://', 'notAnAddress'],
    ['my host', 'notAnAddress'],
    ['https://my host', 'notAnAddress'],
    ['https://%20', 'notAnAddress'],
    ['https://..', 'notAnAddress'],
    ['https://.', 'notAnAddress'],
    ['https://-', 'notAnAddress'],
    ['https://-a.example', 'notAnAddress'],
    ['https://a..b', 'notAnAddress'],
    ['https://.example', 'notAnAddress'],
    [`https://${'a'.repeat(64)}.example`, 'notAnAddress'],
    ['https://:8000', 'notAnAddress'],
    [':8000', 'notAnAddress'],
    ['8000', 'notAnAddress'],
    ['https://8000', 'notAnAddress'],
    ['https://0x7f.1', 'notAnAddress'],
    ['https://host:99999', 'notAnAddress'],
    ['https://user:pass@host.example', 'hasCredentials'],
    ['user:pw@host.example', 'hasCredentials'],
    ['user@host.example', 'hasCredentials'],
    ...[
      ...[
        'htps//host.example',
        'htttps//host',
        'https://www.https://host.example',
        'https://host/https://host',
      ],
      ...['https//host.example', 'http//host.example', 'https//localhost:8000', 'https.//host.example'],
      ...['https://https://host.example', 'https://http://localhost:8000', 'http://http://localhost:8000'],
      ...['https:/host.example', 'https:host.example', 'https:///host.example', 'https:://host.example'],
      ...['https;//host.example', 'https ://host.example', 'https:// host.example', 'https', 'http://https'],
      ...['https:\\\\host.example', 'host.example\\path', 'https://host.example\\@evil.example', '\\\\host'],
      ...[
        'https://host.example/a b',
        '<https://host.example>',
        '"https://host.example"',
        'https://host,example',
      ],
    ].map((typed) => [typed, 'notAnAddress'] as const),
  ];
  for (const [typed, problem] of refused) {
    it(`refuses ${JSON.stringify(typed)} as ${problem}`, () => {
      assert.deepEqual(parseServiceAddress(typed), { ok: false, problem });
    });
  }

  it('returns https addresses only, or http for localhost', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), anyUrl, anyUrl), (typed) => {
        const parsed = parseServiceAddress(typed);
        if (!parsed.ok) return;
        const url = new URL(parsed.value);
        assert.ok(
          url.protocol === 'https:' || /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(url.hostname),
          typed,
        );
        assert.deepEqual(parseServiceAddress(parsed.value), parsed, 'taking it twice changes nothing');
      }),
      cases(2000),
    );
  });
});

describe('projectIdInAddress', () => {
  it('finds the id in an address of the web UI', () => {
    assert.equal(projectIdInAddress('https://us.posthog.com/project/123/cohorts/4'), '123');
    assert.equal(projectIdInAddress('https://host/api/projects/@current/cohorts/'), '@current');
    assert.equal(projectIdInAddress('https://us.posthog.com'), undefined);
  });
});
