// A dashboard as a page: its charts, their tables, copies, and what is edited in place.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame, Locator, Page } from 'playwright-core';
import { useOwnService } from '../ownService.ts';
import { copyPicture, readPicture, shareNear } from '../driver/chartPicture.ts';
import { eventually } from '../driver/eventually.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { readClipboard, typeInto } from '../driver/typing.ts';
import { pathOpenedBy } from '../driver/pathOpenedBy.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';

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
  const clipboard = (): Promise<string> => readClipboard(session().page);

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
    await inEachTheme(session(), 'dashboard-1', async () => frame);
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
    const { results } = await service().ask('GET', 'dashboards/?limit=100');
    const { id } = results.find(({ name }: { name: string }) => name === 'Company overview');
    // The save reads the dashboard first. What the page then asks for waits until the fault is removed.
    service().inject(`latency=60000;method=GET;path=/dashboards/${id}/;after=1`);
    await workbench.save();
    await workbench.editors.waitDirty('Company overview.filters.json', false);
    await frame.locator('.header-line').getByText('Loading…').waitFor();
    service().inject('');
    await frame.locator('.header-line').getByText('Loaded now').waitFor();
    await workbench.editors.close('Company overview.filters.json');
  });

  test.step('has each chart as a table', async () => {
    const frame = await page();
    const shown = tile(frame, 'Orders per day');
    await shown.hover();
    await shown.getByRole('button', { name: 'Show Orders per day as Table' }).click();
    const row = shown.locator('.data-frame tbody tr').last();
    const cells = await row.locator('td').allInnerTexts();
    await dragOver(session().page, row);
    await session().page.keyboard.press('ControlOrMeta+C');
    await eventually('the cells of the row', async () => (await clipboard()) === cells.join('\t'));
    await session().page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await row.locator('td').last().click({ button: 'right' });
    const menu = frame.getByRole('menu', { name: 'Selected Text' });
    assert.deepEqual(await menu.locator('.menu-label').allInnerTexts(), ['Copy']);
    await session().workbench.screenshot('dashboard-11-selected-text');
    await menu.getByRole('menuitem').click();
    await eventually('the cells from the menu', async () => (await clipboard()) === cells.join('\t'));
    await shown.getByRole('button', { name: 'Show Orders per day as Table' }).click();
    const values = await chartValues('Orders per day');
    assert.match(cells[0] ?? '', /^\w+ \d+, \d{4} \(incomplete\)$/);
    assert.match(cells[2] ?? '', /^\w+ \d+, \d{4}$/);
    assert.deepEqual([cells[1], cells[3]], values);
  });

  /** The last numbers of each series, as the service has them. */
  async function chartValues(name: string): Promise<string[]> {
    const { result } = insightNamed(await dashboardNamed('Company overview'), name);
    return result.map(({ data }) => data.at(-1)?.toLocaleString('en') ?? '');
  }

  async function dashboardNamed(name: string): Promise<{ id: number; tiles: readonly AnyTile[] }> {
    const { results } = await service().ask('GET', 'dashboards/?limit=100');
    const { id } = results.find((one: { name: string }) => one.name === name);
    return service().ask('GET', `dashboards/${id}/`);
  }

  interface AnyInsight {
    readonly name: string;
    readonly short_id: string;
    readonly result: readonly { readonly data: readonly number[] }[];
  }
  type AnyTile = { readonly insight: AnyInsight | null };

  function insightNamed({ tiles }: { tiles: readonly AnyTile[] }, name: string): AnyInsight {
    const insight = tiles.map((one) => one.insight).find((one) => one?.name === name);
    assert.ok(insight);
    return insight;
  }

  test.step('marks incomplete intervals in a retention grid, also for screen readers', async () => {
    const grid = tile(await page(), 'Shops coming back, by week');
    const marked = grid.locator('td.incomplete');
    const last = grid.locator('tbody tr').last().locator('td.heat');
    await marked.first().scrollIntoViewIfNeeded();
    assert.match((await last.getAttribute('title')) ?? '', /^\d+ \(incomplete\)$/);
    assert.match(await last.innerText(), /\(incomplete\)$/);
    assert.equal(await grid.locator('tbody tr').first().locator('td.incomplete').count(), 1);
    await session().workbench.screenshot('dashboard-7-retention');
  });

  test.step('moves through tiles and points by keyboard, and a screen reader reads each point', async () => {
    const frame = await page();
    const chart = tile(frame, 'Orders per day').locator('.chart-frame');
    await chart.click();
    await session().page.keyboard.press('End');
    const [now = '', earlier = ''] = await chartValues('Orders per day');
    const said = frame.locator('[aria-live=polite]').filter({ hasText: '(incomplete)' });
    await said.waitFor({ state: 'attached' });
    assert.match(await said.innerText(), new RegExp(`: ${now}; .*previous period.*: ${earlier}$`));
    await session().workbench.screenshot('dashboard-2-point');
    await session().page.keyboard.press('Escape');
  });

  /** How much of the dotted part of a line has its color in the copied picture of the chart, up to its markers. */
  async function dottedShare(chart: Locator): Promise<number> {
    const line = await chart.locator('path.dotted').evaluate((path) => {
      if (!(path instanceof SVGPathElement) || !path.ownerSVGElement) throw new Error('it is in no chart');
      const length = path.getTotalLength();
      const marker = 5;
      const steps = Array.from({ length: 2 * (length - 2 * marker) }, (_, index) => marker + index / 2);
      const points = steps.map((at) => path.getPointAtLength(at)).map(({ x, y }) => ({ x, y }));
      return {
        points,
        color:
          getComputedStyle(path)
            .stroke.match(/[\d.]+/g)
            ?.map(Number) ?? [],
      };
    });
    const { colors } = await readPicture(session().page, line.points);
    return shareNear(colors, line.color, 60);
  }

  test.step('copies data as CSV, and a chart, a number and a table as pictures', async () => {
    const frame = await page();
    await choose(frame, 'Orders per day', 'Copy as CSV');
    await eventually('the CSV', async () => (await clipboard()).startsWith('Date,'));
    assert.match(await clipboard(), /^Date,.*,Note\r\n(\d{4}-\d\d-\d\d,\d+,){2}\r\n/);
    for (const name of ['Orders per day', 'Orders, last 30 days', 'Shops coming back, by week']) {
      await copyPicture(session().page, () => choose(frame, name, 'Copy as Picture'));
      if (name !== 'Orders per day') continue;
      const share = await dottedShare(tile(frame, name));
      assert.ok(share > 0.25, `${share} of the dotted part`);
      const chart = await tile(frame, name).locator('svg.chart').boundingBox();
      assert.ok(chart);
      const [title, margins, legend, sharpness] = [24, 24, 20, 2];
      const { height } = await readPicture(session().page);
      assert.ok(height >= Math.floor((title + margins + chart.height + legend) * sharpness));
    }
  });

  test.step('draws a failed tile from new data, without Retry', async () => {
    const frame = await page();
    const shown = tile(frame, 'Sign-up → menu → first order');
    const measure = await frame.evaluateHandle(() =>
      Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'measureText'),
    );
    await frame.evaluate(() => {
      CanvasRenderingContext2D.prototype.measureText = () => {
        throw new Error('no fonts');
      };
    });
    const refresh = frame.getByRole('button', { name: 'Refresh' });
    await refresh.click();
    await shown.getByText('Could not draw this tile: no fonts').waitFor();
    assert.ok(
      await tile(frame, 'Read me first. Numbers are for paying shops only.')
        .locator('strong')
        .first()
        .isVisible(),
    );
    await session().workbench.screenshot('dashboard-12-not-drawn');
    await frame.evaluate(
      (old) => Object.defineProperty(CanvasRenderingContext2D.prototype, 'measureText', old ?? {}),
      measure,
    );
    await refresh.click();
    await shown.locator('svg.chart .bar').first().waitFor();
    assert.equal(await shown.getByRole('button', { name: 'Retry' }).count(), 0);
  });

  test.step('opens its page and that of a tile in the browser', async () => {
    const { page: window } = session();
    const frame = await page();
    const dashboard = await dashboardNamed('Company overview');
    const button = frame.locator('.header').getByRole('button', { name: 'Open in Browser' });
    assert.equal(await pathOpenedBy(window, () => button.click()), `/project/1/dashboard/${dashboard.id}`);
    assert.equal(
      await pathOpenedBy(window, () => choose(frame, 'Orders per day', 'Open in Browser')),
      `/project/1/insights/${insightNamed(dashboard, 'Orders per day').short_id}`,
    );
  });

  test.step('shows its tiles in one column if it is narrow', async () => {
    const { page: window, workbench } = session();
    const size = window.viewportSize();
    assert.ok(size);
    await window.setViewportSize({ width: 900, height: size.height });
    const frame = await page();
    await frame.locator('.tiles.narrow').waitFor();
    const lefts = await frame
      .locator('article')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    assert.equal(new Set(lefts).size, 1);
    await workbench.screenshot('dashboard-5-narrow');
    await window.setViewportSize(size);
    await frame.locator('.tiles:not(.narrow)').waitFor();
  });

  test.step('hides a series, also after the pages of the window are loaded again', async () => {
    const series = (frame: Frame) => tile(frame, 'Orders per day').locator('.legend-item').first();
    const isShown = async () => (await series(await page()).getAttribute('aria-pressed')) === 'true';
    await series(await page()).click();
    await eventually('the series to be hidden', async () => !(await isShown()));
    await series(await session().workbench.reloadPages('.tiles')).waitFor();
    assert.equal(await isShown(), false);
    await series(await page()).click();
    await eventually('the series again', isShown);
  });

  test.step('opens data as a table, and moves a tile to another dashboard', async () => {
    const { workbench } = session();
    const name = 'People who ordered';
    const { results } = await service().ask('GET', 'dashboards/?limit=100');
    const idOf = (title: string): number => results.find((one: { name: string }) => one.name === title).id;
    const [from, to] = [idOf('Company overview'), idOf('Growth: sign-ups')];
    const tilesOf = async (id: number): Promise<number[]> =>
      (await service().ask('GET', `dashboards/${id}/`)).tiles.map((one: { id: number }) => one.id);
    const there = await tilesOf(to);
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
    await workbench.quickInput.pick('Growth: sign-ups');
    await tile(frame, name).waitFor({ state: 'detached' });
    let moved: number | undefined;
    await eventually('the service to have moved it', async () => {
      moved = (await tilesOf(to)).find((id) => !there.includes(id));
      return moved !== undefined;
    });
    await service().ask('PATCH', `dashboards/${to}/move_tile/`, { tile: { id: moved }, toDashboard: from });
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

  test.step('says why it cannot be edited, also in the menu of a tile, whose disabled entry can be focused', async () => {
    const { page: window, workbench } = session();
    const name = await service().viewOnlyDashboard();
    await workbench.tree().doubleClick(name);
    const frame = await workbench.editors.webview(`h1:has-text("${name}")`);
    const reason = 'This key can view the dashboard but not edit it.';
    await frame.locator('.facts').getByText(reason).waitFor();
    await frame
      .getByRole('button', { name: /^More Actions for / })
      .first()
      .click();
    const move = frame.getByRole('menuitem', { name: 'Move to Dashboard…' });
    assert.equal(await move.getAttribute('title'), reason);
    assert.equal(await move.getAttribute('aria-disabled'), 'true');
    const isFocused = () => move.evaluate((element) => element === document.activeElement);
    await eventually('the entry to have the focus', async () => {
      await window.keyboard.press('ArrowDown');
      return isFocused();
    });
    await window.keyboard.press('Enter');
    assert.ok(await move.isVisible());
    await workbench.screenshot('dashboard-8-view-only');
    await window.keyboard.press('Escape');
    await workbench.editors.close(name);
  });
});

/** Selects the text of a row, from its first letter to its last. */
async function dragOver(page: Page, row: Locator): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const first = await row.locator('td').first().boundingBox();
  const last = await row.locator('td').last().boundingBox();
  assert.ok(first && last);
  const firstLine = first.y + 8;
  await page.mouse.move(first.x + 1, firstLine);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width - 1, firstLine, { steps: 4 });
  await page.mouse.up();
}
