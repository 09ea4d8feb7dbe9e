// Tabs that come back as the window opens again: of pages, of what was deleted or has ended meanwhile.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

describe('a tab of the last session', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const [edited, cohort, board, deletedBoard] = [
    'A board of the last session',
    'Paying shops',
    'Company overview',
    'Checkout funnel',
  ];
  const tab = `${edited}.filters.json`;
  let comparison = '';

  afterEach(() => service().tidy());

  async function openEach(): Promise<void> {
    const { workbench } = session();
    const tree = workbench.tree();
    await service().connect();
    await tree.select(cohort, 'Active this month');
    await workbench.chooseToOpen('Active this month', 'Compare Cohorts…', '.parts');
    comparison = (await workbench.editors.tabs()).at(-1) ?? '';
    await workbench.openCohort(cohort);
    await workbench.run('View: Keep Editor');
    await tree.collapse('Cohorts');
    await tree.expand('Dashboards');
    await tree.doubleClick(board); // stays as a tab
    await workbench.editors.webview('.tiles');
    await tree.doubleClick(deletedBoard);
    await workbench.editors.webview(`h1:has-text(${JSON.stringify(deletedBoard)})`);
    await tree.choose(edited, 'Edit Filters');
    await workbench.editors.waitFor(tab);
    await service().waitForText('"-7d"');
  }

  it('shows its record again, or says that it was deleted, or that its comparison has ended', async () => {
    const { workbench } = session();
    await service().create('dashboards', edited, { date_from: '-7d' });
    await openEach();
    for (const name of [edited, deletedBoard]) await service().change(name, { deleted: true });
    await workbench.reloadWindow();
    await workbench.notifications.wait(`“${edited}” was deleted`);
    await service().waitForText('"-7d"');
    await workbench.screenshot('deleted-3-after-restart');
    await workbench.notifications.press(/Showing the last known version/, 'Close Editor');
    await workbench.editors.tab(tab).waitFor({ state: 'detached' });

    await workbench.editors.activate(deletedBoard);
    const gone = await workbench.editors.webview('.deleted');
    await gone
      .locator('.deleted')
      .getByText('This dashboard was deleted on the service, or this key can no longer view it.')
      .waitFor();
    await workbench.screenshot('dashboard-9-deleted');
    await gone.getByRole('button', { name: 'Restore' }).click();
    await gone.locator('article').first().waitFor();
    await gone.locator('.deleted').waitFor({ state: 'detached' });
    await workbench.tree().waitFor(deletedBoard);
    await workbench.editors.close(deletedBoard);

    await workbench.editors.activate(board);
    await workbench.editors.webview('article[aria-label="Orders per day"] path.line');
    await workbench.editors.close(board);

    await workbench.editors.activate(comparison);
    const ended = await workbench.editors.webview('h1:has-text("Comparison of 2 Cohorts")');
    await ended.getByText('The results were deleted when the window was closed or reloaded.').waitFor();
    await ended.getByRole('listitem').filter({ hasText: 'Active this month' }).waitFor();
    await workbench.screenshot('compare-11-ended');
    await ended.getByRole('button', { name: 'Compare Again' }).dblclick(); // compares once
    const again = await workbench.editors.webview('.parts');
    await again.locator('.parts tbody tr').filter({ hasText: 'Only in “Paying shops”' }).waitFor();
    await eventually('the page of the one that has ended to be closed', async () => ended.isDetached());
    assert.equal((await workbench.editors.tabs()).filter((title) => title === comparison).length, 1);
    await workbench.editors.close(comparison);

    await workbench.editors.activate(cohort);
    const page = await workbench.editors.webview(`h1:has-text("${cohort}")`);
    await page.locator('section[aria-label="First persons"] tbody tr').first().waitFor();
  });
});
