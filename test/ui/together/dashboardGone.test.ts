// The page of a dashboard that is deleted, or whose connection is removed, while a tab shows it; for a tab of the last session,
// see lastSession.test.ts.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { disconnectOwnService, useOwnService } from '../ownService.ts';

describe('the page of a dashboard', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const name = 'Checkout funnel';

  afterEach(() => service().tidy());

  async function openAsTab(): Promise<void> {
    const { workbench } = session();
    await service().connect();
    await workbench.editors.closeAll(); // what an earlier reload has brought back
    await workbench.tree().collapse('Cohorts');
    await workbench.tree().expand('Dashboards');
    await workbench.tree().doubleClick(name);
    await workbench.editors.webview('article');
  }

  it('that is deleted elsewhere while its page is open cannot be edited there, until it is restored elsewhere or there', async () => {
    const { workbench } = session();
    await openAsTab();
    const frame = await workbench.editors.webview('article');
    const edited = frame.getByRole('heading', { level: 1 }).getByRole('button');
    const pin = frame.getByRole('button', { name: 'Pin', exact: true });
    await edited.waitFor();
    await pin.click();
    await frame.getByRole('button', { name: 'Pin', exact: true, pressed: true }).waitFor();
    await service().change(name, { deleted: true });
    await frame.getByRole('button', { name: 'Refresh' }).click();
    const note = frame.locator('.deleted');
    await note
      .getByText(/^This dashboard was deleted on the service, or this key can no longer view it\.$/)
      .waitFor();
    assert.deepEqual(await note.getByRole('button').allInnerTexts(), ['Restore']);
    assert.deepEqual([await edited.count(), await pin.count()], [0, 0]);
    assert.equal(await frame.locator('.failure').count(), 0);
    assert.equal(await frame.locator('.facts').getByText('Pinned', { exact: true }).count(), 1);
    await workbench.screenshot('dashboard-9-deleted-while-open');
    await frame.locator('article').first().getByRole('button', { name: 'More Actions' }).click();
    await frame.getByRole('menuitem', { name: 'Copy as CSV' }).waitFor();
    for (const entry of ['Move to Dashboard…', 'Open in Browser'])
      assert.equal(await frame.getByRole('menuitem', { name: entry }).count(), 0);
    await frame.page().keyboard.press('Escape');
    await service().change(name, { deleted: false });
    await workbench.run('Cohort Deck: Refresh All');
    await edited.waitFor();
    await pin.click();
    await frame.getByRole('button', { name: 'Pin', exact: true, pressed: false }).waitFor();
    assert.equal(await frame.locator('.facts').getByText('Pinned', { exact: true }).count(), 0);
    await service().change(name, { deleted: true });
    await frame.getByRole('button', { name: 'Refresh' }).click();
    await note.getByRole('button', { name: 'Restore' }).click();
    await edited.waitFor();
    assert.equal((await service().find(name)).name, name);
  });

  it('whose connection was removed says so, and shows the dashboard once it is connected again', async () => {
    const { workbench } = session();
    await openAsTab();
    await disconnectOwnService(session()); // closes its tabs, other than a window that is not open
    await eventually('its tab to close', async () => (await workbench.editors.tabs()).length === 0);
    await workbench.run('View: Reopen Closed Editor');
    const frame = await workbench.editors.webview('.failure');
    assert.match(
      await frame.locator('.failure p').innerText(),
      /^This connection does not exist or was removed\. Connect to the service first\.$/,
    );
    await workbench.screenshot('dashboard-10-disconnected');
    await frame.getByRole('button', { name: 'Connect…' }).waitFor();
    await service().connectAgain();
    await frame.locator('article').first().waitFor();
  });
});
