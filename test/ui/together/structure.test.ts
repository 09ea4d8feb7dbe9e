// The structure view beside the text: controls edit the text, and follow its changes.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { textOf, waitForText, waitForWholeText } from '../driver/filtersPage.ts';
import { chooseOption, clickInto, takeBack, typeInto } from '../driver/typing.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { choose, focus, row, rows, waitForFocus } from './structurePage.ts';

const cohort = 'Structure of all kinds';
const tab = `${cohort}.filters.json`;
/** The condition on the cohort with the id 1. */
const inCohort = 'in cohort “Internal & test accounts” (1)';

/** Unusual numbers, an escape, unknown keys and an unknown condition: all must be kept as they are. */
const filters = `{
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
}`;

describe('the structure view', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  let cohortId = 0;

  before(async () => {
    cohortId = await service().create('cohorts', cohort, filters);
  });

  function editor(): Promise<Frame> {
    return session().workbench.editors.webview('.toolbar');
  }

  async function undo(frame: Frame, wanted: string): Promise<void> {
    await session().page.keyboard.press('ControlOrMeta+Z');
    await waitForWholeText(frame, wanted);
  }

  test.step('shows the conditions and a sentence beside the text', async () => {
    const { workbench } = session();
    await service().connect();
    await service().open(cohort);
    const frame = await editor();
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
    assert.equal(await workbench.editors.isDirty(tab), false);
    await workbench.screenshot('structure-1-light');
  });

  test.step('writes a typed value into the text at once, and undoes it', async () => {
    const { page } = session();
    const frame = await editor();
    const original = await textOf(frame);
    const value = row(frame, 'email contains').getByLabel('Value', { exact: true });
    await value.click();
    await page.keyboard.press('End');
    await page.keyboard.type('"x"');
    await waitForText(frame, String.raw`"@acme.com\"x\""`);
    await frame.locator('.sentence').getByText('email contains @acme.com"x"').waitFor();
    await undo(frame, original);
    assert.equal(await focus(frame), 'email contains @acme.com: value');
    await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
    await waitForText(frame, String.raw`"@acme.com\"x\""`);
    await undo(frame, original);
  });

  test.step('undoes a value that is not added yet in its field, and redoes nothing in the text there', async () => {
    const { page } = session();
    const frame = await editor();
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
    const { page } = session();
    const frame = await editor();
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
    const { page } = session();
    const frame = await editor();
    const original = await textOf(frame);
    await row(frame, 'email contains').getByLabel('Value', { exact: true }).click();
    await page.keyboard.press('ControlOrMeta+KeyA');
    await page.keyboard.type('mail');
    await waitForText(frame, '"value": "mail"');
    await undo(frame, original);
  });

  test.step('changes the property and the operator, and nothing else', async () => {
    const frame = await editor();
    await typeInto(row(frame, 'email contains').getByRole('combobox', { name: 'Property' }), 'mail');
    await waitForText(frame, '"mail"');
    await chooseOption(row(frame, 'mail contains').getByRole('combobox', { name: 'Operator' }), 'doesn');
    await waitForText(frame, '"is_not"');
    assert.match(await textOf(frame), /"label": \{\s*"a": 1\.0\s*\}/);
    assert.deepEqual((await rows(frame))[1], 'mail doesn’t equal @acme.com');
  });

  test.step('keeps a number a number, and ignores invalid numbers', async () => {
    const { page } = session();
    const frame = await editor();
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
    const { page } = session();
    const frame = await editor();
    await row(frame, 'plan equals').getByLabel('Add a value', { exact: true }).click();
    await page.keyboard.type('enterprise');
    await page.keyboard.press('Enter');
    await waitForText(frame, /"growth",\s*"enterprise"\s*\]/);
    await waitForFocus(frame, 'plan equals starter, growth or enterprise: add-value');
    await row(frame, 'plan equals').getByRole('button', { name: 'Remove starter' }).click();
    await waitForText(frame, /\[\s*"growth",\s*"enterprise"\s*\]/);
  });

  test.step('duplicates and removes conditions, and keeps the focus nearby', async () => {
    const { page } = session();
    const frame = await editor();
    const original = await textOf(frame);
    await choose(frame, 'seats', 'Duplicate');
    await eventually('a second one', async () => (await row(frame, 'seats').count()) === 2);
    await waitForFocus(frame, 'seats is greater than 1.0: grip');
    await page.keyboard.press('Delete');
    await waitForWholeText(frame, original);
    await waitForFocus(frame, 'Match any of 4 conditions: grip');
  });

  test.step('adds a condition and focuses it', async () => {
    const { page } = session();
    const frame = await editor();
    const original = await textOf(frame);
    await frame.getByRole('button', { name: 'Add a property condition' }).last().click();
    await waitForFocus(frame, '(no property) equals “”: key');
    await page.keyboard.type('city');
    await waitForText(frame, '"city"');
    await row(frame, 'city').getByRole('button', { name: 'Remove', exact: true }).click();
    await waitForWholeText(frame, original);
  });

  test.step('wraps a condition in a group, and ungroups it', async () => {
    const frame = await editor();
    const original = await textOf(frame);
    await choose(frame, 'seats', 'Wrap in Group');
    await waitForFocus(frame, 'Match any of 1 conditions: join');
    const group = frame.locator('.group[aria-label="Match any of 1 conditions"]');
    await group.getByRole('button', { name: 'More Actions' }).first().click();
    await frame.getByRole('menuitem', { name: 'Ungroup' }).click();
    await waitForWholeText(frame, original);
  });

  test.step('moves with Alt and the arrow keys, into groups and out of them', async () => {
    const { workbench, page } = session();
    const frame = await editor();
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
    await workbench.screenshot('structure-2-moved');
    await page.keyboard.press('Alt+ArrowUp');
    await waitForWholeText(frame, original);
    await waitForFocus(frame, `${seats}: grip`);
  });

  test.step('moves with the pointer', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    const original = await textOf(frame);
    const from = await row(frame, 'seats').locator('[data-part=grip]').boundingBox();
    const to = await row(frame, inCohort).boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 40, { steps: 4 });
    await page.mouse.move(to.x + 40, to.y + to.height - 3, { steps: 6 });
    await frame.locator('.drop-line').waitFor();
    await workbench.screenshot('structure-3-drag');
    await page.mouse.up();
    await eventually('the move', async () => (await rows(frame)).indexOf('seats is greater than 1.0') === 4);
    await frame.locator('.drop-line').waitFor({ state: 'detached' });
    await undo(frame, original);
  });

  test.step('highlights the focused condition in the text, and the condition at the cursor', async () => {
    const { page } = session();
    const frame = await editor();
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
    const { workbench, page } = session();
    const frame = await editor();
    const original = await textOf(frame);
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('x');
    await frame.getByText('Invalid JSON. This is the last valid structure.').waitFor();
    assert.notEqual(await frame.locator('.structure-body').getAttribute('inert'), null);
    assert.equal((await rows(frame)).length, 7);
    await workbench.screenshot('structure-4-invalid');
    await frame.getByRole('button', { name: 'Go to Error' }).click();
    await page.keyboard.press('Backspace');
    await waitForWholeText(frame, original);
    await frame.getByText('Invalid JSON. This is the last valid structure.').waitFor({ state: 'detached' });
    assert.equal(await frame.locator('.structure-body').getAttribute('inert'), null);
  });

  test.step('saves its changes, and leaves the rest unchanged byte for byte', async () => {
    const { workbench } = session();
    await workbench.save();
    await workbench.editors.waitDirty(tab, false);
    const saved = await service().read(`cohorts/${cohortId}/`);
    assert.match(saved, /"key":\s*"mail"/);
    for (const kept of [String.raw`caf\u00e9 visited`, 'a > 1e400', '"formula"'])
      assert.ok(saved.includes(kept), kept);
    assert.match(saved, /"label":\s*\{\s*"a":\s*1\.0\s*\}/);
  });

  test.step('can be shown alone, with the text, or not at all; Show in Text brings the text back', async () => {
    const { workbench } = session();
    const frame = await editor();
    await frame.getByRole('button', { name: 'Structure', exact: true }).click();
    await frame.locator('.cursor-place').waitFor({ state: 'detached' });
    assert.equal(await frame.locator('.problem-summary-valid').count(), 0, 'there is no JSON to be seen');
    await frame.locator('.cm-content').waitFor({ state: 'hidden' });
    await workbench.screenshot('structure-5-alone');
    await row(frame, 'plan equals').getByRole('button', { name: 'More Actions' }).click();
    await frame.getByRole('menuitem', { name: 'Show in Text' }).click();
    await frame.locator('.cm-content').waitFor();
    await frame.getByRole('button', { name: 'Text', exact: true }).click();
    await frame.locator('.sentence').waitFor({ state: 'hidden' });
    await frame.getByRole('button', { name: 'Both', exact: true }).click();
    await frame.locator('.sentence').waitFor();
  });

  test.step('is readable in each theme', async () => {
    await inEachTheme(session(), 'structure-6', async () => {
      const frame = await editor();
      await row(frame, 'plan equals').getByRole('combobox', { name: 'Property' }).click();
      return frame;
    });
  });

  test.step('is below the text in a narrow column', async () => {
    const { workbench, page } = session();
    await workbench.run('View: Split Editor Right');
    await eventually('two editors', async () => (await workbench.editors.tabs()).length === 2);
    await page.mouse.move(700, 600); // away from the tab, whose hover lies over the toolbar
    const frame = await editor();
    await frame.getByRole('button', { name: 'Both', exact: true }).click();
    await frame.locator('.panes.stacked').waitFor();
    await workbench.screenshot('structure-7-narrow');
  });

  test.step('shows the time range and the properties of a dashboard', async () => {
    const { workbench, page } = session();
    const plan = { key: 'plan', type: 'person', value: 'free', operator: 'is_not' };
    const country = { key: 'country', type: 'person', operator: 'is_set', value: 'is_set' };
    const properties = { type: 'OR', values: [plan, country] };
    const weekly = { date_from: '-7d', interval: 'day', properties };
    await service().create('dashboards', 'Weekly numbers', weekly);
    await workbench.editors.closeAll();
    await workbench.refreshAll();
    await workbench.tree().waitForDescription('Dashboards', /^41$/);
    await workbench.tree().clearSelection(); // so the command asks
    await workbench.run('Cohort Deck: Edit Filters');
    await workbench.quickInput.type('Weekly numbers');
    await workbench.quickInput.pick('Weekly numbers');
    const frame = await editor();
    await frame
      .locator('.sentence')
      .getByText('Last 7 days. Only data that matches any of: plan doesn’t equal free, country is set.')
      .waitFor();
    await frame.getByText('Newer services reject “Match any” in a dashboard.').waitFor();
    await workbench.screenshot('structure-8-groups-of-a-dashboard');
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
    await workbench.screenshot('structure-8-date-in-words');
    await page.keyboard.press('Enter');
    await waitForText(frame, '"date_to": "-1d"');
    await chooseOption(frame.getByRole('combobox', { name: 'From: presets' }), 'Other');
    await waitForFocus(frame, ': date-from-text');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('3 weeks ago');
    await waitForText(frame, '"date_from": "3 weeks ago"');
    await page.keyboard.press('Tab');
    await waitForText(frame, '"date_from": "-3w"');
    await workbench.screenshot('structure-8-dashboard');
    await workbench.run('File: Revert File');
    await workbench.editors.closeAll();
  });

  test.step('says where a cohort without filters gets its persons from, and leads there', async () => {
    const { workbench } = session();
    await service().open('Beta testers – winter');
    const fixed = await editor();
    await fixed.getByText('This is a static cohort.').waitFor();
    await fixed.getByRole('button', { name: 'Export Persons…' }).waitFor();
    assert.equal(await fixed.getByRole('button', { name: 'Add a property condition' }).count(), 0);
    await workbench.screenshot('structure-10-static');
    await workbench.editors.closeAll();
    await service().open('Older import (groups)');
    const grouped = await editor();
    await grouped.getByText('This cohort is defined by its groups, not by filters.').waitFor();
    await inEachTheme(session(), 'structure-10-groups', async () => grouped);
    await grouped.getByRole('button', { name: 'Edit Groups' }).click();
    await workbench.editors.waitFor('Older import (groups).groups.json');
  });
});
