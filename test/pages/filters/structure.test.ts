// The structure view beside the text: controls edit the text, and follow its changes.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { formatJson } from '#json/formatJson.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { textOf, waitForText, waitForWholeText } from '../../ui/driver/filtersPage.ts';
import { chooseOption, clickInto, takeBack, typeInto } from '../../ui/driver/typing.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { choose, focus, row, rows, waitForFocus } from '../../ui/together/structurePage.ts';
import { usePages } from '../driver/usePages.ts';
import { FiltersHost } from './filtersHost.ts';

/** The condition on the cohort with the id 1. */
const inCohort = 'in cohort “Internal & test accounts” (1)';

/** Unusual numbers, an escape, unknown keys and an unknown condition: all must be kept as they are. */
const filters = formatJson(`{
  "properties": {
    "type": "AND",
    "values": [
      { "key": "plan", "type": "person", "value": ["starter", "growth"], "operator": "exact" },
      { "key": "email", "type": "person", "value": "@acme.com", "operator": "icontains", "label": {"a": 1.0} },
      { "key": "seats", "type": "person", "value": 12345678901234567890, "operator": "gt" },
      {
        "type": "OR",
        "values": [
          { "key": "caf\\u00e9 visited", "type": "behavioral", "event_type": "events", "value": "performed_event", "time_value": 30, "time_interval": "day" },
          { "key": "id", "type": "cohort", "value": 1 },
          { "type": "formula", "key": "a > 1e400", "value": null },
          {}
        ]
      }
    ]
  }
}`);

