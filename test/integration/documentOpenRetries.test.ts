// A document that cannot be read when an editor opens it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError, cancelledError } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import { DocumentOpenRetries } from '#fileSystem/documentOpenRetries.ts';
import { ConnectionError } from '#model/connections/connectionError.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';

import type { DocumentRef } from '#model/documents/documentUri.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { fault, json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { createFiles } from './createFiles.ts';
import { watchMessages } from './openMessages.ts';
import { uriOf } from './sampleData.ts';
import { createSetting } from '../stored.ts';

const log = vscode.window.createOutputChannel('DocumentOpenRetries of a test', { log: true });

const cohort = {
  connectionId: 'acme',
  uri: vscode.Uri.parse('cohortdeck:/unread.json'),
  title: () => 'Paying',
  isShown: () => false,
  hasOwnMessage: () => false,
};

function createOpenRetries() {
  const retries = new RetryRegistry();
  return { retries, openRetries: new DocumentOpenRetries(retries, log) };
}

const isBroken = async () => {
  throw new ApiError('server', 'Broken.', { operation: 'Test' });
};

async function start() {
  const answers = [fault(500, 'error', 'x'), json({ id: 7, name: 'Paying' })];
  const server = await startMisbehaving((_request, index) => answers[Math.min(index, 1)] ?? json({}));
  const client = createClient({ baseUrl: server.url, key: 'phx_test', retry: { tries: 1 } });
  const { retries, openRetries } = createOpenRetries();
  const failed = Promise.withResolvers<void>();
  const open = (isShown: boolean, id = 7) =>
    openRetries.ask({ ...cohort, isShown: () => isShown }, async () => {
      try {
        return await client.cohorts('1').retrieve(id);
      } catch (error) {
        setImmediate(failed.resolve); // once the question waits
        throw error;
      }
    });
  return {
    openRetries,
    retries,
    open,
    hasFailed: failed.promise,
    received: server.received,
    stop: async () => {
      openRetries.dispose();
      await client.close();
      await server.close();
    },
  };
}

