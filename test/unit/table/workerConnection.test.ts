import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { WorkerConnection } from '#table/workerConnection.ts';

const crashes = `require('node:worker_threads').parentPort.once('message', () => { throw new Error('Crashed.'); })`;

function connect() {
  const worker = new Worker(crashes, { eval: true });
  const broken: string[] = [];
  const connection = new WorkerConnection(worker, {
    onIndex: () => undefined,
    onBroken: ({ message }) => broken.push(message),
  });
  return { worker, connection, broken };
}

test('a connection closes while its worker crashes, and reports no broken file', async () => {
  const { connection, broken } = connect();
  await connection.close();
  assert.deepEqual(broken, []);
});

test('a connection whose worker crashed rejects each question, closes, and reports it once', async () => {
  const { worker, connection, broken } = connect();
  const crashed = once(worker, 'error');
  await assert.rejects(
    connection.summarize(0, new AbortController().signal, () => undefined),
    /Crashed/,
  );
  await crashed;
  const query = { search: 'ada', filters: [], sort: undefined };
  await assert.rejects(
    connection.view(query, new AbortController().signal, () => undefined),
    /Crashed/,
  );
  await connection.close();
  assert.deepEqual(broken, ['Crashed.']);
});
