// Opening a record that somebody deleted: from a tree that does not know yet, from a closed tab; for a tab of the last
// session, see lastSession.test.ts.
import assert from 'node:assert/strict';
import { afterEach, describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually, tryMs } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { disconnectOwnService, useOwnService } from '../ownService.ts';

describe('a deleted record', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const names = ['A board seen before', 'A board deleted here'];
  const tab = (name: string) => `${name}.filters.json`;

  const banner = async (): Promise<Locator> =>
    (await session().workbench.editors.webview('.cm-content')).locator('.banner');
  const waitForNoBanner = async () => (await banner()).waitFor({ state: 'detached' });

  async function open(name: string): Promise<void> {
    const { workbench } = session();
    await workbench.tree().choose(name, 'Edit Filters');
    await workbench.editors.waitFor(tab(name));
  }

  afterEach(() => service().tidy());

  test.step('shows its last known version, cannot be edited, and is restored from there', async () => {
    const { workbench } = session();
    for (const name of names) await service().create('dashboards', name, { date_from: '-7d' });
    await service().connect();
    await workbench.tree().collapse('Cohorts');
    await workbench.tree().expand('Dashboards');
    const [name = ''] = names;
    await open(name);
    await service().waitForText('"-7d"');
    await workbench.run('View: Close Editor');
    await service().change(name, { deleted: true });
    // A document's state is requested again after a second.
    await eventually('the banner', async () => {
      await open(name);
      await service().waitForText('"-7d"');
      const shown = (await banner()).filter({ hasText: /was deleted on the service.*Restore it to edit it/ });
      const isShown = await shown.waitFor({ timeout: tryMs }).then(
        () => true,
        () => false,
      );
      if (!isShown) await workbench.run('View: Close Editor');
      return isShown;
    });
    await workbench.notifications.wait(/“A board seen before” was deleted .*Showing the last known version/);
    await workbench.tree().waitGone(name);
    await workbench.screenshot('deleted-1-seen-before');
    await workbench.notifications.press(/Showing the last known version/, 'Restore');
    await workbench.tree().waitFor(name);
    await waitForNoBanner(); // the page can be edited
    await service().type(name, '{"date_from": "-30d"}');
    await workbench.save();
    await workbench.editors.waitDirty(tab(name), false);
    assert.deepEqual(await service().filtersOf(name), { date_from: '-30d' });
  });

  test.step('that was deleted from here says when', async () => {
    const { workbench } = session();
    const name = names[1] ?? '';
    await open(name);
    await service().waitForText('"-7d"');
    await service().type(name, '{"date_from": "-90d"}');
    await workbench.tree().choose(name, 'Delete');
    assert.match(await workbench.dialog.text(), /1 document has unsaved changes, which stay in its editor\./);
    await workbench.screenshot('deleted-4-unsaved');
    await workbench.dialog.press('Cancel');
    await workbench.run('File: Revert File');
    await workbench.editors.waitDirty(tab(name), false);
    await workbench.tree().choose(name, 'Delete');
    assert.doesNotMatch(await workbench.dialog.text(), /unsaved/);
    await workbench.dialog.press('Delete');
    await eventually('its tab to close', async () => (await workbench.editors.tabs()).length === 0);
    await workbench.notifications.wait(/Deleted “A board deleted here”\./); // after the tree has shown the row below
    await workbench.notifications.dismissAll();
    await workbench.run('View: Reopen Closed Editor');
    const message = await workbench.notifications.wait(/You deleted “A board deleted here” on /);
    assert.match(message, new RegExp(String(new Date().getFullYear())));
    await workbench.screenshot('deleted-4-from-here');
    await workbench.tree().collapse('Dashboards');
    await workbench.tree().expand('Trash');
    await workbench.tree().click(name);
    const page = await workbench.editors.webview('.deleted');
    await page
      .locator('.deleted')
      .getByText(/^You deleted this dashboard on /)
      .waitFor();
    await page.getByText(/^No tiles of this dashboard were loaded before it was deleted\./).waitFor();
    assert.deepEqual(await page.getByRole('button').allInnerTexts(), ['', 'Restore']); // the first one refreshes
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), name);
    assert.equal(await page.getByRole('button', { name: 'Edit Filters' }).count(), 0);
    await workbench.screenshot('deleted-4-in-the-trash');
  });

  test.step('is counted before the Trash is emptied, also where its service is no longer connected', async () => {
    const { workbench } = session();
    await disconnectOwnService(session());
    await workbench.run('Cohort Deck: Empty Trash');
    assert.match(await workbench.dialog.text(), /In projects that are not connected: \d+ records?\n/);
    await workbench.screenshot('deleted-5-empty-trash');
    await workbench.dialog.press('Cancel');
  });
});
