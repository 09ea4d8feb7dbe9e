// What is offered once the service of a connection is back.
import assert from 'node:assert/strict';
import { ApiError } from '#api/apiError.ts';
import { Connections } from '#model/connections/connections.ts';
import { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { OutageNotifications } from '#views/outageNotifications.ts';
import { watchMessages } from './openMessages.ts';
import { createSetting } from '../stored.ts';

const lost = new ApiError('network', 'The connection is lost.', { operation: 'Test' });

async function start() {
  const connections = new Connections(
    createSetting([{ id: 'acme', url: 'https://acme.test', projects: [{ id: '1' }] }]),
  );
  const check = async () => Promise.reject(lost);
  const statuses = new ConnectionMonitor({ check, now: Date.now, firstWaitMs: 600_000 });
  const retries = new RetryRegistry();
  const outages = new OutageNotifications(connections, statuses, retries);
  return {
    outages,
    retries,
    messages: await watchMessages(),
    lose: () => statuses.check('acme'),
    recover: () => statuses.report('acme', { kind: 'answered' }),
    stop: () => {
      for (const item of [outages, statuses, retries, connections]) item.dispose();
    },
  };
}

describe('once a service is back', () => {
  it('the exports that broke are offered as long as one of them is left, whichever broke last', async () => {
    const { outages, messages, lose, recover, stop } = await start();
    await lose();
    const exports = [new AbortController(), new AbortController(), new AbortController()];
    for (const { signal: outdated } of exports) {
      const afterOutage = { title: 'Resume Export…', run: async () => undefined };
      const shown = {
        attempt: 'The export broke.',
        error: lost,
        connectionId: 'acme',
        afterOutage,
        outdated,
      };
      assert.ok(await outages.show(shown));
    }
    exports[2]?.abort();
    recover();
    const offer = await messages.next();
    exports[0]?.abort();
    assert.deepEqual(await messages.open(), [offer]);
    exports[1]?.abort();
    await messages.waitForNone();
    stop();
  });

  it('each comparison that broke is made again by the one button, an action of several only once', async () => {
    const { outages, messages, lose, recover, stop } = await start();
    await lose();
    const ran: string[] = [];
    const resume = async () => ran.push('resume');
    for (const run of [async () => ran.push('one'), async () => ran.push('other'), resume, resume]) {
      const afterOutage = { title: 'Again', run };
      assert.ok(await outages.show({ attempt: 'It broke.', error: lost, connectionId: 'acme', afterOutage }));
    }
    recover();
    await messages.press(await messages.next(), 0);
    await messages.waitForNone();
    assert.deepEqual(ran, ['one', 'other', 'resume']);
    stop();
  });

  it('the changes that were lost are offered in one message until none of them is left', async () => {
    const { retries, messages, lose, recover, stop } = await start();
    const fail = (key: string) =>
      retries.add({ connectionId: 'acme', keys: [key], attempt: 'It failed.', retry: async () => undefined });
    const fails = { connectionId: 'acme', keys: ['refused'], attempt: 'It was refused.', isRefused: true };
    retries.add({ ...fails, retry: async () => undefined });
    await lose();
    fail('one');
    recover();
    const first = await messages.next();
    fail('other');
    retries.drop('one');
    assert.deepEqual(await messages.open(), [first]);
    await lose();
    recover();
    await messages.next(first);
    retries.drop('other');
    await messages.waitForNone();
    stop();
  });
});