describe('the structure view', () => {
  const pages = usePages();
  const test = useJourney();
  let host: FiltersHost;

  async function undo(wanted: string): Promise<void> {
    await pages().page.keyboard.press('ControlOrMeta+Z');
    await waitForWholeText(pages().frame, wanted);
  }

  test.step('shows the conditions and a sentence beside the text', async () => {
    const cohorts = [{ id: 1, name: 'Internal & test accounts' }];
    const names = { values: [['plan', ['enterprise', 'growth']]] } as const;
    host = await pages().open('filters', (post) => new FiltersHost(post, { text: filters, cohorts, names }));
    const { frame } = pages();
    await row(frame, 'email contains').waitFor();
    await row(frame, inCohort).waitFor(); // its name comes from the service
    assert.ok(await frame.locator('.cm-content').isVisible());
    assert.equal(
      await frame.locator('.sentence').innerText(),
      'Persons who match all of: plan equals starter or growth, email contains @acme.com, seats is greater than 12345678901234567890, any of (did “café visited” in the last 30 days, in cohort “Internal & test accounts” (1), another condition (formula)).',
    );
    assert.deepEqual(await rows(frame), [
      'plan equals starter or growth',
      'email contains @acme.com',
      'seats is greater than 12345678901234567890',
      'did “café visited” in the last 30 days',
      inCohort,
      'another condition (formula)',
      'an empty condition',
    ]);
    assert.equal(host.text, filters);
  });

  test.step('writes a typed value into the text at once, and undoes it', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    const value = row(frame, 'email contains').getByLabel('Value', { exact: true });
    await value.click();
    await page.keyboard.press('End');
    await page.keyboard.type('"x"');
    await waitForText(frame, String.raw`"@acme.com\"x\""`);
    await frame.locator('.sentence').getByText('email contains @acme.com"x"').waitFor();
    await undo(original);
    assert.equal(await focus(frame), 'email contains @acme.com: value');
    await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
    await waitForText(frame, String.raw`"@acme.com\"x\""`);
    await undo(original);
  });

  test.step('undoes a value that is not added yet in its field, and redoes nothing in the text there', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    const added = row(frame, 'plan equals').getByLabel('Add a value', { exact: true });
    await added.click();
    await page.keyboard.type('enter');
    await frame.getByRole('option', { name: 'enterprise' }).waitFor();
    await page.keyboard.press('ControlOrMeta+Shift+Z'); // the text has a change to redo
    assert.equal(await added.inputValue(), 'enter');
    await takeBack(added, '');
    await frame.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+Tab');
    assert.equal(await textOf(frame), original);
  });

  test.step('handles Ctrl+A in a field itself, because VS Code would select the text again while a person types', async () => {
    const { frame, page } = pages();
    const keys = await frame.evaluateHandle(() => {
      const reached: string[] = [];
      addEventListener('keydown', ({ code }) => reached.push(code)); // where VS Code listens, too
      return reached;
    });
    await row(frame, 'email contains').getByLabel('Value', { exact: true }).click();
    await page.keyboard.press('ControlOrMeta+KeyA');
    await page.keyboard.press('Shift+End');
    assert.deepEqual(
      (await keys.jsonValue()).filter((code) => code.startsWith('Key') || code === 'End'),
      ['End'],
    );
  });

  test.step('undoes a word that replaced a value in one step, even if both share a letter', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    await row(frame, 'email contains').getByLabel('Value', { exact: true }).click();
    await page.keyboard.press('ControlOrMeta+KeyA');
    await page.keyboard.type('mail');
    await waitForText(frame, '"value": "mail"');
    await undo(original);
  });

  test.step('changes the property and the operator, and nothing else', async () => {
    const { frame } = pages();
    await typeInto(row(frame, 'email contains').getByRole('combobox', { name: 'Property' }), 'mail');
    await waitForText(frame, '"mail"');
    await chooseOption(row(frame, 'mail contains').getByRole('combobox', { name: 'Operator' }), 'doesn');
    await waitForText(frame, '"is_not"');
    assert.match(await textOf(frame), /"label": \{\s*"a": 1\.0\s*\}/);
    assert.deepEqual((await rows(frame))[1], 'mail doesn’t equal @acme.com');
  });

  test.step('keeps a number a number, and ignores invalid numbers', async () => {
    const { frame, page } = pages();
    const value = row(frame, 'seats').getByLabel('Value', { exact: true });
    await typeInto(value, '1.0');
    await waitForText(frame, /"value": 1\.0,/);
    await page.keyboard.type('x');
    assert.equal(await value.getAttribute('aria-invalid'), 'true');
    await page.keyboard.press('Tab');
    assert.equal(await value.inputValue(), '1.0');
    assert.match(await textOf(frame), /"value": 1\.0,/);
  });

  test.step('adds values to a list and removes them', async () => {
    const { frame, page } = pages();
    await row(frame, 'plan equals').getByLabel('Add a value', { exact: true }).click();
    await page.keyboard.type('enterprise');
    await page.keyboard.press('Enter');
    await waitForText(frame, /"growth",\s*"enterprise"\s*\]/);
    await waitForFocus(frame, 'plan equals starter, growth or enterprise: add-value');
    await row(frame, 'plan equals').getByRole('button', { name: 'Remove starter' }).click();
    await waitForText(frame, /\[\s*"growth",\s*"enterprise"\s*\]/);
  });

  test.step('accepts a value of a list by Enter, and goes on with the next one', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    await typeInto(row(frame, 'plan equals').getByLabel('Value 1 of 2'), 'alpha');
    await page.keyboard.press('Enter');
    await waitForFocus(frame, 'plan equals alpha or enterprise: add-value');
    await page.keyboard.type('beta');
    await page.keyboard.press('Enter');
    await waitForText(frame, /\[\s*"alpha",\s*"enterprise",\s*"beta"\s*\]/);
    await page.keyboard.press('Shift+Tab'); // over its button to the last value, which stays as it is
    await page.keyboard.press('Shift+Tab');
    await waitForFocus(frame, 'plan equals alpha, enterprise or beta: value-2');
    await page.keyboard.press('Enter');
    await waitForFocus(frame, 'plan equals alpha, enterprise or beta: add-value');
    await page.keyboard.press('Backspace');
    await typeInto(row(frame, 'plan equals').getByLabel('Value 1 of 2'), 'growth');
    await waitForWholeText(frame, original);
  });

  test.step('duplicates and removes conditions, and keeps the focus nearby', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    await choose(frame, 'seats', 'Duplicate');
    await eventually('a second one', async () => (await row(frame, 'seats').count()) === 2);
    await waitForFocus(frame, 'seats is greater than 1.0: grip');
    await page.keyboard.press('Delete');
    await waitForWholeText(frame, original);
    await waitForFocus(frame, 'Match any of 4 conditions: grip');
  });

  test.step('adds a condition and focuses it', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    await frame.getByRole('button', { name: 'Add a property condition' }).last().click();
    await waitForFocus(frame, '(no property) equals “”: key');
    await page.keyboard.type('city');
    await waitForText(frame, '"city"');
    await row(frame, 'city').getByRole('button', { name: 'Remove', exact: true }).click();
    await waitForWholeText(frame, original);
  });

  test.step('wraps a condition in a group, and ungroups it', async () => {
    const { frame } = pages();
    const original = await textOf(frame);
    await choose(frame, 'seats', 'Wrap in Group');
    await waitForFocus(frame, 'Match any of 1 conditions: join');
    const group = frame.locator('.group[aria-label="Match any of 1 conditions"]');
    await group.getByRole('button', { name: 'More Actions' }).first().click();
    await frame.getByRole('menuitem', { name: 'Ungroup' }).click();
    await waitForWholeText(frame, original);
  });

  test.step('moves with Alt and the arrow keys, into groups and out of them', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    const seats = 'seats is greater than 1.0';
    await row(frame, 'seats').locator('[data-part=grip]').click();
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(
      'the move',
      async () => (await frame.locator('.group .group .row').first().getAttribute('aria-label')) === seats,
    );
    await waitForFocus(frame, `${seats}: grip`);
    await frame.getByText('Moved to position 1 of 5').waitFor({ state: 'attached' });
    await pages().keepPicture('structure-2-moved');
    await page.keyboard.press('Alt+ArrowUp');
    await waitForWholeText(frame, original);
    await waitForFocus(frame, `${seats}: grip`);
  });

  test.step('moves with the pointer', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    const from = await row(frame, 'seats').locator('[data-part=grip]').boundingBox();
    const to = await row(frame, inCohort).boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 40, { steps: 4 });
    await page.mouse.move(to.x + 40, to.y + to.height - 3, { steps: 6 });
    await frame.locator('.drop-line').waitFor();
    await pages().keepPicture('structure-3-drag');
    await page.mouse.up();
    await eventually('the move', async () => (await rows(frame)).indexOf('seats is greater than 1.0') === 4);
    await frame.locator('.drop-line').waitFor({ state: 'detached' });
    await undo(original);
  });

  test.step('highlights the focused condition in the text, and the condition at the cursor', async () => {
    const { frame, page } = pages();
    await row(frame, 'plan equals').getByRole('combobox', { name: 'Property' }).click();
    await page.keyboard.press('Tab');
    await waitForFocus(frame, 'plan equals growth or enterprise: operator');
    await eventually('the mark', async () =>
      (await frame.locator('.structure-mark').allTextContents()).join('').includes('"plan"'),
    );
    await frame.locator('.cm-line').filter({ hasText: '"formula"' }).click();
    await eventually(
      'the row',
      async () =>
        (await frame.locator('[aria-current] > .row').getAttribute('aria-label')) ===
        'another condition (formula)',
    );
    assert.equal(await frame.locator('.structure-mark').count(), 0);
  });

  test.step('keeps the last valid structure while the JSON is invalid, and links to the error', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('x');
    await frame.getByText('Invalid JSON. This is the last valid structure.').waitFor();
    assert.notEqual(await frame.locator('.structure-body').getAttribute('inert'), null);
    assert.equal((await rows(frame)).length, 7);
    await pages().keepPicture('structure-4-invalid');
    await frame.getByRole('button', { name: 'Go to Error' }).click();
    await page.keyboard.press('Backspace');
    await waitForWholeText(frame, original);
    await frame.getByText('Invalid JSON. This is the last valid structure.').waitFor({ state: 'detached' });
    assert.equal(await frame.locator('.structure-body').getAttribute('inert'), null);
  });

  test.step('leaves what was not changed as it was, byte for byte', async () => {
    const changed = filters
      .replace('"email"', '"mail"')
      .replace('"icontains"', '"is_not"')
      .replace('12345678901234567890', '1.0')
      .replace(/"starter",\s*/, '')
      .replace(/"growth"/, '"growth",\n          "enterprise"');
    assert.equal(await host.textToSave(), changed);
  });

  test.step('can be shown alone, with the text, or not at all; Show in Text brings the text back', async () => {
    const { frame } = pages();
    await frame.getByRole('button', { name: 'Structure', exact: true }).click();
    await frame.locator('.cursor-place').waitFor({ state: 'detached' });
    assert.equal(await frame.locator('.problem-summary-valid').count(), 0, 'there is no JSON to be seen');
    await frame.locator('.cm-content').waitFor({ state: 'hidden' });
    await pages().keepPicture('structure-5-alone');
    await row(frame, 'plan equals').getByRole('button', { name: 'More Actions' }).click();
    await frame.getByRole('menuitem', { name: 'Show in Text' }).click();
    await frame.locator('.cm-content').waitFor();
    await frame.getByRole('button', { name: 'Text', exact: true }).click();
    await frame.locator('.sentence').waitFor({ state: 'hidden' });
    await frame.getByRole('button', { name: 'Both', exact: true }).click();
    await frame.locator('.sentence').waitFor();
  });

  test.step('is readable in each theme', async () => {
    await row(pages().frame, 'plan equals').getByRole('combobox', { name: 'Property' }).click();
    await pages().assertReadable('structure-6');
  });

  test.step('is below the text in a narrow column', async () => {
    const { frame, page } = pages();
    const size = page.viewportSize();
    await page.setViewportSize({ width: 520, height: 830 });
    await frame.locator('.panes.stacked').waitFor();
    await pages().keepPicture('structure-7-narrow');
    if (size) await page.setViewportSize(size);
    await frame.locator('.panes:not(.stacked)').waitFor();
  });

  test.step('shows the time range and the properties of a dashboard', async () => {
    const plan = { key: 'plan', type: 'person', value: 'free', operator: 'is_not' };
    const country = { key: 'country', type: 'person', operator: 'is_set', value: 'is_set' };
    const properties = { type: 'OR', values: [plan, country] };
    const text = JSON.stringify({ date_from: '-7d', interval: 'day', properties }, null, 2);
    const options = { record: 'dashboard' } as const;
    await pages().open('filters', (post) => new FiltersHost(post, { text, options }));
    const { frame, page } = pages();
    await frame
      .locator('.sentence')
      .getByText('Last 7 days. Only data that matches any of: plan doesn’t equal free, country is set.')
      .waitFor();
    await frame.getByText('Newer services reject “Match any” in a dashboard.').waitFor();
    await pages().keepPicture('structure-8-groups-of-a-dashboard');
    await frame.getByRole('button', { name: 'Make a Plain List' }).click();
    await frame.getByText('Only data that matches all of: plan').waitFor();
    assert.equal(await frame.getByRole('combobox', { name: 'Match all or any' }).count(), 0);
    await chooseOption(frame.getByRole('combobox', { name: 'From: presets' }), 'Last 90');
    await waitForText(frame, '"date_from": "-90d"');
    const to = frame.getByRole('combobox', { name: 'To: date or time' });
    await typeInto(to, '2025-12-31');
    await waitForText(frame, '"date_to": "2025-12-31"');
    await typeInto(to, 'yesterday');
    await frame.getByRole('option', { name: 'yesterday → -1d', selected: true }).waitFor();
    await pages().keepPicture('structure-8-date-in-words');
    await page.keyboard.press('Enter');
    await waitForText(frame, '"date_to": "-1d"');
    await chooseOption(frame.getByRole('combobox', { name: 'From: presets' }), 'Other');
    await waitForFocus(frame, ': date-from-text');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('3 weeks ago');
    await waitForText(frame, '"date_from": "3 weeks ago"');
    await page.keyboard.press('Tab');
    await waitForText(frame, '"date_from": "-3w"');
    await pages().keepPicture('structure-8-dashboard');
  });

  test.step('says where a cohort without filters gets its persons from, and leads there', async () => {
    const { frame } = pages();
    const openFrom = (cohortSource: 'static' | 'groups') => {
      const options = { record: 'cohort', cohortSource } as const;
      return pages().open('filters', (post) => new FiltersHost(post, { text: '{}', options }));
    };
    const ofStatic = await openFrom('static');
    await frame.getByText('This is a static cohort.').waitFor();
    await frame.getByRole('button', { name: 'Export Persons…' }).click();
    await eventually('the command', async () => ofStatic.asked.some(({ type }) => type === 'command'));
    assert.equal(await frame.getByRole('button', { name: 'Add a property condition' }).count(), 0);
    await pages().keepPicture('structure-10-static');
    const ofGroups = await openFrom('groups');
    await frame.getByText('This cohort is defined by its groups, not by filters.').waitFor();
    await pages().assertReadable('structure-10-groups');
    await frame.getByRole('button', { name: 'Edit Groups' }).click();
    await eventually('the command', async () => ofGroups.asked.some(({ type }) => type === 'command'));
  });
});
