import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import type { StreamedResponse } from '#api/clientTypes.ts';
import { plainText } from '#json/longNumbers.ts';
import { empty, flood, halfBody, json, text, throttled } from '../../misbehaving/acts.ts';
import { stopTime } from './clock.ts';
import { catchApiError, startClient } from './support.ts';

const csv = { 'content-type': 'text/csv' };
const rows = 'id,name\r\n1,Ada\r\n2,Grace\r\n';

test('an export is passed on unchanged', async (t) => {
  const { client, server } = await startClient(t, () => text(rows, 200, csv));
  const response = await client.cohorts('1').openPersons(7, { format: 'csv', limit: 10 });
  assert.equal(response.status, 200);
  assert.equal(response.headers['content-type'], 'text/csv');
  assert.equal(await readText(response.body), rows);
  assert.equal(server.received[0]?.url, '/api/projects/1/cohorts/7/persons/?limit=10&format=csv');
  assert.equal(server.received[0].headers.accept, '*/*');
});

test('an empty export is a response without bytes', async (t) => {
  const { client } = await startClient(t, () => empty(200, csv));
  assert.equal(await readText((await client.cohorts('1').openPersons(7, { format: 'csv' })).body), '');
});

test('a long number of a person keeps its digits, also as an ID', async (t) => {
  const person = `{"id":2916334247900527532,"uuid":"u","distinct_ids":[],"properties":{"account":2916334247900527531,"seats":3}}`;
  const { client } = await startClient(t, () => text(`{"results":[${person}],"next":null}`));
  const { results, problems } = await client.cohorts('1').persons(7);
  assert.deepEqual(problems, []);
  assert.equal(results[0]?.id, '2916334247900527532');
  const { properties } = results[0];
  assert.deepEqual(
    Object.entries(properties).map(([name, value]) => [name, plainText(value)]),
    [
      ['account', '2916334247900527531'],
      ['seats', '3'],
    ],
  );
});

test('an export that ends early throws incomplete, after what came', async (t) => {
  const { client } = await startClient(t, () => halfBody(rows, 12, csv));
  const { body } = await client.cohorts('1').openPersons(7, { format: 'csv' });
  let came = '';
  const error = await catchApiError(
    (async () => {
      for await (const chunk of body) came += Buffer.from(chunk).toString();
    })(),
  );
  assert.equal(error.kind, 'incomplete');
  assert.equal(came, rows.slice(0, 12));
});

test('an export is read no faster than its reader takes it', async (t) => {
  let sent = 0;
  const { client } = await startClient(t, (request) =>
    request.url.includes('/persons/') ? flood((bytes) => (sent += bytes)) : json({ id: 7 }),
  );
  const response = await client.cohorts('1').openPersons(7, { format: 'csv' });
  const reader = response.body[Symbol.asyncIterator]();
  await reader.next();
  // The turns that these round trips take are plenty for a flood that nothing holds back.
  for (let turn = 0; turn < 300; turn++) await client.cohorts('1').retrieve(7);
  assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes for a reader that has taken one chunk`);
  const before = sent;
  for (let taken = 0; taken < 40 * 1024 * 1024;) taken += (await reader.next()).value?.length ?? 0;
  assert.ok(sent > before, 'it goes on once the reader does');
  response.cancel();
});

const endings: Readonly<
  Record<string, (response: StreamedResponse, aborter: AbortController) => Promise<unknown>>
> = {
  'cancelling it': async (response) => response.cancel(),
  'aborting its signal': async (_response, aborter) => aborter.abort(),
  'leaving its loop': async (response) => {
    for await (const chunk of response.body) if (chunk.length > 0) break;
  },
};
for (const [name, end] of Object.entries(endings)) {
  test(`${name} closes an export's socket at once`, async (t) => {
    const { client, server } = await startClient(t, () => flood(() => undefined));
    const aborter = new AbortController();
    const response = await client.cohorts('1').openPersons(7, { format: 'csv', signal: aborter.signal });
    assert.equal(server.sockets.open, 1);
    await end(response, aborter);
    await server.allClosed();
  });
}

test('an export that was cancelled throws cancelled to its reader', async (t) => {
  const { client } = await startClient(t, () => flood(() => undefined));
  const response = await client.cohorts('1').openPersons(7, { format: 'csv' });
  const reading = readText(response.body);
  response.cancel();
  assert.equal((await catchApiError(reading)).kind, 'cancelled');
});

test('a wait is reported to the export that waits, and to the client', async (t) => {
  const told: string[] = [];
  const goOn = stopTime(t);
  const { client } = await startClient(
    t,
    (_request, index) => (index === 0 ? throttled(1, '0.5') : text(rows, 200, csv)),
    { onWait: ({ reason }) => told.push(`client ${reason}`) },
  );
  const onWait = ({ reason }: { readonly reason: string }): void => {
    told.push(`export ${reason}`);
    goOn();
  };
  await readText((await client.cohorts('1').openPersons(7, { format: 'csv', onWait })).body);
  assert.deepEqual(told.toSorted(), ['client throttled', 'export throttled']);
});

test('a wait is reported to the page that asks for persons or for the cohort', async (t) => {
  const { client } = await startClient(t, ({ url }, index) => {
    if (index % 2 === 0) return throttled(1, '0.5');
    return json(url.includes('/persons/') ? { next: null, results: [] } : { id: 7 });
  });
  const cohorts = client.cohorts('1');
  const told: string[] = [];
  const telling = (what: string) => {
    const goOn = stopTime(t);
    return ({ reason }: { readonly reason: string }): void => {
      told.push(`${what} ${reason}`);
      goOn();
    };
  };
  await cohorts.persons(7, { onWait: telling('persons') });
  await cohorts.retrieve(7, { onWait: telling('cohort') });
  assert.deepEqual(told, ['persons throttled', 'cohort throttled']);
});

test('a page of persons has no count, and its next is a place of the same list', async (t) => {
  const { client } = await startClient(t, () =>
    json({
      next: 'http://internal/api/projects/1/cohorts/7/persons/?format=json&limit=2&offset=2',
      previous: null,
      results: [{ id: 'a', distinct_ids: ['x'], properties: {}, is_identified: null }, { id: 'b' }],
    }),
  );
  const page = await client.cohorts('1').persons(7, { limit: 2 });
  assert.deepEqual(
    page.results.map(({ id, distinct_ids }) => [id, distinct_ids]),
    [
      ['a', ['x']],
      ['b', []],
    ],
  );
  assert.equal(page.count, undefined);
  assert.deepEqual(page.next, { offset: 2, limit: 2 });
});

test('a cohort in place of its persons is recognized', async (t) => {
  const { client } = await startClient(t, () => json({ id: 7, name: 'x', groups: {}, is_static: true }));
  const error = await catchApiError(client.cohorts('1').persons(7));
  assert.deepEqual([error.kind, error.code], ['unexpected', 'cohort_shaped']);
});
