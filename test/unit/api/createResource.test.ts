import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { decodeText, escapeSurrogates } from '#api/createResource.ts';
import { json, silence, text } from '../../misbehaving/acts.ts';
import { catchApiError, startClient } from './support.ts';

const exact = '{"id": 7,\n\t"filters": {"n": 12345678901234567890, "n": 1.0, "é": "\\u00e9"}}';

test('the text of a record is given as it came, to the last digit', async (t) => {
  const { client } = await startClient(t, () => text(exact));
  const { record, text: given } = await client.cohorts('1').retrieveText(7);
  assert.equal(given, exact);
  assert.equal(record.id, 7);
});

test('the text of an update is sent as it is, to the last blank', async (t) => {
  const { client, server } = await startClient(t, () => text(exact));
  const body = '{ "filters" : {"n": 12345678901234567890, "n": 1.0, "s": "ß😀\u2028"} }\n';
  const { text: given } = await client.cohorts('1').updateText(7, body);
  assert.equal(server.received[0]?.body, body);
  assert.equal(server.received[0].headers['content-type'], 'application/json');
  assert.equal(given, exact);
});

test('a byte order mark is left out', async (t) => {
  const { client } = await startClient(t, () => text(`\uFEFF${exact}`));
  assert.equal((await client.cohorts('1').retrieveText(7)).text, exact);
  assert.equal((await client.cohorts('1').retrieve(7)).id, 7);
});

test('text that is not UTF-8 is refused, since it could not be sent back unchanged', async (t) => {
  const { client } = await startClient(t, () =>
    text(Buffer.from('{"id": 7, "name": "M\xfcller"}', 'latin1')),
  );
  const error = await catchApiError(client.cohorts('1').retrieveText(7));
  assert.deepEqual([error.kind, error.code], ['unexpected', 'not_utf8']);
});

test('an unpaired surrogate is sent as its escape, so that the service reads the same string', async (t) => {
  const { client, server } = await startClient(t, () => json({ id: 7 }));
  await client.cohorts('1').updateText(7, '{"name": "half \ud83d, whole \ud83d\ude00, \udc00"}');
  assert.equal(server.received[0]?.body, '{"name": "half \\ud83d, whole \ud83d\ude00, \\udc00"}');
  await client.cohorts('1').updateText(7, JSON.stringify({ name: 'half \ud83d' }));
  assert.equal(server.received[1]?.body, '{"name":"half \\ud83d"}');
});

test('an unpaired surrogate in what is no JSON is not made into something else', async (t) => {
  const { client, server } = await startClient(t, () => json({ id: 7 }));
  const error = await catchApiError(client.cohorts('1').updateText(7, '{"name": "\\\ud83d"}'));
  assert.equal(error.kind, 'invalid');
  assert.equal(server.received.length, 0);
});

test('JSON text of any strings survives being sent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }), (units) => {
      const value = String.fromCharCode(...units);
      // As an editor has it: quotes, backslashes and controls escaped, everything else as it is.
      const escaped = value.replace(/["\\\p{Cc}]/gu, (unit) => JSON.stringify(unit).slice(1, -1));
      const sent = Buffer.from(escapeSurrogates(`{"s":"${escaped}"}`));
      assert.deepEqual(JSON.parse(decodeText(sent, {})), { s: value });
    }),
  );
});

test('reads of an export’s priority leave a socket to a person, whoever came first', async (t) => {
  const { client } = await startClient(t, ({ url }) => (url.endsWith('/99/') ? json({ id: 99 }) : silence()));
  const left = new AbortController();
  const cohorts = client.cohorts('1');
  const options = { signal: left.signal, priority: 'export' } as const;
  const pages = async (id: number) => {
    for await (const page of cohorts.personPages(id, options)) assert.fail(`${page.results.length} persons`);
  };
  const reads = [1, 2, 3, 4].flatMap((id) => [
    cohorts.retrieve(id, options),
    cohorts.retrieveText(id, options),
    pages(id),
  ]);
  assert.equal((await cohorts.retrieve(99)).id, 99);
  left.abort();
  const ends = await Promise.allSettled(reads);
  assert.ok(ends.every(({ status }) => status === 'rejected'));
});
