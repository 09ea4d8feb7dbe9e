// What follows exports that failed or were canceled: messages, and the parts that were kept.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { cancelledError } from '#api/apiError.ts';
import { offerToKeep, showFailure, showFailures, showResult } from '#commands/exports/exportNotifications.ts';
import { runExport, RunningExport } from '#commands/exports/runExport.ts';
import { type ResumableExport, writeCheckpoint } from '#exports/files/checkpointFile.ts';
import { emptyTally } from '#exports/exportResult.ts';
import { partPathOf } from '#exports/files/reservedPaths.ts';
import { exportKey } from '#exports/files/exportFormat.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { UserError } from '#host/messages/userError.ts';
import { Connections } from '#model/connections/connections.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { formatRecordRef } from '#model/records/recordRef.ts';
import type { SeenValues } from '#model/records/persons/seenValues.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { volatileDir } from '../volatile.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { watchMessages } from './openMessages.ts';
import { startTwoProjects } from './twoProjects.ts';
import { createMemory } from '../stored.ts';

async function start(...connectionIds: readonly string[]) {
  let ids = connectionIds;
  let brokenId: string | undefined;
  const changed = new Emitter<void>();
  const connections = new Connections({
    get: () =>
      ids.map((id) => ({
        id,
        url: id === brokenId ? 'no address' : `https://${id}.test`,
        projects: [{ id: '1' }],
      })),
    set: async () => undefined,
    onDidChange: changed.event,
  });
  const log = vscode.window.createOutputChannel('Failed exports of a test', { log: true });
  const failed = ids.map((connectionId) => ({
    job: { ref: { connectionId, projectId: '1', kind: 'cohort', id: 1 }, format: 'json' } as const,
    name: connectionId,
    error: new UserError('It broke.'),
    hasBegun: true,
  }));
  const messages = await watchMessages();
  const directory = path.join(volatileDir, 'no-such-exports');
  const deps = { connections, directory, log, retries: new RetryRegistry() };
  const [only] = failed;
  return {
    chosen:
      only && failed.length === 1
        ? showFailure(deps, only).then((job) => (job ? [job] : []))
        : showFailures(deps, failed, failed.length),
    messages,
    keepOnly: (...kept: readonly string[]) => {
      ids = kept;
      changed.fire();
    },
    mistype: (id: string) => {
      brokenId = id;
      changed.fire();
    },
    stop: () => {
      for (const item of [connections, changed, log]) item.dispose();
    },
  };
}

describe('a message for a failed export', () => {
  it('closes where its connection is removed', async () => {
    const { chosen, messages, keepOnly, stop } = await start('acme');
    await messages.next();
    keepOnly();
    assert.deepEqual(await chosen, []);
    await messages.waitForNone();
    stop();
  });
});

