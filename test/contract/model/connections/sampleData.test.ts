// The embedded service in its thread, as the extension runs it: how a crash of the thread affects open documents.
import assert from 'node:assert/strict';
import path from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import type { ReadableClient } from '#api/clientTypes.ts';
import { sampleConnectionId } from '#model/connections/connection.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { Connections } from '#model/connections/connections.ts';
import { type WriteApproval, WriteGuard } from '#model/connections/writeGuard.ts';
import { SampleData } from '#model/connections/sampleData.ts';
import { startOwnSandbox } from '#sandbox/startSandbox.ts';
import { temporaryFolder } from '../../../volatile.ts';
import { request } from '../../service/service.ts';
import { createMemory } from '../../../stored.ts';

const workerUrl = new URL('../../../../src/sandbox/sandboxWorker.ts', import.meta.url);

describe('sample data whose thread crashes', () => {
  const folder = temporaryFolder();

  let connections: Connections;
  let clients: ConnectionClients;
  let sampleData: SampleData;
  let approval: WriteApproval | undefined;
  let crashes: unknown[] = [];
  let nextEvent: () => void = () => undefined;
  let failures: Error[] = [];
  beforeEach(async (context) => {
    [crashes, failures] = [[], []];
    const setting = { get: () => [], set: async () => undefined, onDidChange: () => ({ dispose() {} }) };
    connections = new Connections(setting);
    const dataDir = path.join(folder, context.name.replaceAll(/\W+/g, '-'));
    sampleData = new SampleData(connections, createMemory(), () => startOwnSandbox({ dataDir, workerUrl }), {
      crashed(reason) {
        crashes.push(reason);
        nextEvent();
      },
      gaveUp(error) {
        failures.push(error);
        nextEvent();
      },
    });
    const keys = { read: async () => undefined, write: async () => undefined, remove: async () => undefined };
    const guard = new WriteGuard(connections, async () => false);
    approval = guard.approveUnasked([{ connectionId: sampleConnectionId, projectId: '1' }]);
    clients = new ConnectionClients(connections, keys, guard, async (connection, key) =>
      createClient({ baseUrl: connection.url, key, ...connection }),
    );
    await sampleData.start();
  });

  /** Resolves when the crash has been noticed. */
  async function crash(): Promise<void> {
    const { sample } = connections;
    assert.ok(sample);
    const noticed = new Promise<void>((resolve) => (nextEvent = resolve));
    const headers = { 'x-sandbox-fault': 'crash' };
    await request(sample, 'GET', '/api/projects/', { headers }).catch(() => undefined); // it may not answer any more
    await noticed;
  }

  /** As a document does it. */
  async function cohorts() {
    await sampleData.ready();
    return cohortsOf(await clients.open(sampleConnectionId));
  }

  function cohortsOf(client: ReadableClient) {
    assert.ok(approval);
    return client.withApproval(approval).cohorts('1');
  }

  async function end(): Promise<void> {
    clients.dispose();
    connections.dispose();
    await sampleData.close();
  }

  it('is started again with its data, its address and its key, and open documents keep working', async () => {
    const opened = await clients.open(sampleConnectionId);
    await cohortsOf(opened).updateText(2, JSON.stringify({ name: 'before the crash' }));
    const sampleBefore = connections.sample;
    await crash();
    await sampleData.ready();
    assert.match(String(crashes), /The fault "crash" applies/);
    assert.equal(connections.sample?.url, sampleBefore?.url);
    assert.equal(connections.sample?.key, sampleBefore?.key);
    // The client that was open before, and a new question.
    assert.equal((await opened.cohorts('1').retrieve(2)).name, 'before the crash');
    await (await cohorts()).updateText(2, JSON.stringify({ name: 'after the crash' }));
    assert.equal((await (await cohorts()).retrieve(2)).name, 'after the crash');
    await end();
  });

  it('is not restarted a fourth time until a person starts it', async () => {
    for (let n = 1; n <= 3; n++) {
      await crash();
      await sampleData.ready();
    }
    assert.equal(failures.length, 0);
    await crash();
    assert.equal(crashes.length, 3);
    await assert.rejects(cohorts(), { name: 'ConnectionError', kind: 'sampleStopped' });
    assert.deepEqual(failures.map(String), ['ConnectionError: The sample data stopped.']);
    assert.ok(connections.sample, 'it stays in the tree, where it can be started again');
    await sampleData.start();
    assert.ok((await (await cohorts()).retrieve(2)).id === 2);
    await end();
  });

  it('stays stopped where it was stopped during its start', async () => {
    await sampleData.stop();
    const starting = sampleData.start();
    await sampleData.stop();
    await starting;
    assert.deepEqual([connections.sample, sampleData.isWanted], [undefined, false]);
    await sampleData.start();
    assert.ok(connections.sample && sampleData.isWanted);
    await end();
  });

  it('stays stopped after it was stopped', async () => {
    await sampleData.stop();
    assert.deepEqual([crashes, failures, connections.sample], [[], [], undefined]);
    await end();
  });
});
