// The page of a comparison: its plot, its table and its buttons, in each theme and however narrow.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { ComparisonView } from '#protocol/comparisonMessages.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { usePages } from '../driver/usePages.ts';
import { ComparisonHost } from './recordHosts.ts';

const [paying, active] = ['Paying shops', 'Active this month'];
const comparison: ComparisonView = {
  title: `${paying} and ${active}`,
  namesParts: false,
  cohorts: [
    { title: paying, persons: 1240 },
    { title: active, persons: 2100 },
  ],
  parts: [
    { title: `Only in “${active}”`, cohorts: 0b10, persons: 1100 },
    { title: 'In both', cohorts: 0b11, persons: 1000 },
    { title: `Only in “${paying}”`, cohorts: 0b01, persons: 240 },
  ],
  notes: [],
  comparedAt: Date.UTC(2026, 10, 30),
  again: { title: '', compares: 'cohorts', cohorts: ['a', 'b'], names: [paying, active] },
};

describe('the page of a comparison', () => {
  const pages = usePages();
  const test = useJourney();
  let host: ComparisonHost;

  test.step('counts persons in one of two cohorts and in both, as a plot and as a table', async () => {
    host = await pages().open('comparison', (post) => new ComparisonHost(post, comparison));
    const { frame } = pages();
    await frame.locator('.plot svg.chart .dot.inside').first().waitFor();
    const rows = frame.locator('.parts tbody tr');
    assert.equal(await rows.count(), 3);
    assert.match(await rows.filter({ hasText: 'In both' }).innerText(), /1,000/);
    await pages().assertReadable('compare-5-cohorts');
  });

  test.step('has buttons without words and the head of the table in sight if it is narrow and low', async () => {
    const { frame, page } = pages();
    const size = page.viewportSize();
    assert.ok(size);
    await page.setViewportSize({ width: 450, height: 230 });
    const boxOf = (selector: string) => frame.locator(selector).first().boundingBox();
    await eventually('the buttons to be icons beside each other', async () => {
      const [open, save] = [await boxOf('.parts .button'), await boxOf('.parts .button + .button')];
      return open !== null && open.width < 40 && open.y === save?.y;
    });
    await frame.locator('.comparison').hover();
    await page.mouse.wheel(0, 2000);
    await eventually('the head of the table to be at the top', async () => {
      const [head, frameBox] = [await boxOf('.parts thead th'), await boxOf('.comparison')];
      return head !== null && head.y === frameBox?.y;
    });
    await pages().keepPicture('compare-5-cohorts-narrow');
    await page.setViewportSize(size);
  });

  test.step('is copied as a picture, and asks for a part as a table', async () => {
    const { frame } = pages();
    await frame.getByRole('button', { name: 'Copy as Picture' }).click();
    await frame.locator('.notice').filter({ hasText: 'Copied as a picture' }).waitFor();
    await frame.getByRole('button', { name: 'Open as Table: In both' }).click();
    await eventually('the question', async () =>
      host.asked.some((one) => one.type === 'openPart' && one.part === 1),
    );
  });

  test.step('has no shares of cohorts that nobody is in', async () => {
    const [one, other] = [`Nobody ${'w'.repeat(150)}`, 'Nobody else'];
    const parts = [0b01, 0b10, 0b11].map((cohorts) => ({ title: `Part ${cohorts}`, cohorts, persons: 0 }));
    const cohorts = [one, other].map((title) => ({ title, persons: 0 }));
    const again = { ...comparison.again, names: [one, other] };
    const empty = { ...comparison, title: one, cohorts, parts, again };
    await pages().open('comparison', (post) => new ComparisonHost(post, empty));
    const { frame } = pages();
    const shares = frame.locator('.parts td:nth-of-type(2)');
    await shares.first().waitFor();
    assert.deepEqual(await shares.allInnerTexts(), ['–', '–', '–']);
    await pages().assertReadable('empty-2-comparison');
  });
});
