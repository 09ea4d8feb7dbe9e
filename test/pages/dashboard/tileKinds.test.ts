// A dashboard with a tile of each kind, and with results that no service should send: all are drawn or say why not.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { copyPicture, readPicture, shareNear } from '../../ui/driver/chartPicture.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { usePages } from '../driver/usePages.ts';
import { DashboardHost } from './dashboardHost.ts';
import { everyTile, longId } from './everyTile.ts';

describe('a tile of each kind', () => {
  const pages = usePages();
  const test = useJourney();
  let host: DashboardHost;

  const tile = (name: string): Locator => pages().frame.locator(`article[aria-label="${name}"]`);

  /** Makes the page as high as all of its tiles for a moment: one that was in sight stays drawn. */
  async function drawAll(look: () => Promise<unknown>): Promise<void> {
    const { frame, page } = pages();
    const box = frame.locator('.tiles-frame');
    const size = page.viewportSize();
    assert.ok(size);
    const height = await box.evaluate((one) => one.scrollHeight - one.clientHeight);
    await page.setViewportSize({ width: size.width, height: size.height + height });
    await eventually('all tiles to be drawn', () =>
      box.evaluate((one) => [...one.querySelectorAll('.tile-body')].every((body) => body.hasChildNodes())),
    );
    await look();
    await page.setViewportSize(size);
  }

  test.step('is drawn in the colors of each theme, or says why not', async () => {
    host = await pages().open('dashboard', (post) => new DashboardHost(post, everyTile()));
    const { frame } = pages();
    await frame.locator('article').first().waitFor();
    await drawAll(() => pages().keepPicture('tiles-1-all'));
    assert.equal(await frame.locator('table[aria-label=""]').count(), 0);
    // Charts whose series repeat colors are in sight.
    await pages().assertReadable('tiles-1');
  });

  /** What a text or an address of a tile could become. */
  const runs = ':is(article, .header) :is(script, img, iframe, object, a[href^="javascript:" i])';

  test.step('is drawn in one column if the page is narrow, and no script in it runs', async () => {
    const { frame, page: window } = pages();
    const size = window.viewportSize();
    assert.ok(size);
    await window.setViewportSize({ width: 410, height: size.height });
    await frame.locator('.tiles.narrow').waitFor();
    const texts: string[] = [];
    await drawAll(async () => {
      await pages().keepPicture('tiles-2-narrow');
      texts.push(...(await frame.locator('.markdown, article p.nothing').allInnerTexts()));
      assert.equal(await frame.locator(runs).count(), 0);
    });
    const all = texts.join('\n');
    for (const text of ['<script>alert(1)</script>', '[link](javascript:alert(1))', 'Button “Run”'])
      assert.ok(all.includes(text), text);
    for (const name of ['Number', 'A short text']) {
      const height = (await tile(name).boundingBox())?.height ?? Infinity;
      assert.ok(height < 130, `${name}: ${height} px`);
    }
    await keepsItsFirstColumns(tile('Retention'), 'tiles-5-retention');
    await keepsItsFirstColumns(tile('Retention, broken down'), 'tiles-6-retention');
    await window.setViewportSize(size);
    await frame.locator('.tiles:not(.narrow)').waitFor();
  });

  /** Scrolls a grid sideways: what names its rows stays on top of the rest. */
  async function keepsItsFirstColumns(grid: Locator, picture: string): Promise<void> {
    const box = grid.locator('.data-frame');
    await box.hover();
    await pages().page.mouse.wheel(10_000, 0);
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
    await pages().keepPicture(picture);
  }

  test.step('says when its result was computed, even without room for it beside the title', async () => {
    const title = tile('Lines, narrow').locator('h2');
    assert.match((await title.getAttribute('title')) ?? '', /^Lines, narrow\nComputed .*2026/);
    assert.equal(await tile('Funnel').locator('.age').textContent(), 'Age unknown');
    const number = tile('Number');
    const [age, value] = await Promise.all(
      ['.age', '.number-value'].map((part) => number.locator(part).boundingBox()),
    );
    assert.ok(age && value && age.y > value.y + value.height);
    assert.equal(await tile('Not computed').locator('.age').count(), 0);
    // With a button for the table, and without one.
    for (const name of ['Funnel', 'Unknown shape']) {
      await tile(name).hover();
      const [text, buttons] = await Promise.all(
        ['.age', '.tile-actions'].map((part) => tile(name).locator(part).boundingBox()),
      );
      const gap = text && buttons ? buttons.x - text.x - text.width : Infinity;
      assert.ok(gap >= 0 && gap < 12, `${name}: ${gap} px`);
    }
  });

  test.step('shows how long the steps of a funnel took, and one without a number as a gap', async () => {
    const texts = tile('Funnel').locator('svg text');
    await texts.filter({ hasText: 'avg. 1.5 hr' }).waitFor();
    await texts.filter({ hasText: 'avg. 4.5 hr' }).waitFor();
    const odd = tile('Negative count');
    await odd.locator('svg text', { hasText: /^–$/ }).waitFor();
    assert.equal(await odd.locator('.track').count(), 1);
  });

  test.step('names the only value of a funnel, and shows all steps of its longest part', async () => {
    await tile('Funnel, one value')
      .locator('.legend', { hasText: /DE\s*7.5%/ })
      .waitFor();
    await tile('Funnel, ten values').locator('svg text', { hasText: 'invoice paid' }).waitFor();
  });

  test.step('shows the conversion of each part of a funnel beside its name, and at each step that has room', async () => {
    const two = tile('Funnel, two values');
    await two.locator('.legend-item', { hasText: /FR\s*7.5%/ }).waitFor();
    assert.deepEqual(await two.locator('svg .c1 text').allTextContents(), ['100%', '47.5%', '7.5%']);
    const many = tile('Funnel, ten values');
    await many.locator('.legend-item', { hasText: /Free\s*–/ }).waitFor();
    assert.equal(await many.locator('svg .c1 text').count(), 0);
  });

  test.step('fills each part of a pie, and its box in the legend, differently', async () => {
    const fills = (where: string): Promise<readonly string[]> =>
      tile('Pie')
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
    const { colors, ground } = await readPicture(pages().page, slice);
    return shareNear(colors, ground, 40);
  }

  async function copyAsPicture(shown: Locator): Promise<void> {
    await copyPicture(pages().page, async () => {
      await shown.hover();
      await shown.getByRole('button', { name: 'More Actions' }).click();
      await pages().frame.getByRole('menuitem', { name: 'Copy as Picture' }).click();
    });
  }

  test.step('includes the notes of a tile in the copied picture', async () => {
    const shown = tile('Gaps');
    await copyAsPicture(shown);
    const chart = await shown.locator('svg.chart').boundingBox();
    const { height } = await readPicture(pages().page);
    const [margins, title, legend, note, sharpness] = [24, 24, 20, 16, 2];
    assert.ok(
      height >= Math.floor(((chart?.height ?? Infinity) + margins + title + legend + note) * sharpness),
    );
  });

  test.step('says in the copied picture which series are hidden', async () => {
    const shown = tile('Gaps');
    const series = shown.locator('.legend-item').first();
    await copyAsPicture(shown);
    const { height: heightOfAll } = await readPicture(pages().page);
    await series.click();
    await shown.locator('.legend-item[aria-pressed=false]').waitFor();
    await copyAsPicture(shown);
    const { height } = await readPicture(pages().page);
    await series.click();
    await shown.locator('.legend-item[aria-pressed=false]').waitFor({ state: 'detached' });
    const [line, sharpness] = [12, 2];
    assert.ok(height >= heightOfAll + line * sharpness, `${height} px, ${heightOfAll} px with all series`);
  });

  test.step('includes the hatch of a slice in the copied picture', async () => {
    const shown = tile('Pie');
    await copyAsPicture(shown);
    const share = await hatchShare(shown);
    assert.ok(share > 0.15 && share < 0.6, String(share));
  });

  test.step('names at least twelve letters of each series, however narrow', async () => {
    for (const name of ['Pie, narrow', 'Lines, narrow', 'Pie']) {
      const labels = tile(name).locator('.legend-label');
      const shown = await labels.evaluateAll((all) =>
        all.map((one) => ({ widthPx: one.clientWidth, isCut: one.scrollWidth > one.clientWidth })),
      );
      assert.ok(shown.length > 1);
      for (const { widthPx, isCut } of shown) assert.ok(!isCut || widthPx > 80, `${name}: ${widthPx} px`);
    }
  });

  test.step('keeps the share of each part of a pie in the whole while another part is hidden', async () => {
    const parts = tile('Pie, narrow').locator('.legend-item');
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
    const { keyboard } = pages().page;
    const chart = tile('Bars by value, low').locator('.chart-frame');
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
      if (pressed === 'End') await pages().keepPicture('tiles-3-last-bar');
    }
    await keyboard.press('Escape');
  });

  test.step('has one tab stop for each legend, in which the arrow keys move', async () => {
    const { keyboard } = pages().page;
    const { frame } = pages();
    const shown = tile('Lines, ten');
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
    const shown = tile('Bars, stacked');
    const chart = shown.locator('svg.chart');
    await chart.evaluate((element) => {
      const outer = element.closest('.tiles-frame');
      if (outer)
        outer.scrollTop += element.getBoundingClientRect().bottom - 60 - outer.getBoundingClientRect().top;
    });
    const tooltip = shown.locator('.tooltip');
    await eventually('the tooltip', async () => {
      const place = await chart.boundingBox();
      assert.ok(place);
      await pages().page.mouse.move(place.x + place.width / 2, place.y + place.height - 40);
      return tooltip.isVisible();
    });
    await tooltip.getByText('and 8 more').waitFor();
    await tooltip.locator('.tooltip-total', { hasText: /^Total[\d,]+$/ }).waitFor();
    await pages().keepPicture('tiles-4-tooltip');
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
    await pages().page.mouse.move(0, 0);
    await tooltip.waitFor({ state: 'detached' });
  });

  test.step('shows the part of a funnel at the pointer in bold in the tooltip', async () => {
    const shown = tile('Funnel, two values');
    await shown.scrollIntoViewIfNeeded();
    for (const [part, name] of ['DE', 'FR'].entries()) {
      const bold = shown.locator('.tooltip .hovered .tooltip-label');
      // A tile that has just come into sight is laid out once more.
      await eventually(`the tooltip with ${name} in bold`, async () => {
        const place = await shown.locator('.track').nth(part).boundingBox();
        assert.ok(place);
        await pages().page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
        return (await bold.allInnerTexts())[0] === name;
      });
      assert.equal(await bold.count(), 1);
    }
    await pages().page.mouse.move(0, 0);
    await shown.locator('.tooltip').waitFor({ state: 'detached' });
  });

  test.step('copies every digit of an id, and shows it, and a year without groups', async () => {
    const { frame } = pages();
    const shown = tile('Query');
    assert.deepEqual((await shown.locator('tbody td').allInnerTexts()).slice(0, 2), ['2026', longId]);
    await shown.hover();
    await shown.getByRole('button', { name: 'More Actions' }).click();
    await frame.getByRole('menuitem', { name: 'Copy as CSV' }).click();
    await eventually('the CSV', async () => host.copied.startsWith('year,'));
    assert.match(host.copied, new RegExp(`\r\n2026,${longId},0.3333333333333333,`));
  });
});
