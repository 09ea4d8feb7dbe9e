// Responses that a proxy has compressed though nobody asked.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { isApiError } from '#api/apiError.ts';
import { readWhole } from '#api/http/responseBody.ts';
import { text } from '../../../misbehaving/acts.ts';
import { catchApiError, readBytes, startClient } from '../support.ts';

const compressed = {
  gzip: gzipSync,
  'X-GZip': gzipSync,
  deflate: deflateSync,
  'deflate ': deflateRawSync,
  br: brotliCompressSync,
  'identity, br': brotliCompressSync,
} as const;
const csv = `id,name\r\n${'1,Ann\r\n'.repeat(100_000)}`;

for (const [coding, compress] of Object.entries(compressed)) {
  test(`JSON, a CSV and an error that come as ${coding} are what they were`, async (t) => {
    const { client } = await startClient(t, ({ url }) => {
      const [body, status] = url.includes('/persons/')
        ? [csv, 200]
        : url.includes('/404/')
          ? ['{"detail":"Not here."}', 404]
          : ['{"id":7,"name":"é"}', 200];
      const type = url.includes('csv') ? 'text/csv' : 'application/json';
      return text(compress(body), status, { 'content-type': type, 'content-encoding': coding });
    });
    const cohorts = client.cohorts('1');
    assert.equal((await cohorts.retrieve(7)).name, 'é');
    const { body } = await cohorts.openPersons(7, { format: 'csv' });
    assert.equal(await readText(body), csv);
    const error = await catchApiError(cohorts.retrieve(404));
    assert.deepEqual([error.kind, error.detail], ['notFound', 'Not here.']);
  });

  test(`a response in ${coding} that ends early is incomplete`, async (t) => {
    const { client } = await startClient(
      t,
      () => text(compress(csv).subarray(0, -7), 200, { 'content-encoding': coding }),
      { retry: { tries: 1 } },
    );
    const stream = await client.cohorts('1').openPersons(7, { format: 'csv' });
    assert.equal((await catchApiError(readBytes(stream, Infinity))).kind, 'incomplete');
  });
}

test('a coding that is not known is named, and nothing of the body is passed on', async (t) => {
  const { client } = await startClient(t, ({ url }) => {
    const coding = /\/([a-z_]+)\/cohorts/.exec(url)?.[1] ?? (url.includes('/8/') ? 'gzip, br' : 'zstd');
    return text(zstdCompressSync(csv), 200, { 'content-encoding': coding });
  });
  const cohorts = client.cohorts('1');
  const found = [
    await catchApiError(cohorts.retrieve(7)),
    await catchApiError(cohorts.retrieve(8)),
    await catchApiError(client.cohorts('constructor').retrieve(7)),
    await catchApiError(client.cohorts('__proto__').retrieve(7)),
    await catchApiError(
      cohorts.openPersons(7, { format: 'csv' }).then((stream) => readBytes(stream, Infinity)),
    ),
  ].map(({ kind, code, detail }) => [kind, code, detail]);
  assert.deepEqual(found, [
    ['unexpected', 'compressed', 'zstd'],
    ['unexpected', 'compressed', 'gzip, br'],
    ['unexpected', 'compressed', 'constructor'],
    ['unexpected', 'compressed', '__proto__'],
    ['unexpected', 'compressed', 'zstd'],
  ]);
});

test('a compressed body that is not read holds back its socket, and a canceled one ends', async (t) => {
  const act = text(gzipSync(Buffer.alloc(200_000_000)), 200, { 'content-encoding': 'gzip' });
  const { client } = await startClient(t, () => act);
  const before = process.memoryUsage().arrayBuffers;
  const stream = await client.cohorts('1').openPersons(7, { format: 'csv' });
  for (let turn = 0; turn < 2000; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(process.memoryUsage().arrayBuffers - before < 100_000_000);
  stream.cancel();
  assert.equal((await catchApiError(readBytes(stream, Infinity))).kind, 'cancelled');
});

const person = '{"id":7,"name":"plain é"}';
for (const [coding, body] of [
  ['gzip', person],
  ['br', person],
  ['deflate', person],
  ['deflate', `[${`${person},`.repeat(5000)}${person}]`],
  ['deflate', '{"id":7}'],
  ['br', '{"id":7}'],
  ['deflate', 'x\x9cplain'],
] as const)
  test(`${body.slice(0, 20)}, marked as ${coding} and is not, is named, and not requested again`, async (t) => {
    const { client, server } = await startClient(t, ({ url }) =>
      text(body, url.includes('/404/') ? 404 : 200, { 'content-encoding': coding }),
    );
    const cohorts = client.cohorts('1');
    for (const error of [
      await catchApiError(cohorts.retrieve(7)),
      await catchApiError(
        cohorts.openPersons(7, { format: 'csv' }).then((stream) => readBytes(stream, Infinity)),
      ),
    ])
      assert.deepEqual([error.kind, error.code, error.detail], ['unexpected', 'compressed', coding]);
    assert.equal(server.received.length, 2);
    assert.equal((await catchApiError(cohorts.retrieve(404))).kind, 'notFound');
  });

test('leaving the loop of a compressed body closes its socket', async (t) => {
  const { client, server } = await startClient(t, () => (response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' });
    response.write(gzipSync(csv)); // its end never comes
  });
  const stream = await client.cohorts('1').openPersons(7, { format: 'csv' });
  assert.ok((await readBytes(stream, 1000)) >= 1000);
  await server.allClosed();
});

const short = 'id\r\n7\r\n';
const long = short.repeat(100);
for (const size of [1, 2, 3, 15, 1000])
  test(`what a body is does not depend on its chunks, here of ${size} bytes`, async () => {
    const read = async (coding: string, bytes: Uint8Array) => {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        Buffer.from(bytes.subarray(at * size, (at + 1) * size)),
      );
      const response = { status: 200, headers: { 'content-encoding': coding }, isByEditor: false };
      const whole = readWhole({ ...response, body: Readable.from(chunks) }, {});
      return whole.then(
        ({ body }) => body.toString(),
        (error: unknown) => isApiError(error) && [error.kind, error.code],
      );
    };
    for (const [coding, compress] of Object.entries(compressed))
      for (const plain of ['', short, long])
        assert.equal(await read(coding.toLowerCase(), compress(plain)), plain, coding);
    for (const level of [1, 6, 9]) assert.equal(await read('deflate', deflateSync(long, { level })), long);
    for (const coding of ['gzip', 'br', 'deflate'])
      for (const plain of ['xylophone,id\r\n7,1\r\n', 'x^2,id\r\n7,1\r\n8,1\r\n', 'Try again. HTTP is down.'])
        assert.deepEqual(await read(coding, Buffer.from(plain)), ['unexpected', 'compressed'], coding);
    assert.deepEqual(await read('deflate', deflateSync(long).subarray(0, -5)), ['incomplete', 'Z_BUF_ERROR']);
  });
