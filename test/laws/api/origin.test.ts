// The key is sent to its own origin only: 10,000 cases for each of the rules that decide where a request goes.
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ApiError } from '#api/apiError.ts';
import { cursorAfter } from '#api/pages.ts';
import { requireSafeBaseUrl, type SafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { lookupLoopback } from '#api/http/dispatcher.ts';
import { anyCharacter } from '../../anyCharacter.ts';
import { countOfCases } from '../../cases.ts';

const numRuns = countOfCases(10_000);

const path = '/prefix/api/projects/1/cohorts/';
/** Parts of addresses, including some that confuse parsers. */
const piece = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('https://', 'http://', 'HTTPS://', '//', 'https:', '\\\\', 'file://'),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom('own.example', 'evil.example', 'localhost', 'a.localhost', '127.0.0.1'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('0x7f.1', '2130706433', '[::1]', '[::ffff:7f00:1]', 'localhost.', '127.1'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('name:secret@', '@', ':8443', ':', ':0', ':99999', 'ⓔvil', '。', '%6c'),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom('/prefix', '/api/projects/1', '/cohorts', path, '/', '/dashboards/'),
  },
  { weight: 4, arbitrary: fc.constantFrom('..', '/../', '%2e%2e', '%2F', '\\', '%', '/./', ';', '%00') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('?offset=100', '&limit=5', '?', '#x', '?next=https://evil.example'),
  },
  { weight: 2, arbitrary: fc.constantFrom('\t', '\n', '\r\nX-Injected: 1', ' ', '\0', '\u202e', '\ud800') },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 5 }) },
);
const confusing = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
/** Almost an address, so that many are valid. */
const nearly = fc.oneof(
  confusing,
  confusing.map((rest) => `https://own.example${rest}`),
  confusing.map((rest) => `http://127.0.0.1${rest}`),
  confusing.map((rest) => `${path}${rest}`),
);

test('an address is https or loopback, has no credentials, and requests built on it stay on its origin', () => {
  let accepted = 0;
  fc.assert(
    fc.property(nearly, (baseUrl) => {
      const address = tryParse(baseUrl);
      if (address === undefined) return;
      accepted++;
      const origin = new URL(address.origin);
      assert.equal(origin.origin, address.origin);
      const isHere =
        /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
          origin.hostname,
        );
      assert.ok(origin.protocol === 'https:' || (origin.protocol === 'http:' && isHere), baseUrl);
      const built = new URL(`${address.origin}${address.prefix}/api/projects/`);
      assert.equal(built.origin, address.origin);
      assert.deepEqual([built.username, built.password], ['', '']);
      assert.equal(built.pathname, `${address.prefix}/api/projects/`);
    }),
    { numRuns },
  );
  assert.ok(accepted > numRuns / 20, `${accepted} were addresses`);
});

test('whatever `next` says, the next page is a place in the same list, which moves forward and skips nobody', () => {
  const cursor = fc.record({ offset: fc.nat({ max: 1e9 }), limit: fc.integer({ min: 1, max: 5000 }) });
  const number = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('', '1e9', '0x10', '-1', '9'.repeat(30), ' 7'),
  );
  const link = fc.oneof(
    fc
      .tuple(confusing, number, number)
      .map(([base, offset, limit]) => `${base}?offset=${offset}&limit=${limit}`),
    nearly,
  );
  fc.assert(
    fc.property(cursor, link, fc.nat({ max: 6000 }), (from, next, elements) => {
      const to = cursorAfter({ next, elements }, from);
      if (to === undefined || to === 'stuck') return;
      assert.ok(to.offset > from.offset && to.offset <= from.offset + Math.max(from.limit, elements));
      assert.deepEqual(Object.keys(to), ['offset', 'limit']);
      assert.ok(Number.isSafeInteger(to.offset) && Number.isSafeInteger(to.limit) && to.limit > 0);
    }),
    { numRuns },
  );
});

test('plain http is used for loopback addresses only', async () => {
  const literal = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((ip) => ip.replace(/^\d+/, '127')),
    fc.constantFrom('::1', '::01', '0:0::0001', '::2'),
  );
  let loopback = 0;
  await fc.assert(
    fc.asyncProperty(literal, async (address) => {
      const isAllowed = await allows(address);
      if (isAllowed) loopback++;
      // Node's own reading of the address, not that of its text.
      const { hostname } = new URL(isIP(address) === 6 ? `http://[${address}]` : `http://${address}`);
      assert.equal(isAllowed, hostname.startsWith('127.') || hostname === '[::1]', address);
    }),
    { numRuns },
  );
  assert.ok(loopback > numRuns / 10, `${loopback} were of this machine`);
});

function tryParse(baseUrl: string): SafeBaseUrl | undefined {
  try {
    return requireSafeBaseUrl(baseUrl);
  } catch (error) {
    assert.ok(error instanceof ApiError && error.attr === 'baseUrl');
    return undefined;
  }
}

/** An address is looked up without any network. */
async function allows(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    lookupLoopback(address, { all: true }, (error) => resolve(error === null));
  });
}
