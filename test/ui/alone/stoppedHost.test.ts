// Pages whose extension host blocks or is killed: nothing that was typed is lost, and each page works again.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { before, describe } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { waitForWholeText } from '../driver/filtersPage.ts';
import { typeInto } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { csvOf, openTable, waitForStatus } from '../together/tablePage.ts';

/** Shorter than the silence after which a page takes its host for stopped. */
const blockedMs = 5000;

const filters = (plan: string) => ({
  properties: { type: 'AND', values: [{ type: 'person', key: 'plan', operator: 'exact', value: plan }] },
});
const textOf = (plan: string) => JSON.stringify(filters(plan), null, 2);

describe('a page whose extension host', () => {
  const session = useWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const ids = new Map<string, number>();
  const titleOf = (name: string) => `${name}.filters.json`;
  const onService = async (name: string) => (await service().ask('GET', `cohorts/${ids.get(name)}/`)).filters;

  before(async () => {
    await writeFile(path.join(session().workspaceDir, 'persons.csv'), csvOf(2000));
    for (const name of ['Blocked', 'Killed', 'Clean'])
      ids.set(name, await service().create('cohorts', name, filters('free')));
  });

  function extensionHost(): number {
    const pid = session().extensionHost();
    assert.ok(pid, 'there is an extension host');
    return pid;
  }

  /** VS Code starts another one by itself. */
  async function killHost(): Promise<void> {
    const killed = extensionHost();
    process.kill(killed, 'SIGKILL');
    await eventually('the next host', async () => (session().extensionHost() ?? killed) !== killed);
  }

  const bannerOf = (frame: Frame): Locator => frame.locator('.host-stopped');

  async function reopen(frame: Frame, said: RegExp): Promise<void> {
    await bannerOf(frame).getByText(said).waitFor();
    await session().workbench.screenshot('stopped-host');
    await bannerOf(frame).getByText('Reopen').click();
    await eventually('the stopped page to be closed', async () => frame.isDetached());
  }

  /** The page of filters once its document has come. */
  const filtersPage = (name: string): Promise<Frame> =>
    session().workbench.editors.webview('.cm-content', titleOf(name));

  test.step('blocks for seconds goes on by itself, and loses nothing', async () => {
    const { workbench } = session();
    await service().connect();
    const frame = await service().open('Blocked');
    await service().type('Blocked', textOf('before'));
    const pid = extensionHost();
    process.kill(pid, 'SIGSTOP');
    try {
      await workbench.editors.replacePageText(textOf('while it blocks'), titleOf('Blocked'));
      await workbench.save();
      await delay(blockedMs);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await workbench.editors.waitDirty(titleOf('Blocked'), false);
    assert.deepEqual(await onService('Blocked'), filters('while it blocks'));
    assert.equal(await bannerOf(frame).count(), 0);
  });

  test.step('was killed says so, and has after Reopen what was typed before and after', async () => {
    const { workbench } = session();
    await service().open('Killed');
    await service().type('Killed', textOf('before'));
    await killHost();
    const stopped = await filtersPage('Killed');
    await workbench.editors.replacePageText(textOf('100%25 “after”'), titleOf('Killed'));
    await workbench.save();
    await reopen(stopped, /has stopped responding\. Your text is kept here\./);
    const frame = await filtersPage('Killed');
    await waitForWholeText(frame, textOf('100%25 “after”'));
    assert.ok(await workbench.editors.isDirty(titleOf('Killed')));
    assert.deepEqual(await onService('Killed'), filters('free'), 'nothing was saved');
    await workbench.save();
    await workbench.editors.waitDirty(titleOf('Killed'), false);
    assert.deepEqual(await onService('Killed'), filters('100%25 “after”'));
    assert.equal((await workbench.editors.tabs()).filter((title) => title.startsWith('Killed')).length, 1);
    assert.equal(await bannerOf(frame).count(), 0);
  });

  // VS Code starts no other host after the third one that ends within five minutes.
  test.step('was killed puts what was typed into a document without changes', async () => {
    const { workbench } = session();
    await openTable(session(), 'persons.csv');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts'); // the tree of the next host is collapsed
    const stopped = await service().open('Clean');
    await killHost();
    await workbench.editors.replacePageText(textOf('typed'), titleOf('Clean'));
    await reopen(stopped, /Your text is kept here\./);
    await waitForWholeText(await filtersPage('Clean'), textOf('typed'));
    await workbench.editors.waitDirty(titleOf('Clean'), true);
    await workbench.press('ControlOrMeta+Z');
    await waitForWholeText(await filtersPage('Clean'), `${textOf('free')}\n`);
  });

  test.step('was killed shows and searches a table again', async () => {
    const { workbench } = session();
    await workbench.editors.activate('persons.csv (Table)');
    const [stopped] = await workbench.editors.webviews('.grid .cell');
    assert.ok(stopped);
    await reopen(stopped, /has stopped responding\.$/);
    const frame = await workbench.editors.webview('.grid .cell');
    await typeInto(frame.locator('input.search'), 'person7@');
    await waitForStatus(frame, /^1 of 2,000/);
  });
});
