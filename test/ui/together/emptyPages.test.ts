// The pages of cohorts that nobody is in, whose names try to be something else.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { readClipboard } from '../driver/typing.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const names = ['Nobody <img src=x onerror=alert(1)>', `Nobody ${'w'.repeat(150)}`] as const;

describe('pages of cohorts without persons and with hostile names', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);

  before(async () => {
    await session().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const condition = { type: 'person', key: 'email', operator: 'exact', value: 'nobody@example.com' };
    for (const name of names)
      await service().create('cohorts', name, { properties: { type: 'AND', values: [condition] } });
    await service().connect();
    await eventually('both to be calculated', async () => {
      const { results } = await service().ask('GET', 'cohorts/?limit=100');
      return names.every((name) =>
        results.some((one: { name: string; count: number | null }) => one.name === name && one.count === 0),
      );
    });
    await session().workbench.refreshAll();
  });

  const page = (part: string): Promise<Frame> => session().workbench.editors.webview(part);

  async function whereNarrow(look: () => Promise<unknown>): Promise<void> {
    const { page: window } = session();
    const size = window.viewportSize();
    assert.ok(size);
    await window.setViewportSize({ width: 760, height: size.height });
    await look();
    await window.setViewportSize(size);
  }

  it('say of a cohort that nobody is in it, in each theme', async () => {
    const { workbench } = session();
    const frame = await workbench.openCohort(names[0]);
    await frame.locator('.count').filter({ hasText: /^0$/ }).waitFor();
    await inEachTheme(session(), 'empty-1-cohort', async () => frame);
    await whereNarrow(async () => {
      await eventually('the whole title', async () =>
        frame
          .locator('h1')
          .evaluate((title) => title.getBoundingClientRect().width > document.body.clientWidth * 0.8),
      );
      await workbench.screenshot('empty-1-cohort-narrow');
    });
    await workbench.editors.closeAll();
  });

  it('compare them with others, in each theme', async () => {
    const { workbench } = session();
    await workbench.tree().select(...names, 'Internal & test accounts');
    await workbench.tree().choose(names[1], 'Compare Cohorts…');
    const frame = await page('.parts');
    await workbench.notifications.dismissAll();
    await inEachTheme(session(), 'empty-2-comparison', async () => frame);
    await whereNarrow(() => workbench.screenshot('empty-2-comparison-narrow'));
    const shares = await frame.locator('.parts td:nth-of-type(2)').allInnerTexts();
    assert.deepEqual(shares, ['100%', ...Array.from({ length: 6 }, () => '0%')]); // of 7 combinations
    await frame.getByRole('button', { name: 'Copy as Text' }).click();
    await eventually('the text', async () => (await readClipboard(session().page)).startsWith('●○○'));
    assert.doesNotMatch(await readClipboard(session().page), /NaN/);
    await workbench.tree().click(names[0]); // one item is selected again
    await workbench.editors.closeAll();
  });
});
