// What the page of a dashboard does by itself: its charts, their tables and pictures.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { copyPicture, readPicture, shareNear } from '../../ui/driver/chartPicture.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { readClipboard, typeInto } from '../../ui/driver/typing.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { startService } from '../../startService.ts';
import { usePages } from '../driver/usePages.ts';
import { DashboardHost } from './dashboardHost.ts';

interface AnyTile {
  readonly insight: {
    readonly name: string;
    readonly result: readonly { readonly data: readonly number[] }[];
  } | null;
}

describe('the page of a dashboard', () => {
  const pages = usePages();
  const test = useJourney();
  let text: string;
  let host: DashboardHost;

  before(async () => {
    text = await sampleDashboard('Company overview');
  });

  const tile = (name: string): Locator => pages().frame.locator(`article[aria-label="${name}"]`);
  const clipboard = (): Promise<string> => readClipboard(pages().page);

  async function choose(name: string, action: string): Promise<void> {
    await tile(name).hover();
    await tile(name).getByRole('button', { name: 'More Actions' }).click();
    await pages().frame.getByRole('menuitem', { name: action }).click();
  }

  /** The last numbers of each series, as the service has them. */
  function chartValues(name: string): readonly string[] {
    const { tiles }: { tiles: readonly AnyTile[] } = JSON.parse(text);
    const result = tiles.find(({ insight }) => insight?.name === name)?.insight?.result ?? [];
    return result.map(({ data }) => data.at(-1)?.toLocaleString('en') ?? '');
  }

  test.step('draws each tile by its type, readable in each theme', async () => {
    host = await pages().open('dashboard', (post) => new DashboardHost(post, text));
    await tile('Orders per day').locator('.chart path.line.comparison').waitFor();
    await tile('Orders, last 30 days').locator('.number-value').waitFor();
    const guide = tile('Read me first. Numbers are for paying shops only.');
    assert.equal(await guide.locator('strong').count(), 2);
    await pages().assertReadable('dashboard-1');
  });

  test.step('has each chart as a table, from which text is copied by the key and by the menu', async () => {
    const { frame, page } = pages();
    const shown = tile('Orders per day');
    await shown.hover();
    await shown.getByRole('button', { name: 'Show Orders per day as Table' }).click();
    const row = shown.locator('.data-frame tbody tr').last();
    const cells = await row.locator('td').allInnerTexts();
    await dragOver(page, row);
    await page.keyboard.press('ControlOrMeta+C');
    await eventually('the cells of the row', async () => (await clipboard()) === cells.join('\t'));
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await row.locator('td').last().click({ button: 'right' });
    const menu = frame.getByRole('menu', { name: 'Selected Text' });
    assert.deepEqual(await menu.locator('.menu-label').allInnerTexts(), ['Copy']);
    await pages().keepPicture('dashboard-11-selected-text');
    await menu.getByRole('menuitem').click();
    await eventually('the cells from the menu', async () => (await clipboard()) === cells.join('\t'));
    await shown.getByRole('button', { name: 'Show Orders per day as Table' }).click();
    assert.match(cells[0] ?? '', /^\w+ \d+, \d{4} \(incomplete\)$/);
    assert.match(cells[2] ?? '', /^\w+ \d+, \d{4}$/);
    assert.deepEqual([cells[1], cells[3]], chartValues('Orders per day'));
  });

  test.step('marks incomplete intervals in a retention grid, also for screen readers', async () => {
    const grid = tile('Shops coming back, by week');
    const last = grid.locator('tbody tr').last().locator('td.heat');
    await grid.scrollIntoViewIfNeeded(); // draws it
    await grid.locator('td.incomplete').first().waitFor();
    assert.match((await last.getAttribute('title')) ?? '', /^\d+ \(incomplete\)$/);
    assert.match(await last.innerText(), /\(incomplete\)$/);
    assert.equal(await grid.locator('tbody tr').first().locator('td.incomplete').count(), 1);
    await pages().keepPicture('dashboard-7-retention');
  });

  test.step('moves through tiles and points by keyboard, and a screen reader reads each point', async () => {
    const { frame, page } = pages();
    await tile('Orders per day').locator('.chart-frame').click();
    await page.keyboard.press('End');
    const [now = '', earlier = ''] = chartValues('Orders per day');
    const said = frame.locator('[aria-live=polite]').filter({ hasText: '(incomplete)' });
    await said.waitFor({ state: 'attached' });
    assert.match(await said.innerText(), new RegExp(`: ${now}; .*previous period.*: ${earlier}$`));
    await pages().keepPicture('dashboard-2-point');
    await page.keyboard.press('Escape');
  });

  /** How much of the dotted part of a line has its color in the copied picture of the chart, up to its markers. */
  async function dottedShare(chart: Locator): Promise<number> {
    const line = await chart.locator('path.dotted').evaluate((dotted) => {
      if (!(dotted instanceof SVGPathElement) || !dotted.ownerSVGElement)
        throw new Error('it is in no chart');
      const length = dotted.getTotalLength();
      const marker = 5;
      const steps = Array.from({ length: 2 * (length - 2 * marker) }, (_, index) => marker + index / 2);
      const points = steps.map((at) => dotted.getPointAtLength(at)).map(({ x, y }) => ({ x, y }));
      const { stroke } = getComputedStyle(dotted);
      return { points, color: stroke.match(/[\d.]+/g)?.map(Number) ?? [] };
    });
    const { colors } = await readPicture(pages().page, line.points);
    return shareNear(colors, line.color, 60);
  }

  test.step('copies a chart, a number and a table as pictures', async () => {
    for (const name of ['Orders per day', 'Orders, last 30 days', 'Shops coming back, by week']) {
      await copyPicture(pages().page, () => choose(name, 'Copy as Picture'));
      if (name !== 'Orders per day') continue;
      const share = await dottedShare(tile(name));
      assert.ok(share > 0.25, `${share} of the dotted part`);
      const chart = await tile(name).locator('svg.chart').boundingBox();
      assert.ok(chart);
      const [title, margins, legend, sharpness] = [24, 24, 20, 2];
      const { height } = await readPicture(pages().page);
      assert.ok(height >= Math.floor((title + margins + chart.height + legend) * sharpness));
    }
  });

  test.step('draws a failed tile from new data, without Retry', async () => {
    const { frame } = pages();
    const shown = tile('Sign-up → menu → first order');
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
    const guide = tile('Read me first. Numbers are for paying shops only.');
    assert.ok(await guide.locator('strong').first().isVisible());
    await pages().keepPicture('dashboard-12-not-drawn');
    await frame.evaluate(
      (old) => Object.defineProperty(CanvasRenderingContext2D.prototype, 'measureText', old ?? {}),
      measure,
    );
    await refresh.click();
    await shown.locator('svg.chart .bar').first().waitFor();
    assert.equal(await shown.getByRole('button', { name: 'Retry' }).count(), 0);
  });

  test.step('hides a series, also after it is loaded again', async () => {
    const series = () => tile('Orders per day').locator('.legend-item').first();
    const isShown = async () => (await series().getAttribute('aria-pressed')) === 'true';
    await series().click();
    await eventually('the series to be hidden', async () => !(await isShown()));
    await pages().page.reload();
    await tile('Orders per day').scrollIntoViewIfNeeded();
    await series().waitFor();
    assert.equal(await isShown(), false);
    await series().click();
    await eventually('the series again', isShown);
  });

  test.step('changes its title in place, and asks for undo by a key', async () => {
    const { frame, page } = pages();
    await frame.locator('h1 button').click();
    await typeInto(frame.locator('h1 input'), 'Numbers of the week');
    await page.keyboard.press('Enter');
    await frame.locator('h1 button:text-is("Numbers of the week")').waitFor();
    await page.keyboard.press('ControlOrMeta+Z');
    await eventually('the question', async () => host.asked.some(({ type }) => type === 'history'));
    const edits = host.asked.filter((one) => one.type === 'edit');
    const edit = { field: 'name', value: 'Numbers of the week', before: 'Numbers' } as const;
    assert.deepEqual(edits, [{ type: 'edit', ...edit }]);
  });

  test.step('adds what is typed to its tags, and changes nothing if nothing is typed', async () => {
    const { frame, page } = pages();
    const header = { tags: ['finance', 'board'], tagsText: 'finance, board' };
    host = await pages().open('dashboard', (post) => new DashboardHost(post, text, header));
    const edits = () => host.asked.filter((one) => one.type === 'edit');
    const field = frame.locator('.inline-field:focus'); // it takes the focus once it is painted
    await frame.locator('.tag').first().click();
    await field.waitFor();
    await page.keyboard.press('Enter');
    await frame.locator('.tag').first().click();
    await field.waitFor();
    await page.keyboard.type('new');
    await page.keyboard.press('Enter');
    await eventually('the edit', async () => edits().length > 0);
    const value = 'finance, board, new';
    assert.deepEqual(edits(), [{ type: 'edit', field: 'tags', value, before: 'finance, board' }]);
  });

  test.step('says in the menu of a tile why it cannot be moved; the disabled entry can be focused', async () => {
    const { frame, page } = pages();
    const reason = 'This key can view the dashboard but not edit it.';
    const header = { canEdit: false, readonlyReason: reason };
    await pages().open('dashboard', (post) => new DashboardHost(post, text, header));
    await frame.locator('.facts').getByText(reason).waitFor();
    await frame
      .getByRole('button', { name: /^More Actions for / })
      .first()
      .click();
    const move = frame.getByRole('menuitem', { name: 'Move to Dashboard…' });
    assert.equal(await move.getAttribute('title'), reason);
    assert.equal(await move.getAttribute('aria-disabled'), 'true');
    await eventually('the entry to have the focus', async () => {
      await page.keyboard.press('ArrowDown');
      return move.evaluate((element) => element === document.activeElement);
    });
    await page.keyboard.press('Enter');
    assert.ok(await move.isVisible());
    await pages().keepPicture('dashboard-8-view-only');
    await page.keyboard.press('Escape');
  });

  test.step('has the menu of a tile by a right click and by the key for menus, and not over selected text', async () => {
    const { frame, page } = pages();
    const chart = tile('Orders per day');
    const menu = frame.getByRole('menu', { name: 'Orders per day' });
    await chart.locator('.chart-frame').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Show as Table' }).waitFor();
    await page.keyboard.press('Escape');
    await chart.locator('.chart-frame').click();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Show as Table' }).waitFor();
    await page.keyboard.press('Escape');
    assert.ok(await chart.evaluate((element) => element.contains(document.activeElement)));
    await chart.locator('h2').selectText();
    await chart.locator('h2').click({ button: 'right' });
    await frame.getByRole('menu', { name: 'Selected Text' }).waitFor();
  });
});

/** As the embedded service responds it in the morning, when the line of a day that has just begun still goes far down. */
async function sampleDashboard(name: string): Promise<string> {
  const service = await startService({ nowMs: Date.UTC(2026, 8, 16, 9) });
  try {
    const read = async (at: string) => {
      const address = `${service.url}/api/projects/${service.projects[0]?.id}/dashboards/${at}`;
      return (await fetch(address, { headers: { authorization: `Bearer ${service.key}` } })).text();
    };
    const { results }: { results: readonly { id: number; name: string }[] } = JSON.parse(
      await read('?limit=100'),
    );
    return await read(`${results.find((one) => one.name === name)?.id}/`);
  } finally {
    await service.close();
  }
}

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
