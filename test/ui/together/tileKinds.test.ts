// A dashboard with a tile of each kind, and with results that no service should send: all are drawn or say why not.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { type Listening, listen } from '#sandbox/server.ts';
import { disconnectOwnService } from '../ownService.ts';
import { dashboardName, longId, serveTiles, type TileService } from '../tileService.ts';
import { copyPicture, readPicture, shareNear } from '../driver/chartPicture.ts';
import { eventually } from '../driver/eventually.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { readClipboard } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';

const key = 'phx_keyOfTheTiles';

describe('a tile of each kind', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
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
    try {
      const { workbench } = session(); // throws where a test has failed, which has closed it
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

  test.step('is drawn in the colors of each theme, or says why not', async () => {
    const frame = await page();
    // A tile that was in sight stays drawn.
    await eachScreen(frame, (screen) => session().workbench.screenshot(`tiles-1-${screen}`));
    assert.equal(await frame.locator('table[aria-label=""]').count(), 0);
    // Charts whose series repeat colors are in sight.
    const top = frame.locator('.tiles-frame');
    await top.hover({ position: { x: 4, y: 4 } });
    await session().page.mouse.wheel(0, -100_000);
    await eventually('the first charts', async () => (await top.evaluate((box) => box.scrollTop)) === 0);
    await inEachTheme(session(), 'tiles-1', async () => frame);
  });

  /** What a text or an address of a tile could become. */
  const runs = ':is(article, .header) :is(script, img, iframe, object, a[href^="javascript:" i])';

  test.step('is drawn in one column if the page is narrow, and no script in it runs', async () => {
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
    for (const name of ['Number', 'A short text']) {
      const height = (await tile(frame, name).boundingBox())?.height ?? Infinity;
      assert.ok(height < 130, `${name}: ${height} px`);
    }
    await keepsItsFirstColumns(tile(frame, 'Retention'), 'tiles-5-retention');
    await keepsItsFirstColumns(tile(frame, 'Retention, broken down'), 'tiles-6-retention');
    await window.setViewportSize(size);
    await frame.locator('.tiles:not(.narrow)').waitFor();
  });

  /** Scrolls a grid sideways: what names its rows stays on top of the rest. */
  async function keepsItsFirstColumns(grid: Locator, picture: string): Promise<void> {
    const box = grid.locator('.data-frame');
    await box.hover();
    await session().page.mouse.wheel(10_000, 0);
    await eventually('the last column', () =>
      box.evaluate((one) => one.scrollLeft > 0 && one.scrollLeft + one.clientWidth >= one.scrollWidth - 1),
    );
    const hidden = await box.locator('tr:nth-child(-n + 3) .stuck').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        const isOnTop = document.elementFromPoint(left + width / 2, top + height / 2) === cell;
        return isOnTop ? [] : [cell.textContent];
      }),
    );
    assert.deepEqual(hidden, []);
    assert.equal(await box.locator('.stuck').count(), 2 * (await box.locator('tr').count()));
    await session().workbench.screenshot(picture);
  }

  test.step('says when its result was computed, even without room for it beside the title', async () => {
    const frame = await page();
    const title = tile(frame, 'Lines, narrow').locator('h2');
    assert.match((await title.getAttribute('title')) ?? '', /^Lines, narrow\nComputed .*2026/);
    assert.equal(await tile(frame, 'Funnel').locator('.age').innerText(), 'Age unknown');
    const number = tile(frame, 'Number');
    const [age, value] = await Promise.all(
      ['.age', '.number-value'].map((part) => number.locator(part).boundingBox()),
    );
    assert.ok(age && value && age.y > value.y + value.height);
    assert.equal(await tile(frame, 'Not computed').locator('.age').count(), 0);
    // With a button for the table, and without one.
    for (const name of ['Funnel', 'Unknown shape']) {
      await tile(frame, name).hover();
      const [text, buttons] = await Promise.all(
        ['.age', '.tile-actions'].map((part) => tile(frame, name).locator(part).boundingBox()),
      );
      const gap = text && buttons ? buttons.x - text.x - text.width : Infinity;
      assert.ok(gap >= 0 && gap < 12, `${name}: ${gap} px`);
    }
  });

  test.step('shows how long the steps of a funnel took, and one without a number as a gap', async () => {
    const frame = await page();
    const texts = tile(frame, 'Funnel').locator('svg text');
    await texts.filter({ hasText: 'avg. 1.5 hr' }).waitFor();
    await texts.filter({ hasText: 'avg. 4.5 hr' }).waitFor();
    const odd = tile(frame, 'Negative count');
    await odd.locator('svg text', { hasText: /^–$/ }).waitFor();
    assert.equal(await odd.locator('.track').count(), 1);
  });

  test.step('names the only value of a funnel, and shows all steps of its longest part', async () => {
    const frame = await page();
    await tile(frame, 'Funnel, one value')
      .locator('.legend', { hasText: /DE\s*7.5%/ })
      .waitFor();
    await tile(frame, 'Funnel, ten values').locator('svg text', { hasText: 'invoice paid' }).waitFor();
  });

  test.step('shows the conversion of each part of a funnel beside its name, and at each step that has room', async () => {
    const frame = await page();
    const two = tile(frame, 'Funnel, two values');
    await two.locator('.legend-item', { hasText: /FR\s*7.5%/ }).waitFor();
    assert.deepEqual(await two.locator('svg .c1 text').allTextContents(), ['100%', '47.5%', '7.5%']);
    const many = tile(frame, 'Funnel, ten values');
    await many.locator('.legend-item', { hasText: /Free\s*–/ }).waitFor();
    assert.equal(await many.locator('svg .c1 text').count(), 0);
  });

  test.step('fills each part of a pie, and its box in the legend, differently', async () => {
    const frame = await page();
    const fills = (where: string): Promise<readonly string[]> =>
      tile(frame, 'Pie')
        .locator(where)
        .evaluateAll((shapes) =>
          shapes.map((shape) => {
            const hatch = shape.nextElementSibling?.getAttribute('fill') ?? '';
            const pattern = document.querySelector(hatch.slice(4, -1) || 'body');
            return `${getComputedStyle(shape).getPropertyValue('fill')} ${pattern?.querySelector('path')?.getAttribute('d')}`;
          }),
        );
    for (const where of ['path.slice', '.swatch .bar']) {
      const all = await fills(where);
      assert.equal(all.length, 50);
      assert.equal(new Set(all).size, 50);
    }
  });

  /** How much of the last slice, in the copied picture of the pie, has the color of the page. */
  async function hatchShare(pie: Locator): Promise<number> {
    const slice = await pie
      .locator('path.slice')
      .last()
      .evaluate((shape) => {
        if (!(shape instanceof SVGPathElement) || !shape.ownerSVGElement)
          throw new Error('it is in no chart');
        const { left, top } = shape.ownerSVGElement.getBoundingClientRect();
        const { x, y, width, height } = shape.getBBox();
        const matrix = shape.getScreenCTM();
        if (!matrix) throw new Error('it is not shown');
        const points = Array.from(
          { length: 400 },
          (_, at) => new DOMPoint(x + ((at % 20) / 20) * width, y + (Math.floor(at / 20) / 20) * height),
        );
        return points
          .filter((point) => shape.isPointInFill(point))
          .map((point) => point.matrixTransform(matrix))
          .map((point) => ({ x: point.x - left, y: point.y - top }));
      });
    const { colors, ground } = await readPicture(session().page, slice);
    return shareNear(colors, ground, 40);
  }

  async function copyAsPicture(shown: Locator): Promise<void> {
    await copyPicture(session().page, async () => {
      await shown.hover();
      await shown.getByRole('button', { name: 'More Actions' }).click();
      await (await page()).getByRole('menuitem', { name: 'Copy as Picture' }).click();
    });
  }

  test.step('includes the notes of a tile in the copied picture', async () => {
    const shown = tile(await page(), 'Gaps');
    await copyAsPicture(shown);
    const chart = await shown.locator('svg.chart').boundingBox();
    const { height } = await readPicture(session().page);
    const [margins, title, legend, note, sharpness] = [24, 24, 20, 16, 2];
    assert.ok(
      height >= Math.floor(((chart?.height ?? Infinity) + margins + title + legend + note) * sharpness),
    );
  });

  test.step('includes the hatch of a slice in the copied picture', async () => {
    const shown = tile(await page(), 'Pie');
    await copyAsPicture(shown);
    const share = await hatchShare(shown);
    assert.ok(share > 0.15 && share < 0.6, String(share));
  });

  test.step('names at least twelve letters of each series, however narrow', async () => {
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

  test.step('keeps the share of each part of a pie in the whole while another part is hidden', async () => {
    const parts = tile(await page(), 'Pie, narrow').locator('.legend-item');
    const shares = await parts.locator('.faint').allInnerTexts();
    assert.match(shares.join(' '), /^(\d+(\.\d)?% ?){8}$/);
    await parts.first().click();
    await eventually(
      'the part to be hidden',
      async () => (await parts.first().getAttribute('aria-pressed')) === 'false',
    );
    assert.deepEqual(await parts.locator('.faint').allInnerTexts(), shares);
    await parts.first().click();
  });

  test.step('keeps the bar visible that the arrow keys have reached', async () => {
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

  test.step('has one tab stop for each legend, in which the arrow keys move', async () => {
    const { keyboard } = session().page;
    const frame = await page();
    const shown = tile(frame, 'Lines, ten');
    const focused = () => frame.locator(':focus').evaluate((element) => element.textContent);
    await shown.locator('.chart-frame').click({ position: { x: 2, y: 2 } });
    await keyboard.press('Tab');
    assert.equal(await focused(), 'Free');
    for (const pressed of ['ArrowRight', 'ArrowDown', 'ArrowUp']) await keyboard.press(pressed);
    assert.equal(await focused(), 'Starter for small shops');
    await keyboard.press('Tab');
    const next = await frame.locator(':focus').evaluate((element) => element.closest('article')?.ariaLabel);
    assert.equal(next, 'Area');
    await keyboard.press('Shift+Tab');
    assert.equal(await focused(), 'Starter for small shops', 'the legend keeps its place');
  });

  test.step('shows the whole tooltip of 20 series below the header, even if its tile is half scrolled out', async () => {
    const frame = await page();
    const shown = tile(frame, 'Bars, stacked');
    const chart = shown.locator('svg.chart');
    await chart.evaluate((element) => {
      const outer = element.closest('.tiles-frame');
      if (outer)
        outer.scrollTop += element.getBoundingClientRect().bottom - 60 - outer.getBoundingClientRect().top;
    });
    const place = await chart.boundingBox();
    assert.ok(place);
    await session().page.mouse.move(place.x + place.width / 2, place.y + place.height - 40);
    const tooltip = shown.locator('.tooltip');
    await tooltip.getByText('and 8 more').waitFor();
    await tooltip.locator('.tooltip-total', { hasText: /^Total[\d,]+$/ }).waitFor();
    await session().workbench.screenshot('tiles-4-tooltip');
    const isWhole = await tooltip.evaluate((box) => {
      const { top, bottom, left, right } = box.getBoundingClientRect();
      const from = box.closest('.tiles-frame')?.getBoundingClientRect().top ?? Infinity;
      const isOnTop = [top + 2, bottom - 2].every((y) => {
        box.style.pointerEvents = 'auto';
        const found = document.elementFromPoint((left + right) / 2, y);
        box.style.pointerEvents = '';
        return box.contains(found);
      });
      return top >= from && bottom <= innerHeight && isOnTop && box.scrollHeight <= box.clientHeight;
    });
    assert.ok(isWhole);
    await session().page.mouse.move(0, 0);
    await tooltip.waitFor({ state: 'detached' });
  });

  test.step('shows the part of a funnel at the pointer in bold in the tooltip', async () => {
    const frame = await page();
    const shown = tile(frame, 'Funnel, two values');
    await shown.scrollIntoViewIfNeeded();
    for (const [part, name] of ['DE', 'FR'].entries()) {
      const place = await shown.locator('.track').nth(part).boundingBox();
      assert.ok(place);
      await session().page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
      const bold = shown.locator('.tooltip .hovered .tooltip-label');
      await eventually(
        `the tooltip with ${name} in bold`,
        async () => (await bold.allInnerTexts())[0] === name,
      );
      assert.equal(await bold.count(), 1);
    }
    await session().page.mouse.move(0, 0);
    await shown.locator('.tooltip').waitFor({ state: 'detached' });
  });

  test.step('copies every digit of an id, and shows it, and a year without groups', async () => {
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