describe('a document that cannot be read when an editor asks for it', () => {
  it('is read again once its own connection responds', async () => {
    const { retries, open, hasFailed, received, stop } = await start();
    let isOpen = false;
    const opening = open(false).then(({ name }) => {
      isOpen = true;
      return name;
    });
    await hasFailed;
    retries.recovered('other');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([isOpen, received.length], [false, 1]);
    retries.recovered('acme');
    assert.equal(await opening, 'Paying');
    assert.equal(received.length, 2);
    await stop();
  });

  it('fails at once if an editor shows its text', async () => {
    const { open, stop } = await start();
    await assert.rejects(open(true), { kind: 'server' });
    await stop();
  });

  it('has a message for the last try that failed, and none once it opens', async () => {
    const messages = await watchMessages();
    const { retries, openRetries } = createOpenRetries();
    const kinds = ['server', 'forbidden'] as const;
    let tries = 0;
    const asked = openRetries.ask(cohort, async () => {
      const kind = kinds[tries++];
      if (kind) throw new ApiError(kind, 'Broken.', { operation: 'Test' });
      return 'opened';
    });
    const first = await messages.next();
    retries.recovered('acme');
    await messages.next(first);
    retries.recovered('acme');
    assert.equal(await asked, 'opened');
    await messages.waitForNone();
    openRetries.dispose();
  });

  it('has one message, however many questions about it wait', async () => {
    const messages = await watchMessages();
    const { openRetries } = createOpenRetries();
    let tries = 0;
    const refused = async () => {
      tries++;
      throw new ApiError('unauthenticated', 'Refused.', { operation: 'Test' });
    };
    const both = Promise.allSettled([openRetries.ask(cohort, refused), openRetries.ask(cohort, refused)]);
    const first = await messages.next();
    await messages.press(first, 0); // “Retry”
    const second = await messages.next(first);
    assert.deepEqual([await messages.open(), tries], [[second], 4]);
    openRetries.dispose();
    await both;
    await messages.waitForNone();
  });

  it('has an answer for each question once one has it, whatever failed in between', async () => {
    const { openRetries } = createOpenRetries();
    let isBack = false;
    const first = openRetries.ask(cohort, async () => (isBack ? 'first' : isBroken()));
    await new Promise((resolve) => setImmediate(resolve));
    isBack = true;
    assert.equal(await openRetries.ask(cohort, async () => 'second'), 'second');
    assert.equal(await first, 'first');
    openRetries.dispose();
  });

  it('whose request was cancelled, because its connection was removed, says that the connection is gone', async () => {
    const { openRetries } = createOpenRetries();
    const errors = [cancelledError(), new ConnectionError('unknownConnection', 'acme')];
    const asked = openRetries.ask(cohort, async () => Promise.reject(errors.shift() ?? assert.fail()));
    await assert.rejects(asked, { kind: 'unknownConnection' });
    openRetries.dispose();
  });

  it('is read again if its connection came back while a request still ran, which failed', async () => {
    const { retries, openRetries } = createOpenRetries();
    const first = Promise.withResolvers<string>();
    const answers = [first.promise, Promise.resolve('read')];
    const asked = openRetries.ask(cohort, async () => answers.shift() ?? assert.fail());
    retries.recovered('acme');
    first.reject(new ApiError('unauthenticated', 'The service rejects the old key.'));
    assert.equal(await asked, 'read');
    openRetries.dispose();
  });

  it('is no longer read once its last tab closes', async () => {
    const { openRetries } = createOpenRetries();
    const uri = vscode.Uri.parse('untitled:unread.json');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const asked = openRetries.ask({ ...cohort, uri }, isBroken);
    const given = assert.rejects(asked, { kind: 'server' });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await given;
    openRetries.dispose();
  });

  it('that is missing waits for its own project as long as a tab shows it', async () => {
    const { retries, openRetries } = createOpenRetries();
    const uri = vscode.Uri.parse('untitled:missing.json');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    let isAdded = false;
    let tries = 0;
    const asked = openRetries.ask({ ...cohort, uri }, async () => {
      tries++;
      if (!isAdded) throw new ConnectionError('unknownProject', 'acme');
      return 'opened';
    });
    await new Promise((resolve) => setImmediate(resolve));
    retries.recovered(); // some other project is added
    await new Promise((resolve) => setImmediate(resolve));
    isAdded = true;
    retries.recovered();
    assert.equal(await asked, 'opened');
    assert.equal(tries, 3);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    openRetries.dispose();
  });

  it('that is missing fails at once if no tab shows it', async () => {
    const { openRetries, stop } = await start();
    for (const kind of ['unknownConnection', 'unknownProject'] as const) {
      const asked = openRetries.ask(cohort, async () => Promise.reject(new ConnectionError(kind, 'acme')));
      await assert.rejects(asked, { kind });
    }
    await stop();
  });
});

describe('a document that shows its last known version', () => {
  it('is read again once its connection responds to another request, until it was read', async () => {
    const record = json({ id: 7, name: 'Paying', filters: {} });
    const answers = [record, fault(401, 'authentication_failed', 'x')];
    const server = await startMisbehaving(() => answers.shift() ?? record);
    const connections = new Connections(
      createSetting([{ id: 'acme', url: server.url, projects: [{ id: '1' }] }]),
    );
    const client = createClient({ baseUrl: server.url, key: 'phx_test' });
    const retries = new RetryRegistry(1);
    const { promise: asked, resolve: onChange } = Promise.withResolvers<DocumentRef>();
    const files = createFiles({
      client,
      guard: new WriteGuard(connections, async () => false),
      log,
      retries,
      onChange,
      listed: await client.cohorts('1').retrieve(7),
    });
    const uri = uriOf({ connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 });
    assert.notEqual((await files.stat(uri)).readonlyReason, undefined);
    retries.answered('acme');
    assert.equal((await asked).id, 7);
    assert.equal((await files.stat(uri)).readonlyReason, undefined);
    assert.equal(retries.drop(`read ${uri.toString()}`), false);
    for (const item of [files, retries, connections]) item.dispose();
    await client.close();
    await server.close();
  });
});
