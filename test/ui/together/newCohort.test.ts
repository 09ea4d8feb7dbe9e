// A new cohort without any JSON, by keyboard alone: from its name to its saved conditions.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { accessibilityProblems } from '../driver/accessibility.ts';
import { eventually } from '../driver/eventually.ts';
import { waitForText } from '../driver/filtersPage.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { choose, row } from './structurePage.ts';

const name = 'Made by keyboard';
const tab = `${name}.filters.json`;

describe('a new cohort', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);

  afterEach(() => service().tidy());

  const focusedPart = async (frame: Frame): Promise<string | null> => {
    const at = frame.locator(':focus');
    return (await at.count()) === 0 ? null : at.getAttribute('data-part');
  };
  const waitForPart = async (frame: Frame, part: string) =>
    eventually(`the focus at ${part}`, async () => (await focusedPart(frame)) === part);

  async function tabTo(frame: Frame, part: string): Promise<void> {
    for (let presses = 0; presses < 40 && (await focusedPart(frame)) !== part; presses++)
      await session().page.keyboard.press('Tab');
    assert.equal(await focusedPart(frame), part);
  }

  it('gets three conditions by keyboard alone, with no JSON typed', async () => {
    const { workbench, page } = session();
    const { keyboard } = page;
    await service().connect();
    await workbench.tree().pressButton('Cohorts', 'Create Cohort…');
    await workbench.quickInput.enter(name);
    await workbench.editors.waitFor(tab);
    const frame = await workbench.editors.webview('.structure .adders', tab);
    await waitForPart(frame, 'add-property');
    assert.equal(await frame.locator('.cm-content').isVisible(), false, 'the structure alone');

    const sentence = frame.locator('.sentence');
    const undoAll = async () =>
      eventually('all of it to be undone', async () => {
        await keyboard.press('ControlOrMeta+Z');
        return frame.getByText('Or begin with a template:').isVisible();
      });
    await keyboard.type('plan'); // at once: no button is pressed
    await waitForPart(frame, 'key');
    await sentence.getByText('plan equals').waitFor();
    await keyboard.press('Tab');
    await tabTo(frame, 'value');
    await keyboard.type('growth');
    await sentence.getByText('plan equals growth').waitFor();
    await undoAll();
    await waitForPart(frame, 'add-property');

    for (let at = 0; at < 9; at++) await keyboard.press('Tab'); // over the other buttons to the sixth template
    await keyboard.press('Enter');
    await waitForPart(frame, 'key');
    await sentence.getByText('did $pageview in the last 30 days').waitFor();
    await keyboard.type('ordered'); // in place of the sample
    await sentence.getByText('did ordered in the last 30 days').waitFor();
    await keyboard.press('Tab');
    await tabTo(frame, 'key');
    await keyboard.type('left');
    await sentence.getByText('did not do left').waitFor();
    await undoAll();
    await waitForPart(frame, 'add-property');
    await inEachTheme(session(), 'new-cohort-templates', async () => frame);
    await tabTo(frame, 'add-property');

    await keyboard.press('Enter');
    await waitForPart(frame, 'key');
    assert.equal(await frame.locator('.problem-row').count(), 0, 'no warning before anything is typed');
    await frame.getByRole('option', { name: 'mrr', exact: true }).waitFor(); // no filter names it
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot('new-cohort-suggestions');
    await keyboard.press('Enter'); // without anything typed it picks none
    await frame.getByRole('listbox').waitFor({ state: 'detached' });
    await keyboard.press('Tab');
    await waitForPart(frame, 'operator');
    await keyboard.type('contains');
    await frame.locator('.problem-row').getByText('Enter a property.').waitFor();
    await keyboard.press('ControlOrMeta+S');
    assert.match(await workbench.dialog.text(), /^Save “Made by keyboard” with an incomplete condition\?/);
    await keyboard.press('Escape');
    await workbench.statusItem('Not saved. A condition is incomplete.').waitFor();
    await tabTo(frame, 'key');
    await keyboard.type('ema');
    await frame.getByRole('option', { name: 'email', exact: true, selected: true }).waitFor();
    await keyboard.press('Enter');
    await frame.locator('.problem-row').waitFor({ state: 'detached' });
    await tabTo(frame, 'value');
    await keyboard.type('@gmail.com');
    await frame.locator('.sentence').getByText('email contains @gmail.com').waitFor();

    await tabTo(frame, 'add-behavior');
    await keyboard.press('Enter');
    await waitForPart(frame, 'key');
    await keyboard.type('order placed');
    await frame.locator('.sentence').getByText('did “order placed” in the last 30 days').waitFor();

    await tabTo(frame, 'add-cohort');
    await keyboard.press('Enter');
    await waitForPart(frame, 'value');
    await keyboard.type('pay');
    await frame.getByRole('option', { name: /^Paying shops #/, selected: true }).waitFor();
    await keyboard.press('Enter');
    await frame.locator('.sentence').getByText('in cohort “Paying shops').waitFor();
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot('new-cohort');

    await keyboard.press('ControlOrMeta+S');
    await workbench.editors.waitDirty(tab, false);
    const { results } = await service().ask('GET', 'cohorts/?limit=100');
    const made = results.find((one: { name: string }) => one.name === name);
    await service().ask('PATCH', `cohorts/${made.id}/`, { deleted: true });
    const { values } = made.filters.properties;
    const shop = results.find((one: { name: string }) => one.name === 'Paying shops');
    assert.deepEqual(
      values.map(({ type, key, value }: Record<string, unknown>) => [type, key, value]),
      [
        ['person', 'email', '@gmail.com'],
        ['behavioral', 'order placed', 'performed_event'],
        ['cohort', 'id', shop.id],
      ],
    );
  });

  it('suggests the values of the project, takes pasted lines as a list, and dates from a picker or in words, which can be undone', async () => {
    const { workbench, page } = session();
    const plan = 'With a plan';
    const of = (key: string, operator: string) => ({ type: 'person', key, operator, value: '' });
    await service().create('cohorts', plan, {
      properties: { type: 'AND', values: [of('plan', 'exact'), of('trial_ends', 'is_date_before')] },
    });
    await service().connect();
    await service().open(plan);
    const frame = await workbench.editors.webview('.structure .row', `${plan}.filters.json`);
    const value = row(frame, 'plan').getByLabel('Value', { exact: true });
    await value.waitFor();
    assert.ok(await row(frame, 'trial_ends').getByLabel('Value: pick a date').isVisible());
    assert.deepEqual(await accessibilityProblems(frame), []);
    await page.evaluate(() => navigator.clipboard.writeText('starter\nenterprise\n'));
    await value.click();
    await page.keyboard.type('start');
    await frame.getByRole('option', { name: 'starter', exact: true, selected: false }).waitFor();
    await page.keyboard.press('Enter'); // keeps what is typed, and begins the next value
    await waitForPart(frame, 'add-value');
    await page.keyboard.type('AT, CH');
    await page.keyboard.press('Enter');
    await frame.locator('.sentence').getByText('plan equals start or “AT, CH”').waitFor();
    for (const key of ['Backspace', 'Backspace']) await page.keyboard.press(key); // each value
    await waitForText(frame, '"value": []');
    await choose(frame, 'plan', 'Value as Text');
    await value.click();
    await page.keyboard.type('AT, CH');
    await choose(frame, 'plan', 'Value as List, Split at Commas');
    await frame.locator('.sentence').getByText('plan equals AT or CH').waitFor();
    await page.keyboard.press('ControlOrMeta+Z');
    await frame.locator('.sentence').getByText('plan equals “AT, CH”').waitFor();
    await value.click({ clickCount: 3 });
    await page.keyboard.type('7');
    await choose(frame, 'plan', 'Value as Number');
    await frame.locator('.sentence').getByText('plan equals 7').waitFor();
    await value.click();
    await frame.getByRole('option', { name: 'growth', exact: true }).click();
    assert.equal(await value.inputValue(), 'growth');
    assert.equal(await value.getAttribute('aria-invalid'), 'true'); // it is no number
    await value.click({ clickCount: 3 });
    await page.keyboard.press('ControlOrMeta+V'); // the lines are texts
    await frame.locator('.sentence').getByText('plan equals starter or enterprise').waitFor();
    await waitForPart(frame, 'add-value');
    await workbench.screenshot('new-cohort-values');
    await page.keyboard.type('grow');
    await frame.getByRole('option', { name: 'growth', exact: true, selected: false }).waitFor();
    await page.keyboard.press('Enter');
    await frame
      .locator('.sentence')
      .getByText(/plan equals starter, enterprise or grow(?!th)/)
      .waitFor();
    for (const key of ['Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key); // over its button to the last value
    await waitForPart(frame, 'value-2');
    await workbench.screenshot('new-cohort-value-focus');
    for (const key of ['Delete', 'Delete']) await page.keyboard.press(key); // the letters, then the value
    await frame.locator('.sentence').getByText('plan equals starter or enterprise').waitFor();
    await waitForPart(frame, 'add-value');
    await frame.getByRole('combobox', { name: 'Add a value' }).click();
    await frame.getByRole('option', { name: 'growth', exact: true }).click();
    await frame.locator('.sentence').getByText('plan equals starter, enterprise or growth').waitFor();
    await frame.getByRole('combobox', { name: 'Add a value' }).click();
    await page.keyboard.type('typed');
    await page.keyboard.press('ControlOrMeta+F'); // the panel takes the focus as it opens
    await frame.locator('.sentence').getByText('starter, enterprise, growth or typed').waitFor();
    await page.keyboard.press('Escape');
    await row(frame, 'trial_ends').getByLabel('Value', { exact: true }).click();
    await page.keyboard.type('14 days ago');
    await waitForText(frame, '"14 days ago"');
    await page.keyboard.press('ControlOrMeta+Z');
    await waitForText(frame, '"14 days "');
    await page.keyboard.press('ControlOrMeta+Y');
    await waitForText(frame, '"14 days ago"');
  });
});
