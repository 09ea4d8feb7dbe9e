// No key, body, personal data or query reaches the log, whatever a service does with them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ApiClient } from '#api/clientTypes.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { exportFileName } from '#exports/files/exportFileName.ts';
import { createLog } from '#host/log.ts';
import { anyCharacter } from '../../anyCharacter.ts';
import * as acts from '../../misbehaving/acts.ts';
import type { Act } from '../../misbehaving/server.ts';
import { readBytes, startClient, testKey } from '../api/support.ts';
import { cases } from '../../cases.ts';

/** Canaries that may appear nowhere, and where each comes from. */
const canaries = {
  key: testKey,
  person: 'Jane Canary',
  email: 'jane@canary.test',
  body: 'canary-body',
  query: 'canary-query',
  forged: '[error] forged',
} as const;
const everything = Object.values(canaries).join(' ');

function collectLog() {
  const entries: string[] = [];
  const write = (entry: string) => void entries.push(entry);
  const log = createLog({ debug: write, info: write, warn: write, error: write, show: () => undefined });
  return { entries, log };
}

const headers = {
  'x-request-id': everything,
  'x-correlation-id': everything,
  server: everything,
};
const fault = {
  type: everything,
  code: everything,
  detail: `scope '${everything}' ${everything}`,
  attr: everything,
};
const statuses = [400, 401, 403, 404, 405, 406, 408, 409, 413, 415, 429, 500, 502, 503];
const leads = `/login/;session=${testKey}/${testKey}?q=${canaries.query}#${canaries.query}`;

const faults: readonly (readonly [name: string, act: Act])[] = [
  ...statuses.map((status) => [`a fault with ${status}`, acts.json(fault, status, headers)] as const),
  ...statuses.map(
    (status) => [`a page with ${status}`, acts.text(`<p>${everything}`, status, headers)] as const,
  ),
  ['a redirect on the host', acts.redirect(leads)],
  ['a redirect elsewhere', acts.redirect(`https://${testKey}:x@elsewhere.test${leads}`, 307)],
  ['text', acts.text(everything, 200, headers)],
  ['broken JSON', acts.text(`{"detail": "${everything}`, 200, headers)],
  ['a list', acts.json([everything])],
  ['a page with a bad record', acts.json({ results: [{ id: { [everything]: 1 } }], next: everything })],
  ['a record of another id', acts.json({ id: 8, name: everything })],
  ['a record with bad fields', acts.json({ id: 7, name: [everything], created_by: { email: [everything] } })],
  ['half a body', acts.halfBody(JSON.stringify({ id: 7, name: everything }), 20, headers)],
  ['a reset', acts.reset()],
  ['no HTTP', acts.gibberish()],
];

const operations: readonly (readonly [name: string, run: (client: ApiClient) => Promise<unknown>])[] = [
  ['listing projects', async (client) => client.listProjects()],
  ['listing', async (client) => client.cohorts('1').list({ limit: 7 })],
  ['searching', async (client) => client.cohorts('1').list({ search: canaries.query })],
  ['reading', async (client) => client.dashboards('1').retrieveText(7)],
  [
    'saving',
    async (client) => client.cohorts('1').updateText(7, JSON.stringify({ description: canaries.body })),
  ],
  ['saving text', async (client) => client.cohorts('1').updateText(7, `{"name": "${canaries.body}"}`)],
  ['moving a tile', async (client) => client.dashboards('1').moveTile(7, { tileId: 1, toDashboard: 2 })],
  [
    'exporting',
    async (client) =>
      readBytes(await client.cohorts('1').openPersons(7, { format: 'json', limit: 7 }), Infinity),
  ],
];

describe('the log of a request to a service that repeats all it got', () => {
  for (const [name, act] of faults) {
    it(`holds none of it after ${name}`, async (t) => {
      // Some faults are a silence of seconds, so the operations run together. Each has a service of its own: one that limits
      // the rate would have the next operation wait.
      const runOperation = async ([operation, run]: (typeof operations)[number]) => {
        const { entries, log } = collectLog();
        const { client } = await startClient(t, () => act, {
          log: (line) => log.debug(line),
          retry: { tries: 1, extraThrottledTries: 0 },
        });
        await run(client).catch((error: unknown) => log.error(`${operation} failed.`, error));
        return entries;
      };
      for (const entries of await Promise.all(operations.map(runOperation))) {
        assert.ok(entries.length > 0);
        for (const entry of entries)
          for (const canary of [...Object.values(canaries), canaries.person.split(' ')[1] ?? ''])
            assert.ok(!entry.includes(canary), `${canary} in: ${entry}`);
      }
    });
  }
});

describe('an entry of the log', () => {
  it('is one line, whatever is in it, with the places in the code below', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (line, message) => {
        const { entries, log } = collectLog();
        log.warn(
          `${line}\r\n\u2028${canaries.forged}`,
          new TypeError(`${message}\n    at forged (forged.ts:1)\nforged`),
        );
        const [first, ...frames] = entries[0]?.split(/[\n\r\u2028\u2029\x85]/) ?? [];
        assert.ok(first !== undefined && first.length <= 1000);
        for (const frame of frames) assert.match(frame, /^ {4}at (?!forged)/);
      }),
      cases(10_000),
    );
  });

  it('has the name, the code, the place and the causes of an error', () => {
    const { entries, log } = collectLog();
    const cause = Object.assign(new Error('read https://x.test/a?email=jane@canary.test'), {
      code: 'ECONNRESET',
    });
    log.error('Could not read.', new Error('No answer', { cause }));
    assert.match(
      entries[0] ?? '',
      /^Could not read\. Error: No answer, caused by Error ECONNRESET: read https:\/\/x\.test\/a\n {4}at .*log\.test\.ts/,
    );
  });

  it('leaves out text that a parser quotes', () => {
    const { entries, log } = collectLog();
    try {
      JSON.parse(canaries.body);
      assert.fail('it is no JSON');
    } catch (error) {
      log.error('Could not read.', error);
    }
    assert.match(entries[0] ?? '', /^Could not read\. SyntaxError\n/);
  });

  it('leaves out the name of a cohort in the path of an export', () => {
    const { entries, log } = collectLog();
    for (const separator of ['/', '\\'])
      for (const name of [canaries.person, `${canaries.person}’s "list" 's`]) {
        const file = ['', 'exports', `${exportFileName({ id: 7, name }, 'csv', new Date())}.12.part`].join(
          separator,
        );
        const refused = Object.assign(new Error(`EACCES: permission denied, open '${file}'`), {
          code: 'EACCES',
        });
        log.error('Could not export.', toExportError(refused, file));
      }
    assert.equal(entries.length, 4);
    for (const entry of entries) {
      assert.doesNotMatch(entry, /Canary/);
      assert.match(entry, /exports.…\d{4}-\d\d-\d\d .*\.csv\.12\.part/);
    }
  });

  it('describes the response', async (t) => {
    const { entries, log } = collectLog();
    const { client } = await startClient(t, () =>
      acts.json({ code: 'invalid_choice', detail: 'No', attr: 'filters' }, 400, { 'x-request-id': 'abc-1' }),
    );
    await client
      .cohorts('1')
      .updateText(7, JSON.stringify({}))
      .catch((error: unknown) => log.error('Could not save.', error));
    assert.deepEqual(entries, [
      'Could not save. ApiError invalid, status 400, code invalid_choice, request abc-1, ' +
        'PATCH /api/projects/1/cohorts/7/, The service returned status 400.',
    ]);
  });
});
