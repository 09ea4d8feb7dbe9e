// Cohorts that nobody is in, whose names try to be something else. test/pages/records has their pages.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { readClipboard } from '../driver/typing.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const names = ['Nobody <img src=x onerror=alert(1)>', `Nobody ${'w'.repeat(150)}`] as const;

describe('cohorts without persons and with hostile names', () => {
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
    for (const name of names) await session().workbench.tree().waitForDescription(name, /^0$/);
  });

  it('are compared with others', async () => {
    const { workbench } = session();
    await workbench.tree().select(...names, 'Internal & test accounts');
    const frame = await workbench.chooseToOpen(names[1], 'Compare Cohorts…', '.parts');
    await workbench.notifications.dismissAll();
    const shares = await frame.locator('.parts td:nth-of-type(2)').allInnerTexts();
    assert.deepEqual(shares, ['100%', ...Array.from({ length: 6 }, () => '0%')]); // of 7 combinations
    await frame.getByRole('button', { name: 'Copy as Text' }).click();
    await eventually('the text', async () => (await readClipboard(session().page)).startsWith('●○○'));
    assert.doesNotMatch(await readClipboard(session().page), /NaN/);
    await workbench.tree().click(names[0]); // one item is selected again
    await workbench.editors.closeAll();
  });
});
