// Two windows of a browser on one folder. To open one takes longer than most tests, so they share both.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import { eventually, maxWaitMs } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { Workbench } from '../driver/workbench.ts';
import { useOwnService } from '../ownService.ts';

const filters = (plan: string, city: string) => ({ properties: { type: 'AND', values: [] }, plan, city });
const textOf = (plan: string, city: string) => JSON.stringify(filters(plan, city), null, 2);
const project = 'Brightloaf Web';

describe('two windows', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const tab = 'Windows.filters.json';
  let second: Workbench;

  before(async () => {
    const { workbench, page } = session();
    await service().create('cohorts', 'Windows', filters('free', 'Rome'));
    await service().connect();
    await workbench.protect(project, 'Production');
    await workbench.tree().waitForDescription(project, /^production · /);
    second = new Workbench(await page.context().newPage());
    second.page.setDefaultTimeout(maxWaitMs);
    await second.page.goto(page.url());
    await second.ready();
    await second.openView('Cohort Deck');
  });
  after(() => second.page.close());
  afterEach(() => service().tidy());

  test.step('have the same protection, whichever of them changes it', async () => {
    const { workbench } = session();
    await second.tree().waitForDescription(project, /^production · /);
    await workbench.protect(project, 'Read-Only');
    await second.tree().waitForDescription(project, /^read-only · /);
    await second.protect(project, 'Production');
    await second.dialog.press('Allow Changes');
    await workbench.tree().waitForDescription(project, /^production · /);
    await second.protect(project, 'None');
    await second.dialog.press('Remove Protection');
    await workbench.tree().waitForDescription(project, /^(?!production)/);
  });

  test.step('with unsaved text in one document lose neither text', async () => {
    const { workbench, page } = session();
    await page.bringToFront();
    await service().open('Windows');
    await service().waitForText('"Rome"');
    await second.page.bringToFront();
    await second.tree().expand(project, 'Cohorts');
    await second.openFilters('Windows');
    await second.editors.waitFor(tab);
    await second.editors.replacePageText(textOf('free', 'Oslo'), tab);
    await second.editors.waitDirty(tab, true);
    await page.bringToFront();
    await service().type('Windows', textOf('mine', 'Rome'));
    await workbench.save();
    await workbench.editors.waitDirty(tab, false);
    await second.page.bringToFront();
    await second.save();
    assert.match(await second.dialog.text(), /Merge keeps both/);
    await second.screenshot('two-windows');
    await second.dialog.press('Merge');
    await second.notifications.press(/Merged 1 change/, 'Save');
    await second.editors.waitDirty(tab, false);
    assert.deepEqual(await service().filtersOf('Windows'), filters('mine', 'Oslo'));
    await second.editors.replacePageText(textOf('second', 'Oslo'), tab);
    await page.bringToFront();
    await service().type('Windows', textOf('first', 'Rome'));
    await Promise.all([workbench.save(), second.save()]);
    const asked = await firstAsked(workbench, second);
    await asked.dialog.press('Keep Editing');
    await asked.statusItem('Not saved. Save again to merge').waitFor();
    const isFirst = asked === workbench;
    await (isFirst ? second : workbench).editors.waitDirty(tab, false);
    assert.ok(await asked.editors.isDirty(tab));
    assert.deepEqual(
      await service().filtersOf('Windows'),
      isFirst ? filters('second', 'Oslo') : filters('first', 'Rome'),
    );
  });
});

/** The window that asks what to do with its text. */
async function firstAsked(...windows: readonly Workbench[]): Promise<Workbench> {
  let asked: Workbench | undefined;
  await eventually('one of the windows to ask', async () => {
    for (const window of windows) if (await window.dialog.box.isVisible()) asked = window;
    return asked !== undefined;
  });
  if (!asked) throw new Error('no window asked'); // only for the types: the wait has thrown before
  return asked;
}
