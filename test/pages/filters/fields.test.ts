// The fields of the structure view: values with suggestions, and cohorts by their names. And what a service of today adds to
// conditions, which stands folded in their text.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { formatJson } from '#json/formatJson.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { waitForText } from '../../ui/driver/filtersPage.ts';
import { takeBack } from '../../ui/driver/typing.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { choose, row, waitForFocus } from '../../ui/together/structurePage.ts';
import { usePages } from '../driver/usePages.ts';
import { FiltersHost } from './filtersHost.ts';

const target = 41;
const cohorts = [
  { id: target, name: 'Bakers of bread' },
  { id: 1, name: 'Internal & test accounts' },
];
const plans = ['starter', 'growth', 'enterprise'];
const inTarget = { properties: { type: 'AND', values: [{ type: 'cohort', key: 'id', value: target }] } };
const textOfFilters = (filters: object): string => formatJson(JSON.stringify(filters));

describe('fields of the structure view', () => {
  const pages = usePages();
  const test = useJourney();

  const open = (filters: object): Promise<FiltersHost> => {
    const document = { text: textOfFilters(filters), cohorts, names: { values: [['plan', plans]] } } as const;
    return pages().open('filters', (post) => new FiltersHost(post, document));
  };
  const waitForPart = async (part: string): Promise<void> =>
    eventually(`the focus at ${part}`, async () => {
      const at = pages().frame.locator(':focus');
      return (await at.count()) === 1 && (await at.getAttribute('data-part')) === part;
    });

  test.step('suggests the values of the project, takes pasted lines as a list, and dates from a picker or in words, which can be undone', async () => {
    const of = (key: string, operator: string) => ({ type: 'person', key, operator, value: '' });
    await open({
      properties: { type: 'AND', values: [of('plan', 'exact'), of('trial_ends', 'is_date_before')] },
    });
    const { frame, page } = pages();
    const value = row(frame, 'plan').getByLabel('Value', { exact: true });
    await value.waitFor();
    assert.ok(await row(frame, 'trial_ends').getByLabel('Value: pick a date').isVisible());
    await pages().assertReadable('values');
    await page.evaluate(() => navigator.clipboard.writeText('starter\nenterprise\n'));
    await value.click();
    await page.keyboard.type('start');
    await frame.getByRole('option', { name: 'starter', exact: true, selected: false }).waitFor();
    await page.keyboard.press('Enter'); // keeps what is typed, and begins the next value
    await waitForPart('add-value');
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
    await waitForPart('add-value');
    await pages().keepPicture('new-cohort-values');
    await page.keyboard.type('grow');
    await frame.getByRole('option', { name: 'growth', exact: true, selected: false }).waitFor();
    await page.keyboard.press('Enter');
    await frame
      .locator('.sentence')
      .getByText(/plan equals starter, enterprise or grow(?!th)/)
      .waitFor();
    for (const key of ['Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key); // over its button to the last value
    await waitForPart('value-2');
    await pages().keepPicture('new-cohort-value-focus');
    for (const key of ['Delete', 'Delete']) await page.keyboard.press(key); // the letters, then the value
    await frame.locator('.sentence').getByText('plan equals starter or enterprise').waitFor();
    await waitForPart('add-value');
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

  test.step('closes its suggestions when what was typed is undone', async () => {
    const text = { type: 'person', key: 'plan', operator: 'icontains', value: 'free' };
    await open({ properties: { type: 'AND', values: [text] } });
    const { frame, page } = pages();
    const value = row(frame, 'plan').getByLabel('Value', { exact: true });
    const suggestions = frame.getByRole('listbox', { name: 'Suggestions' });
    await value.click({ clickCount: 3 });
    await page.keyboard.type('start');
    await frame.getByRole('option', { name: 'starter', exact: true }).waitFor();
    await takeBack(value, 'free');
    await suggestions.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await waitForText(frame, '"free!"');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('grow');
    await frame.getByRole('option', { name: 'growth', exact: true }).waitFor();
  });

  test.step('keeps text that is no cohort in its field, says so, and writes nothing', async () => {
    const host = await open(inTarget);
    const { frame, page } = pages();
    await waitForText(frame, `"value": ${target}`);
    await row(frame, 'in cohort').getByRole('combobox', { name: 'Cohort' }).click({ clickCount: 3 });
    await page.keyboard.type('nobody knows this');
    await frame.getByText('No matching cohorts').waitFor();
    await page.keyboard.press('Tab');
    await frame.locator('.field-problem').getByText('No cohort named “nobody knows this”.').waitFor();
    const field = row(frame, 'in cohort').getByRole('combobox', { name: 'Cohort' });
    assert.equal(await field.inputValue(), 'nobody knows this');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(host.text, textOfFilters(inTarget));
    await pages().keepPicture('cohort-by-name-3-unknown');
    await waitForText(frame, `"value": ${target}`);
    await field.click({ clickCount: 3 });
    await page.keyboard.type(String(target));
    await page.keyboard.press('Tab');
    await eventually('the name', async () => (await field.inputValue()) === 'Bakers of bread');
    assert.equal(await frame.locator('.field-problem').count(), 0);
  });

  test.step('keeps its cohort where Ctrl+Z takes back what was typed, also with Enter after it', async () => {
    const { frame, page } = pages();
    const field = row(frame, 'in cohort').getByRole('combobox', { name: 'Cohort' });
    await field.click({ clickCount: 3 });
    await page.keyboard.type('internal');
    await frame.getByRole('option', { name: /^Internal & test accounts/ }).waitFor();
    await takeBack(field, 'Bakers of bread');
    await page.keyboard.press('Enter');
    await frame.getByRole('listbox', { name: 'Cohorts' }).waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), 'Bakers of bread');
  });

  test.step('left empty asks for a cohort', async () => {
    const { frame, page } = pages();
    await frame.getByRole('button', { name: 'Add a cohort condition' }).first().click();
    await waitForFocus(frame, 'in cohort …: value');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await frame.locator('.field-problem').getByText('Select a cohort.').waitFor();
  });

  test.step('has what the service adds folded, until a person unfolds it', async () => {
    const host = await open(withServiceKeys(target, 'first'));
    const { frame } = pages();
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
    await pages().keepPicture('service-keys-folded');
    await marks.first().click();
    await waitForText(frame, '"conditionHash": "first0"');
    host.replaceText(textOfFilters(withServiceKeys(target, 'second')));
    await waitForText(frame, '"conditionHash": "second0"');
    await eventually('the others to be folded', async () => (await marks.count()) === 2);
    await pages().keepPicture('service-keys-unfolded');
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
