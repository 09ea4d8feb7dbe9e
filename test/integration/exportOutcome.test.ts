// The message of exports that failed.
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { showFailures } from '#commands/exports/exportOutcome.ts';
import { UserError } from '#host/userError.ts';
import { Connections } from '#model/connections/connections.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { volatileDir } from '../volatile.ts';
import { watchMessages } from './openMessages.ts';

async function start() {
  let ids: readonly string[] = ['acme', 'other'];
  const changed = new Emitter<void>();
  const connections = new Connections({
    get: () => ids.map((id) => ({ id, url: `https://${id}.test`, projects: [{ id: '1' }] })),
    set: async () => undefined,
    onDidChange: changed.event,
  });
  const log = vscode.window.createOutputChannel('Failed exports of a test', { log: true });
  const failed = ids.map((connectionId) => ({
    job: { ref: { connectionId, projectId: '1', kind: 'cohort', id: 1 }, format: 'json' } as const,
    name: connectionId,
    error: new UserError('It broke.'),
  }));
  const messages = await watchMessages();
  const directory = path.join(volatileDir, 'no-such-exports');
  return {
    chosen: showFailures({ connections, directory, log }, failed, 2),
    messages,
    keepOnly: (...kept: readonly string[]) => {
      ids = kept;
      changed.fire();
    },
    stop: () => {
      for (const item of [connections, changed, log]) item.dispose();
    },
  };
}

describe('one message for failed exports of two connections', () => {
  it('stays where one of them is removed, and retries the export of the other one', async () => {
    const { chosen, messages, keepOnly, stop } = await start();
    const message = await messages.next();
    keepOnly('other');
    assert.deepEqual(await messages.open(), [message]);
    await messages.press(message, 0);
    assert.deepEqual(
      (await chosen).map(({ ref }) => ref.connectionId),
      ['other'],
    );
    stop();
  });

  it('closes where both are removed', async () => {
    const { chosen, messages, keepOnly, stop } = await start();
    await messages.next();
    keepOnly('other');
    keepOnly();
    assert.deepEqual(await chosen, []);
    await messages.waitForNone();
    stop();
  });
});
