// A dashboard with a tile of each kind, and with results that no service should send: all are drawn or say why not.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { type Listening, listen } from '#sandbox/server.ts';
import { disconnectOwnService } from '../ownService.ts';
import { dashboardName, longId, serveTiles, type TileService } from '../tileService.ts';
import { eventually } from '../driver/eventually.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { readClipboard } from '../driver/typing.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';

const key = 'phx_keyOfTheTiles';

describe('a tile of each kind', () => {
  const session = useSharedWorkbench();
  let dataDir: string;
  let sandbox: Listening;
  let service: TileService;

  before(async () => {
    await disconnectOwnService(session());
    await session().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    dataDir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    sandbox = await listen({ dataDir, key });
    service = await serveTiles(sandbox.url);
    const made = await fetch(`${sandbox.url}/api/projects/${sandbox.projects[0]?.id}/dashboards/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: dashboardName, pinned: true, description: 'All of them' }),
    });
    assert.equal(made.status, 201);
    const { workbench } = session();
    await workbench.openView('Cohort Deck');
    await workbench.connect(service.url, key);
    await workbench.tree().expand('Brightloaf Web', 'Dashboards');
    await workbench.tree().click(dashboardName);
  });

  after(async () => {
    const { workbench } = session();
    try {
      await workbench.editors.closeAll();
      await workbench.disconnect();
    } finally {
      await service.close();
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  const page = (): Promise<Frame> => session().workbench.editors.webview('.tiles');
  const tile = (frame: Frame, name: string): Locator => frame.locator(`article[aria-label="${name}"]`);

  /** Scrolls through the page, one screen after the other. */
  async function eachScreen(frame: Frame, look: (screen: number) => Promise<unknown>): Promise<void> {
    const box = frame.locator('.tiles-frame');
    await box.hover({ position: { x: 4, y: 4 } });
    await session().page.mouse.wheel(0, -100_000);
    for (let screen = 1; ; screen++) {
      await eventually('charts in sight to be drawn', () => isDrawn(frame));
      await look(screen);
      const old = await box.evaluate((element) => element.scrollTop);
      const isEnd = await box.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 1);
      if (isEnd) return;
      await session().page.mouse.wheel(0, 650);
      await eventually('the page to scroll', async () => (await box.evaluate((one) => one.scrollTop)) > old);
    }
  }

  const isDrawn = (frame: Frame): Promise<boolean> =>
    frame.locator('.tiles-frame').evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll('article')].every((one) => {
        const place = one.getBoundingClientRect();
        const isInSight = place.bottom > top && place.top < bottom;
        return !isInSight || (one.querySelector('.tile-body')?.childElementCount ?? 0) > 0;
      });
    });

  it('is drawn in the colors of each theme, or says why not', async () => {
    const frame = await page();
    // A tile that was in sight stays drawn.
    await eachScreen(frame, (screen) => session().workbench.screenshot(`tiles-1-${screen}`));
    await inEachTheme(session(), 'tiles-1', async () => frame);
  });

  /** What a text or an address of a tile could become. */
  const runs = ':is(article, .header) :is(script, img, iframe, object, a[href^="javascript:" i])';

  it('is drawn in one column, where it is narrow, and nothing in it runs', async () => {
    const { page: window, workbench } = session();
    const size = window.viewportSize();
    assert.ok(size);
    await window.setViewportSize({ width: 760, height: size.height });
    const frame = await page();
    await frame.locator('.tiles.narrow').waitFor();
    const texts: string[] = [];
    await eachScreen(frame, async (screen) => {
      await workbench.screenshot(`tiles-2-narrow-${screen}`);
      texts.push(...(await frame.locator('.markdown, article p.nothing').allInnerTexts()));
      assert.equal(await frame.locator(runs).count(), 0);
    });
    const all = texts.join('\n');
    for (const text of ['<script>alert(1)</script>', '[link](javascript:alert(1))', 'Button “Run”'])
      assert.ok(all.includes(text), text);
    await window.setViewportSize(size);
    await frame.locator('.tiles:not(.narrow)').waitFor();
  });

  it('says when its result was computed, also where there is no room for it beside the title', async () => {
    const frame = await page();
    const title = tile(frame, 'Lines, narrow').locator('h2');
    assert.match((await title.getAttribute('title')) ?? '', /^Lines, narrow\nComputed .*2026/);
    assert.equal(await tile(frame, 'Funnel').locator('.age').innerText(), 'Age unknown');
    assert.equal(await tile(frame, 'Not computed').locator('.age').count(), 0);
  });

  it('shows how long the steps of a funnel took', async () => {
    const texts = tile(await page(), 'Funnel').locator('svg text');
    await texts.filter({ hasText: 'avg. 1.5 hr' }).waitFor();
    await texts.filter({ hasText: 'avg. 4.5 hr' }).waitFor();
  });

  it('names at least twelve letters of each series, however narrow', async () => {
    const frame = await page();
    for (const name of ['Pie, narrow', 'Lines, narrow', 'Pie']) {
      const labels = tile(frame, name).locator('.legend-label');
      const shown = await labels.evaluateAll((all) =>
        all.map((one) => ({ widthPx: one.clientWidth, isCut: one.scrollWidth > one.clientWidth })),
      );
      assert.ok(shown.length > 1);
      for (const { widthPx, isCut } of shown) assert.ok(!isCut || widthPx > 80, `${name}: ${widthPx} px`);
    }
  });

  it('keeps the bar that the arrow keys are at in sight', async () => {
    const { keyboard } = session().page;
    const frame = await page();
    const chart = tile(frame, 'Bars by value, low').locator('.chart-frame');
    const isInSight = (element: Element) => {
      const outer = element.closest('.chart-frame')?.getBoundingClientRect();
      const { top: from, bottom: to } = element.getBoundingClientRect();
      return outer !== undefined && from >= outer.top && to <= outer.bottom;
    };
    await chart.click({ position: { x: 2, y: 2 } });
    for (const [pressed, bar] of [
      ['End', 9],
      ['ArrowUp', 8],
      ['Home', 0],
    ] as const) {
      await keyboard.press(pressed);
      const shown = chart.locator('svg > g').nth(bar);
      await eventually(
        `the bar after ${pressed}`,
        async () => (await shown.getAttribute('class'))?.includes('active') ?? false,
      );
      assert.ok(await shown.locator('.bar').evaluate(isInSight), pressed);
      if (pressed === 'End') await session().workbench.screenshot('tiles-3-last-bar');
    }
    await keyboard.press('Escape');
  });

  it('is drawn from new data after it could not be drawn, without Retry', async () => {
    const frame = await page();
    const shown = tile(frame, 'Funnel');
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
    await tile(frame, 'Not computed').getByText('Not computed.').waitFor();
    await session().workbench.screenshot('tiles-4-not-drawn');
    await frame.evaluate(
      (old) => Object.defineProperty(CanvasRenderingContext2D.prototype, 'measureText', old ?? {}),
      measure,
    );
    await refresh.click();
    await shown.locator('svg.chart .bar').first().waitFor();
    assert.equal(await shown.getByRole('button', { name: 'Retry' }).count(), 0);
  });

  it('copies every digit of an id, and shows it, and a year without groups', async () => {
    const frame = await page();
    const shown = tile(frame, 'Query');
    assert.deepEqual((await shown.locator('tbody td').allInnerTexts()).slice(0, 2), ['2026', longId]);
    await shown.hover();
    await shown.getByRole('button', { name: 'More Actions' }).click();
    await frame.getByRole('menuitem', { name: 'Copy as CSV' }).click();
    await eventually('the CSV', async () => (await readClipboard(session().page)).startsWith('year,'));
    assert.match(await readClipboard(session().page), new RegExp(`\r\n2026,${longId},0.3333333333333333,`));
  });
});
