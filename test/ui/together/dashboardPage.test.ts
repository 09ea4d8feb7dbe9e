// A dashboard's page in VS Code. test/pages/dashboard has what the page does by itself.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { useOwnService } from '../ownService.ts';
import { eventually } from '../driver/eventually.ts';
import { readClipboard, typeInto } from '../driver/typing.ts';
import { pathOpenedBy } from '../driver/pathOpenedBy.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';

type AnyTile = { readonly insight: { readonly name: string } | null };

describe('the page of a dashboard', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);

  before(async () => {
    await session().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await service().connect();
    const { workbench } = session();
    await workbench.tree().collapse('Cohorts');
    await workbench.tree().expand('Dashboards');
  });

  const page = (): Promise<Frame> => session().workbench.editors.webview('.tiles');
  const tile = (frame: Frame, name: string): Locator => frame.locator(`article[aria-label="${name}"]`);

  async function choose(frame: Frame, name: string, action: string): Promise<void> {
    await tile(frame, name).hover();
    await tile(frame, name).getByRole('button', { name: 'More Actions' }).click();
    await frame.getByRole('menuitem', { name: action }).click();
  }

  test.step('opens with a click, and draws each tile by its type', async () => {
    const { workbench } = session();
    await workbench.tree().click('Company overview');
    const frame = await page();
    assert.equal(await frame.locator('h1').innerText(), 'Company overview');
    await tile(frame, 'Orders per day').locator('.chart path.line.comparison').waitFor();
    await tile(frame, 'Orders, last 30 days').locator('.number-value').waitFor();
    assert.equal(
      await tile(frame, 'Read me first. Numbers are for paying shops only.').locator('strong').count(),
      2,
    );
  });

  test.step('opens with Enter in the tree, and from the palette', async () => {
    const { workbench } = session();
    await workbench.editors.closeAll();
    await workbench.tree().press('Company overview', 'Enter');
    await page();
    await workbench.editors.closeAll();
    await workbench.run('Cohort Deck: Go to Record…');
    await workbench.quickInput.pick('Company overview');
    await tile(await page(), 'Orders per day')
      .locator('svg.chart')
      .waitFor();
  });

  test.step('shows the tile that is clicked in the tree, or opened by Enter, until the person continues elsewhere', async () => {
    const { page: window, workbench } = session();
    const tree = workbench.tree();
    await tree.expand('Company overview');
    const tiles = await tree.childrenOf('Company overview');
    const last = tiles.at(-1) ?? '';
    const frame = await page();
    const marked = frame.locator('article[aria-current]');
    const isInSight = async () => (await marked.count()) === 1 && (await isWhollyInSight(marked));
    await tree.click(last);
    await eventually('the last tile', isInSight);
    assert.equal(await marked.getAttribute('aria-label'), last);
    await workbench.screenshot('dashboard-6-tile');
    await tree.press(tiles[0] ?? '', 'Enter');
    await eventually('the first tile', async () => (await marked.getAttribute('aria-label')) === tiles[0]);
    await eventually('it in sight', isInSight);
    await marked.click();
    await marked.waitFor({ state: 'detached' });
    await workbench.editors.closeAll();
    await tree.click(last);
    const opened = await page();
    await opened.locator(`article[aria-current][aria-label="${last}"]`).waitFor();
    await window.keyboard.press('Escape');
    await tree.collapse('Company overview');
  });

  async function isWhollyInSight(shown: Locator): Promise<boolean> {
    return shown.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const frame = element.closest('.tiles-frame')?.getBoundingClientRect();
      return frame !== undefined && top >= frame.top && bottom <= frame.bottom;
    });
  }

  test.step('opens its filters beside it, and loads again once they are saved', async () => {
    const { workbench } = session();
    const frame = await page();
    await frame.getByRole('button', { name: 'Edit Filters' }).click();
    await workbench.editors.waitFor('Company overview.filters.json');
    assert.ok(await tile(frame, 'Orders per day').isVisible());
    await service().type('Company overview', '{"date_from": "-21d"}');
    const { id } = await service().find('Company overview');
    // The save reads the dashboard first. What the page then asks for waits until the fault is removed.
    service().inject(`latency=60000;method=GET;path=/dashboards/${id}/;after=1`);
    await workbench.save();
    await workbench.editors.waitDirty('Company overview.filters.json', false);
    await frame.locator('.header-line').getByText('Loading…').waitFor();
    service().inject('');
    await frame.locator('.header-line').getByText('Loaded now').waitFor();
    await workbench.editors.close('Company overview.filters.json');
  });

  test.step('copies data as CSV', async () => {
    await choose(await page(), 'Orders per day', 'Copy as CSV');
    await eventually('the CSV', async () => (await readClipboard(session().page)).startsWith('Date,'));
    const csv = await readClipboard(session().page);
    assert.match(csv, /^Date,.*,Note\r\n(\d{4}-\d\d-\d\d,\d+,){2}\r\n/);
  });

  test.step('opens its page and that of a tile in the browser', async () => {
    const { page: window } = session();
    const frame = await page();
    const dashboard = await service().find('Company overview');
    const { insight } = dashboard.tiles.find((one: AnyTile) => one.insight?.name === 'Orders per day');
    const button = frame.locator('.header').getByRole('button', { name: 'Open in Browser' });
    assert.equal(await pathOpenedBy(window, () => button.click()), `/project/1/dashboard/${dashboard.id}`);
    assert.equal(
      await pathOpenedBy(window, () => choose(frame, 'Orders per day', 'Open in Browser')),
      `/project/1/insights/${insight.short_id}`,
    );
  });

  test.step('opens data as a table, and moves a tile to another dashboard', async () => {
    const { workbench } = session();
    const name = 'People who ordered';
    const other = 'Growth: sign-ups';
    const tilesThere = async (): Promise<number[]> =>
      (await service().find(other)).tiles.map((one: { id: number }) => one.id);
    const known = await tilesThere();
    await choose(await page(), name, 'Open Data as Table');
    await workbench.editors.waitFor(name);
    const table = await workbench.editors.webview('.grid .cell');
    await table.locator('.status-rows', { hasText: '1 row' }).waitFor();
    assert.equal(await table.getByRole('button', { name: 'Person', exact: true }).count(), 0);
    await workbench.editors.close(name);
    const frame = await page();
    await choose(frame, name, 'Move to Dashboard…');
    await workbench.quickInput.rows();
    await workbench.quickInput.type(await service().viewOnlyDashboard()); // which can take no tile
    await session().page.locator('.quick-input-list .monaco-list-row').first().waitFor({ state: 'hidden' });
    await workbench.quickInput.cancel();
    await choose(frame, name, 'Move to Dashboard…');
    await workbench.quickInput.pick(other);
    await tile(frame, name).waitFor({ state: 'detached' });
    let moved: number | undefined;
    await eventually('the service to have moved it', async () => {
      moved = (await tilesThere()).find((id) => !known.includes(id));
      return moved !== undefined;
    });
    const [from, to] = [await service().find('Company overview'), await service().find(other)];
    const back = { tile: { id: moved }, toDashboard: from.id };
    await service().ask('PATCH', `dashboards/${to.id}/move_tile/`, back);
  });

  test.step('changes its title in place, and undoes changes by a key', async () => {
    const { workbench } = session();
    const name = 'Looked at';
    await service().create('dashboards', name, {});
    await workbench.refreshAll();
    await workbench.tree().click(name);
    const frame = await workbench.editors.webview('h1:has-text("Looked at")');
    await frame.locator('h1 button').click();
    await typeInto(frame.locator('h1 input'), 'Looked at twice');
    await session().page.keyboard.press('Enter');
    await workbench.tree().waitFor('Looked at twice');
    await workbench.editors.waitFor('Looked at twice');
    await frame.getByRole('button', { name: 'Pin' }).click();
    await frame.getByRole('button', { name: 'Pin', pressed: true }).waitFor();
    await session().page.keyboard.press('ControlOrMeta+Z');
    await frame.getByRole('button', { name: 'Pin', pressed: false }).waitFor();
    await session().page.keyboard.press('ControlOrMeta+Z');
    await frame.locator('h1 button:text-is("Looked at")').waitFor();
    await workbench.editors.close('Looked at');
  });
});
