// A condition that names another cohort: people pick it by its name, see the name beside the id, and go there. And what
// a service of today adds to conditions, which stands folded in their text.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { takeBack } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { row, waitForFocus } from './structurePage.ts';

describe('a cohort condition', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const name = 'Picks others';
  let id = 0;
  let target = 0;
  const saved = async () => (await service().ask('GET', `cohorts/${id}/`)).filters.properties?.values;

  before(async () => {
    target = await service().create('cohorts', 'Bakers of bread', { properties: {} });
    id = await service().create('cohorts', name, { properties: {} });
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
    assert.deepEqual(await saved(), [{ type: 'cohort', key: 'id', value: target }]);
  });

  test.step('has its name in the hover of the text', async () => {
    const { workbench } = session();
    const frame = await editor();
    await frame.locator('.cm-content').getByText(String(target), { exact: true }).hover();
    await frame.getByText('Cohort “Bakers of bread”').waitFor();
    await workbench.screenshot('cohort-by-name-4-hover');
  });

  test.step('keeps text that is no cohort in its field, says so, and writes nothing', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    await service().waitForText(`"value": ${target}`);
    // By the pointer: in a page VS Code answers Ctrl+A a moment later, and would select what is typed by then.
    await row(frame, 'in cohort').getByRole('combobox', { name: 'Cohort' }).click({ clickCount: 3 });
    await page.keyboard.type('nobody knows this');
    await frame.getByText('No matching cohorts').waitFor();
    await page.keyboard.press('Tab');
    await frame.locator('.field-problem').getByText('No cohort named “nobody knows this”.').waitFor();
    const field = row(frame, 'in cohort').getByRole('combobox', { name: 'Cohort' });
    assert.equal(await field.inputValue(), 'nobody knows this');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await workbench.screenshot('cohort-by-name-3-unknown');
    await service().waitForText(`"value": ${target}`);
    assert.equal(await workbench.editors.isDirty(`${name}.filters.json`), false);
    await field.click({ clickCount: 3 });
    await page.keyboard.type(String(target));
    await page.keyboard.press('Tab');
    await eventually('the name', async () => (await field.inputValue()) === 'Bakers of bread');
    assert.equal(await frame.locator('.field-problem').count(), 0);
  });

  test.step('keeps its cohort where Ctrl+Z takes back what was typed, also with Enter after it', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    const field = row(frame, 'in cohort').getByRole('combobox', { name: 'Cohort' });
    await field.click({ clickCount: 3 });
    await page.keyboard.type('internal');
    await frame.getByRole('option', { name: /^Internal & test accounts/ }).waitFor();
    await takeBack(field, 'Bakers of bread');
    await page.keyboard.press('Enter');
    await frame.getByRole('listbox', { name: 'Cohorts' }).waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), 'Bakers of bread');
    assert.equal(await workbench.editors.isDirty(`${name}.filters.json`), false);
  });

  test.step('left empty asks for a cohort', async () => {
    const { page } = session();
    const frame = await editor();
    await addCohort(frame);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await frame.locator('.field-problem').getByText('Select a cohort.').waitFor();
    await session().workbench.run('File: Revert File');
  });

  test.step('leads to the cohort', async () => {
    const { workbench } = session();
    const frame = await editor();
    await frame.getByRole('button', { name: 'Open Cohort “Bakers of bread”' }).click();
    await workbench.editors.waitFor('Bakers of bread.filters.json');
  });

  test.step('has what the service adds folded, until a person unfolds it', async () => {
    const { workbench } = session();
    const own = 'Regular bakers';
    const regular = await service().create('cohorts', own, withServiceKeys(target, 'first'));
    await service().connect();
    const frame = await service().open(own);
    const marks = frame.locator('.fold-mark');
    await frame.locator('.sentence').getByText(`not in cohort “Bakers of bread” (${target})`).waitFor();
    const words = '⋯ 3 keys added by the service';
    assert.deepEqual(await marks.allTextContents(), [words, words, words]);
    assert.equal(await frame.locator('.has-error, .has-warning, .field-problem').count(), 0);
    const negations = frame.getByRole('combobox', { name: 'Negation' });
    assert.deepEqual(
      await negations.evaluateAll((all) =>
        all.map((one) => one.querySelector('option:checked')?.textContent),
      ),
      ['did', 'not in'],
    );
    assert.equal(await frame.locator('.other-keys').count(), 0);
    await workbench.screenshot('service-keys-folded', '.part.editor');
    await marks.first().click();
    await service().waitForText('"conditionHash": "first0"');
    await service().ask('PATCH', `cohorts/${regular}/`, { filters: withServiceKeys(target, 'second') });
    // Again where the text that was just opened still counts as fresh.
    await eventually('the text of now', async () => {
      await workbench.run('File: Revert File');
      return (await workbench.editors.pageText()).includes('"conditionHash": "second0"');
    });
    await eventually('the others to be folded', async () => (await marks.count()) === 2);
    await workbench.screenshot('service-keys-unfolded');
    assert.equal(await workbench.editors.isDirty(`${own}.filters.json`), false);
  });
});

/** Conditions as a service of 2026 answers them. */
function withServiceKeys(cohort: number, hash: string): object {
  const leaves = [
    {
      type: 'behavioral',
      key: 'order placed',
      value: 'performed_event_multiple',
      event_type: 'events',
      operator: 'gte',
      operator_value: 3,
      explicit_datetime: '-60d',
    },
    { type: 'cohort', key: 'id', value: cohort, operator: 'not_in' },
    { type: 'person', key: 'seats', operator: 'between', value: [5, 50] },
  ];
  const values = leaves.map((leaf, index) => ({
    ...leaf,
    bytecode: ['_H', 1, 32, leaf.key, 32, 'properties', 11],
    conditionHash: `${hash}${index}`,
    negation: false,
  }));
  return { properties: { type: 'AND', values } };
}
