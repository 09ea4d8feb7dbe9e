// A connection that breaks after the service has the request: a write must not be sent again, and not be called unsent.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { wasNeverSent } from '#api/apiError.ts';
import { json } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { catchApiError, createEditorFetch, createTestClient, startClient } from '../support.ts';

/** Every socket that this process opens from now on, as Node names them to whoever listens. */
function watchSockets(context: TestContext): Socket[] {
  const sockets: Socket[] = [];
  const onSocket = (message: unknown): void => {
    const socket: unknown = message instanceof Object ? Reflect.get(message, 'socket') : undefined;
    if (socket instanceof Socket) sockets.push(socket);
  };
  subscribe('net.client.socket', onSocket);
  context.after(() => void unsubscribe('net.client.socket', onSocket));
  return sockets;
}

/** What the kernel reports for an open connection when the route to the host is lost. */
function loseRoute(sockets: readonly Socket[], code: string): void {
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error(`read ${code}`), { code, errno: -113, syscall: 'read' }));
  }
}

for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ENOTFOUND']) {
  test(`a write whose open connection dies with ${code} is sent once and may have been done`, async (t) => {
    const sockets = watchSockets(t);
    const { client, server } = await startClient(t, () => () => loseRoute(sockets, code));
    const error = await catchApiError(client.cohorts('1').createText(JSON.stringify({ name: 'x' })));
    assert.deepEqual([error.kind, error.code, wasNeverSent(error)], ['network', code, false]);
    assert.equal(server.received.length, 1);
  });

  test(`through the editor's fetch a write that dies with ${code} is sent once as well`, async (t) => {
    const sockets = watchSockets(t);
    const server = await startMisbehaving(() => () => loseRoute(sockets, code), { test: t });
    const { editorFetch } = createEditorFetch(server.url);
    const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
    const error = await catchApiError(client.cohorts('1').createText(JSON.stringify({ name: 'x' })));
    assert.deepEqual([error.kind, error.code, wasNeverSent(error)], ['network', code, false]);
    assert.equal(server.received.length, 1);
  });

  test(`a response whose body dies with ${code} had reached the service`, async (t) => {
    const sockets = watchSockets(t);
    const { client, server } = await startClient(t, () => (response) => {
      // The client reads what has come, then loses the route.
      for (const socket of sockets) socket.once('readable', () => setImmediate(loseRoute, sockets, code));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":');
    });
    const error = await catchApiError(client.cohorts('1').updateText(7, JSON.stringify({ name: 'x' })));
    assert.deepEqual([error.kind, wasNeverSent(error)], ['incomplete', false]);
    assert.equal(server.received.length, 1);
  });
}

test('a write over a connection that is refused was never sent, also through the editor’s fetch', async (t) => {
  const gone = await startMisbehaving(() => json({}));
  await gone.close();
  const direct = createTestClient(t, gone.url);
  assert.ok(wasNeverSent(await catchApiError(direct.cohorts('1').createText(JSON.stringify({})))));
  const { editorFetch } = createEditorFetch(gone.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
  assert.ok(wasNeverSent(await catchApiError(client.cohorts('1').createText(JSON.stringify({})))));
});