describe('one message for failed exports of two connections', () => {
  it('stays where one of them is removed, and retries the export of the other one', async () => {
    const { chosen, messages, keepOnly, stop } = await start('acme', 'other');
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

  it('retries both, also where the settings of one have a typing mistake', async () => {
    const { chosen, messages, mistype, stop } = await start('acme', 'other');
    const message = await messages.next();
    mistype('acme');
    await messages.press(message, 0);
    assert.equal((await chosen).length, 2);
    stop();
  });

  it('closes where both are removed', async () => {
    const { chosen, messages, keepOnly, stop } = await start('acme', 'other');
    await messages.next();
    keepOnly('other');
    keepOnly();
    assert.deepEqual(await chosen, []);
    await messages.waitForNone();
    stop();
  });
});

/** Two exports of one cohort in one format, each with a page that was kept. */
async function startWithTwoParts() {
  const service = await startTwoProjects();
  const directory = await mkdtemp(path.join(volatileDir, 'cohort-deck-kept-'));
  const ref = await service.create('1', 'Kept twice');
  const keep = async (fileName: string): Promise<ResumableExport> => {
    const partPath = partPathOf(directory, fileName);
    const checkpoint = {
      cohortId: ref.id,
      format: 'json' as const,
      fileName,
      tag: formatRecordRef(ref),
      offset: 1000,
      limit: 1000,
      bytes: 2,
      rows: 1000,
      expectedCount: 2000,
      lastCalculation: undefined,
      isReleased: true,
    };
    await writeFile(partPath, '[]');
    await writeCheckpoint(partPath, checkpoint);
    return { ...checkpoint, partPath };
  };
  return {
    ...service,
    job: { ref, format: 'json' } as const,
    parts: [await keep('a.json'), await keep('b.json')] as const,
    deps: {
      ...service,
      directory,
      clients: { open: async () => service.client },
      recentExports: new RecentExports(createMemory()),
      seenValues: new Map<string, never>() satisfies SeenValues,
      lastSpeed: createMemory(),
      closing: new AbortController().signal,
    },
    keptFiles: async () => (await readdir(directory)).toSorted(),
    stop: async () => {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

it('an export whose connection is removed does not promise that it can be resumed: the message says so where it can', async () => {
  const { deps, job, stop } = await startWithTwoParts();
  const removed = async (): Promise<never> => {
    throw cancelledError();
  };
  const place = { index: 0, length: 2 }; // so that a message of all exports reports the failure
  const end = await runExport({ ...deps, clients: { open: removed } }, { ...job, format: 'csv', place });
  assert.ok(end.kind === 'failed' && end.failure.error instanceof UserError);
  assert.equal(end.failure.error.message, 'Its connection was removed. Connect to the service again.');
  assert.equal(end.failure.error.action?.command, 'cohortDeck.connect');
  await stop();
});

it('an export that is written and cannot be remembered is done, and opens: those after it go on', async () => {
  const { deps, job, stop } = await startWithTwoParts();
  const full = async (): Promise<never> => {
    throw new UserError('The disk is full.');
  };
  const recentExports = new RecentExports({ read: () => undefined, write: full });
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
  assert.ok(!tabs().some((label) => label.includes('Kept twice')));
  assert.deepEqual(await runExport({ ...deps, recentExports }, job), { kind: 'done' });
  await eventually('the export to open', async () => tabs().some((label) => label.includes('Kept twice')));
  await stop();
});

it('a part of another address of the connection is not resumed, and no longer offered', async () => {
  const { deps, job, parts, keptFiles, stop } = await startWithTwoParts();
  const place = { index: 0, length: 2 }; // so that a message of all exports reports the failure
  const moved = { ...parts[0], address: 'https://old.example' };
  const end = await runExport(deps, { ...job, place, resumeFrom: moved });
  assert.ok(end.kind === 'failed' && end.failure.error instanceof UserError);
  assert.equal(
    end.failure.error.message,
    'This export began at another address of its connection, https://old.example. Export again.',
  );
  assert.equal((await keptFiles()).length, 4);
  await stop();
});

it('a resumed export that is canceled before it writes anything can still be resumed', async () => {
  const { deps, job, parts, keptFiles, inject, stop } = await startWithTwoParts();
  const resumed = { ...job, resumeFrom: parts[0] };
  inject('latency=60000;path=/cohorts/');
  const run = new RunningExport(deps, resumed);
  const canceling = new vscode.CancellationTokenSource();
  await assert.rejects(run.write(() => canceling.cancel(), canceling.token));
  inject('');
  assert.equal(run.wasCancelled, true);
  const messages = await watchMessages();
  const chosen = offerToKeep(deps, resumed, run);
  await messages.press(await messages.next(), 0); // Resume
  assert.equal((await chosen)?.resumeFrom?.partPath, parts[0].partPath);
  assert.equal((await keptFiles()).length, 4); // two parts and their checkpoints
  await stop();
});

describe('of two parts that were kept of one cohort', () => {
  it('the one that a person deletes takes neither the other one nor the offer to resume it', async () => {
    const { deps, job, parts, keptFiles, stop } = await startWithTwoParts();
    const [part, other] = parts;
    const offer = deps.retries.add({ keys: [exportKey(other)] });
    const messages = await watchMessages();
    const kept = offerToKeep(deps, job, { name: 'Kept twice', fileName: part.fileName, rows: part.rows });
    await messages.press(await messages.next(), 2); // Delete
    assert.equal(await kept, undefined);
    assert.equal((await keptFiles()).length, 2); // a part and its checkpoint
    assert.equal(offer.aborted, false);
    await stop();
  });

  it('one is still offered while another export of the cohort runs, until it is resumed', async () => {
    const { deps, job, parts, inject, stop } = await startWithTwoParts();
    const [part, other] = parts;
    const offer = deps.retries.add({ keys: [exportKey(part)] });
    inject('status=403;path=/cohorts/');
    const place = { index: 0, length: 2 }; // so that a message of all exports reports the failures
    assert.equal((await runExport(deps, { ...job, place })).kind, 'failed');
    assert.equal((await runExport(deps, { ...job, place, resumeFrom: other })).kind, 'failed');
    assert.equal(offer.aborted, false);
    assert.equal((await runExport(deps, { ...job, place, resumeFrom: part })).kind, 'failed');
    assert.equal(offer.aborted, true);
    await stop();
  });
});

/** The message after an export that the service capped. */
async function showCapped(service: Awaited<ReturnType<typeof startWithTwoParts>>) {
  const { deps, job } = service;
  const messages = await watchMessages();
  const result = {
    path: '/capped.csv',
    format: 'csv',
    rows: 10,
    expectedRows: 20,
    bytes: 100,
    complete: 'capped',
    notes: [],
    tally: emptyTally,
  } as const;
  const chosen = showResult(deps, { ref: job.ref, format: 'csv' }, { name: 'Kept twice', result }, 'text');
  return { messages, message: await messages.next(), chosen };
}

describe('the offer to export all persons of a capped export', () => {
  it('stays until all persons are exported in another way', async () => {
    const service = await startWithTwoParts();
    const { deps, job, inject, stop } = service;
    const { messages, message, chosen } = await showCapped(service);
    const place = { index: 0, length: 2 }; // so that a message of all exports reports the failures
    inject('status=403;path=/cohorts/');
    assert.equal((await runExport(deps, { ...job, place })).kind, 'failed'); // JSON
    assert.equal((await runExport(deps, { ...job, place, format: 'csvAll' })).kind, 'failed');
    assert.deepEqual(await messages.open(), [message]);
    inject('');
    assert.equal((await runExport(deps, { ...job, place, format: 'csvAll' })).kind, 'done');
    assert.equal(await chosen, undefined);
    await messages.waitForNone();
    await stop();
  });

  it('closes where its connection is removed', async () => {
    const service = await startWithTwoParts();
    const { messages, chosen } = await showCapped(service);
    await service.connections.change(() => []);
    assert.equal(await chosen, undefined);
    await messages.waitForNone();
    await service.stop();
  });
});
