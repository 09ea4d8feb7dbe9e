// A condition that names another cohort: people pick it by its name, see the name beside the id, and go there.
// test/pages/filters has what its field does by itself.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { row, waitForFocus } from './structurePage.ts';

describe('a cohort condition', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const name = 'Picks others';
  let target = 0;

  before(async () => {
    target = await service().create('cohorts', 'Bakers of bread', { properties: {} });
    await service().create('cohorts', name, { properties: {} });
  });

  const editor = (): Promise<Frame> => session().workbench.editors.webview('.sentence');

  async function addCohort(frame: Frame): Promise<void> {
    await frame.getByRole('button', { name: 'Add a cohort condition' }).first().click();
    await waitForFocus(frame, 'in cohort …: value');
  }

  test.step('begins with the cursor in its field and no problem, and is picked by typing its name', async () => {
    const { workbench, page } = session();
    await service().connect();
    await service().open(name);
    const frame = await editor();
    await addCohort(frame);
    await page.keyboard.type('bakers');
    await frame.getByRole('option', { name: /^Bakers of bread/ }).waitFor();
    await workbench.screenshot('cohort-by-name-1-list');
    assert.equal(await frame.locator('.has-error, .has-warning, .field-problem').count(), 0);
    await page.keyboard.press('Enter');
    await row(frame, `in cohort “Bakers of bread” (${target})`).waitFor();
    await frame.locator('.sentence').getByText(`in cohort “Bakers of bread” (${target})`).waitFor();
    await workbench.screenshot('cohort-by-name-2-picked');
    await workbench.save();
    await workbench.editors.waitDirty(`${name}.filters.json`, false);
    assert.deepEqual((await service().filtersOf(name)).properties.values, [
      { type: 'cohort', key: 'id', value: target },
    ]);
  });

  test.step('has its name in the hover of the text', async () => {
    const { workbench } = session();
    const frame = await editor();
    await frame.locator('.cm-content').getByText(String(target), { exact: true }).hover();
    await frame.getByText('Cohort “Bakers of bread”').waitFor();
    await workbench.screenshot('cohort-by-name-4-hover');
  });

  test.step('leads to the cohort', async () => {
    const { workbench } = session();
    const frame = await editor();
    await frame.getByRole('button', { name: 'Open Cohort “Bakers of bread”' }).click();
    await workbench.editors.waitFor('Bakers of bread.filters.json');
  });
});
