// The page of a cohort in VS Code: what the service has, and what is changed there. test/pages/records has what the page does
// by itself.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { useOwnService } from '../ownService.ts';
import { eventually } from '../driver/eventually.ts';
import { typeInto } from '../driver/typing.ts';
import { pathOpenedBy } from '../driver/pathOpenedBy.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';

describe('the page of a cohort', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const longName = `Long ${'w'.repeat(200)} ${'name '.repeat(38)}`.trim();
  let base = 0;
  const list = 'Newsletter, November';

  before(async () => {
    const condition = { type: 'person', key: 'email', operator: 'is_set', value: 'is_set' };
    base = await service().create('cohorts', 'With an email', {
      properties: { type: 'AND', values: [condition] },
    });
    const inCohort = { type: 'cohort', key: 'id', value: base };
    await service().create('cohorts', longName, { properties: { type: 'AND', values: [inCohort] } });
    await service().connect();
  });

  const page = (title: string): Promise<Frame> =>
    session().workbench.editors.webview(`h1:has-text(${JSON.stringify(title)})`);
  const section = (frame: Frame, name: string): Locator => frame.locator(`section[aria-label="${name}"]`);

  test.step('says who is in it, how many there are and who the first are, and opens in the browser', async () => {
    const { workbench } = session();
    const frame = await workbench.openCohort('With an email');
    await section(frame, 'First persons').locator('tbody tr').nth(9).waitFor();
    assert.equal(
      await section(frame, 'Definition').locator('p').innerText(),
      'Persons who match: email is set.',
    );
    const { count, last_calculation: calculatedAt } = await service().find('With an email');
    await eventually('the count', async () => {
      const shown = await section(frame, 'Persons').locator('.count').innerText();
      return shown === Number(count).toLocaleString('en');
    });
    const { results } = await service().ask('GET', `cohorts/${base}/persons/?limit=1`);
    const [name, email] = await section(frame, 'First persons')
      .locator('tbody tr')
      .first()
      .locator('td')
      .allInnerTexts();
    assert.equal(email, results[0].properties.email);
    assert.equal(name, results[0].properties.name);
    assert.notEqual(name, email);
    await workbench.screenshot('cohort-1-light');
    const inBrowser = frame.getByRole('button', { name: 'Open in Browser' });
    assert.equal(await pathOpenedBy(session().page, () => inBrowser.click()), `/project/1/cohorts/${base}`);
    await section(frame, 'Persons').getByRole('button', { name: 'Recalculate' }).click();
    await eventually('another calculation', async () => {
      const { last_calculation: at, is_calculating: isRunning } = await service().find('With an email');
      return at !== calculatedAt && !isRunning;
    });
    await section(frame, 'First persons').getByRole('button', { name: 'Export Persons…' }).click();
    assert.match(await workbench.quickInput.title(), /^Export Persons/);
    await workbench.quickInput.cancel();
  });

  test.step('links to what uses it and back, in the sentence as well, whatever its name', async () => {
    const { workbench } = session();
    await section(await page('With an email'), 'Used by')
      .getByRole('button', { name: 'Long' })
      .click();
    const frame = await page('Long');
    const sentence = section(frame, 'Definition').locator('p');
    await eventually('the sentence to name the cohort', async () =>
      (await sentence.innerText()).includes(`in cohort “With an email” (${base})`),
    );
    await workbench.screenshot('cohort-2-long-name');
    await sentence.getByRole('button', { name: 'With an email' }).click();
    await page('With an email');
  });

  test.step('has the feature flags and calculations that the service names, and a delete says what would break', async () => {
    const { workbench, page: window } = session();
    const paying = 'Paying shops';
    const { id } = await service().find(paying);
    const flags = (await service().ask('GET', `cohorts/${id}/used_in/`)).feature_flags.results;
    const frame = await workbench.openCohort(paying);
    const flag = section(frame, 'Used by').getByRole('button', { name: 'invoice-export' });
    await flag.waitFor();
    assert.equal(await pathOpenedBy(window, () => flag.click()), `/project/1/feature_flags/${flags[0].id}`);
    await frame.getByText('Calculations', { exact: true }).click();
    await section(frame, 'Persons').locator('.calculations tbody tr').first().waitFor();
    await section(frame, 'Persons').getByRole('button', { name: 'Compare Calculations…' }).click();
    assert.match(await workbench.quickInput.title(), /^Compare Calculations of “Paying shops”/);
    await workbench.screenshot('cohort-3-calculations');
    await workbench.quickInput.cancel();
    await frame.getByRole('button', { name: 'Show History…' }).click();
    await workbench.quickInput.row('Renamed from “Paying shops (draft)” to “Paying shops”').waitFor();
    await workbench.screenshot('cohort-3-history');
    await workbench.quickInput.cancel();
    await workbench.screenshot('cohort-3-flags');
    await workbench.tree().choose(paying, 'Find Uses…');
    await workbench.quickInput.widget
      .locator('[aria-label*="feature flag that uses this cohort"]')
      .first()
      .waitFor();
    await workbench.screenshot('cohort-3-find-uses');
    await workbench.quickInput.cancel();
    await workbench.tree().press(paying, 'Delete');
    assert.match(
      await workbench.dialog.text(),
      /Feature flags use it and would break: “invoice-export”, “priority-support”\./,
    );
    await workbench.screenshot('cohort-3-delete');
    await workbench.press('Escape');
    service().inject('status=500;path=/used_in');
    await workbench.tree().press(paying, 'Delete');
    assert.match(await workbench.dialog.text(), /Could not check whether feature flags use it\./);
    await workbench.press('Escape');
    await workbench.tree().choose(paying, 'Find Uses…');
    await eventually('what was not said', async () =>
      (await workbench.quickInput.placeholder()).startsWith('The service did not say which feature flags'),
    );
    await workbench.quickInput.cancel();
    service().inject('status=500;path=/activity');
    await workbench.tree().choose(paying, 'Compare', 'Show History…');
    await workbench.notifications.wait(/The service did not say what others have changed\./);
    await workbench.notifications.dismissAll();
    service().inject('');
    await workbench.tree().waitFor(paying);
    await workbench.openCohort('With an email');
  });

  test.step('changes its name and description in place, and draws the counts as they change', async () => {
    const { workbench, page: window } = session();
    const frame = await page('With an email');
    await frame.locator('h1 button').click();
    await typeInto(frame.locator('h1 input'), 'Reachable');
    await window.keyboard.press('Enter');
    await workbench.tree().waitFor('Reachable');
    await frame.locator('h1:has-text("Reachable")').waitFor(); // the same page, so that nothing half-typed is lost
    await workbench.editors.waitFor('Reachable');
    assert.equal((await workbench.editors.tabs()).includes('With an email'), false);
    const renamed = frame;
    const narrower = { type: 'person', key: 'email', operator: 'icontains', value: 'a' };
    await service().change('With an email', {
      description: 'One\r\nTwo', // a field makes another line break of it
      filters: { properties: { type: 'AND', values: [narrower] } },
    });
    await renamed.getByRole('button', { name: 'Refresh' }).click();
    await section(renamed, 'Persons').locator('.counts path.line').waitFor();
    await workbench.screenshot('cohort-3-counts');
    await renamed.getByText('One Two').click();
    await typeInto(renamed.locator('textarea'), 'Can be written to');
    await window.keyboard.press('ControlOrMeta+Enter');
    await eventually('the description', async () => {
      const { description } = await service().find('With an email');
      return description === 'Can be written to';
    });
  });

  test.step('undoes and redoes what was changed there by keys', async () => {
    const { workbench, page: window } = session();
    const frame = await page('Reachable');
    await window.keyboard.press('ControlOrMeta+Z');
    await eventually('the description as it was', async () => {
      const { description } = await service().find('With an email');
      return description === 'One\r\nTwo';
    });
    await frame.locator('h1:has-text("Reachable")').waitFor();
    await window.keyboard.press('ControlOrMeta+Z');
    await frame.locator('h1:has-text("With an email")').waitFor();
    await window.keyboard.press('ControlOrMeta+Shift+Z');
    await workbench.statusItem('Redone: Rename “With an email” to “Reachable”').waitFor();
    await frame.locator('h1:has-text("Reachable")').waitFor();
    await window.keyboard.press('ControlOrMeta+Shift+Z');
    await frame.getByText('Can be written to').waitFor();
  });

  test.step('that opens while the service is offline says so in each part, and is loaded once it is back', async () => {
    const { workbench } = session();
    await service().stop();
    const frame = await workbench.openCohort('Paying shops');
    const persons = section(frame, 'First persons');
    await persons.getByText('Persons appear here once the cohort is loaded.').waitFor();
    await frame
      .locator('.failure', { hasText: 'This page loads again once the service responds.' })
      .waitFor();
    assert.equal(await frame.getByText('A chart appears after the next calculation.').count(), 0);
    await workbench.screenshot('cohort-4-opened-offline');
    await service().start();
    await persons.locator('tbody tr').first().waitFor();
    await frame.locator('.failure').waitFor({ state: 'detached' });
    await workbench.openCohort('Reachable');
  });

  test.step('says that its cohort was deleted elsewhere, and restores it', async () => {
    const frame = await page('Reachable');
    await service().change('With an email', { deleted: true });
    await frame.getByRole('button', { name: 'Refresh' }).click();
    await frame.locator('.deleted').getByRole('button', { name: 'Restore' }).click();
    await frame.locator('.deleted').waitFor({ state: 'detached' });
    const { deleted } = await service().find('With an email');
    assert.equal(deleted, false);
    await session().workbench.tree().waitFor('Reachable');
  });

  test.step('gets persons of a static cohort by pasted lines, says who was not found, and Undo removes them', async () => {
    const { page: window, workbench } = session();
    await service().connect(); // the tree after the reload
    const { id, count } = await service().find(list);
    const membersOf = async (of: number) =>
      (await service().ask('GET', `cohorts/${of}/persons/?limit=1000`)).results;
    const known = new Set((await membersOf(id)).map((person: { id: string }) => person.id));
    const person = (await membersOf(base)).find((one: { id: string }) => !known.has(one.id));
    const frame = await workbench.openCohort(list);
    await section(frame, 'Persons').getByRole('button', { name: 'Add Persons…' }).click();
    await workbench.quickInput.pick('Enter Emails or IDs…');
    const lines = `${person.properties.email}\nnobody else\n`;
    await workbench.quickInput.click();
    await window.evaluate((text) => navigator.clipboard.writeText(text), lines);
    await window.keyboard.press('ControlOrMeta+V');
    await window.keyboard.press('Enter');
    await workbench.quickInput.row('Reachable').waitFor();
    await workbench.screenshot('cohort-5-look-up');
    await workbench.quickInput.pick('Reachable');
    const added = `Added 1 person to “${list}”. 1 not found.`;
    await workbench.notifications.wait(added);
    const shown = section(frame, 'Persons').locator('.count');
    await eventually('the new count', async () => (await shown.innerText()) === String(count + 1));
    await workbench.screenshot('cohort-5-added');
    await workbench.notifications.press(added, 'Show Who Was Not Found');
    await workbench.editors.waitForText('nobody else');
    await workbench.run('View: Revert and Close Editor');
    await workbench.tree().press(list, 'ControlOrMeta+Z');
    await eventually('the old count', async () => (await shown.innerText()) === String(count));
  });

  test.step('says that a static cohort is a list, and creates a cohort from it', async () => {
    const { workbench } = session();
    const frame = await workbench.openCohort(list);
    const who = section(frame, 'Definition');
    assert.match(await who.locator('p').innerText(), /which is not calculated/);
    assert.doesNotMatch(await frame.locator('.facts').innerText(), /Last calculation/);
    assert.equal(await frame.getByRole('button', { name: 'Recalculate' }).count(), 0);
    await who.getByRole('button', { name: 'Create Cohort from It…' }).click();
    await workbench.quickInput.enter('From the newsletter');
    await workbench.editors.waitFor('From the newsletter.filters.json');
    const { filters } = await service().find('From the newsletter');
    const { id } = await service().find(list);
    assert.deepEqual(filters.properties.values, [{ type: 'cohort', key: 'id', value: id }]);
    await service().change('From the newsletter', { deleted: true });
    await workbench.editors.close('From the newsletter.filters.json');
    await workbench.editors.close('Newsletter, November');
  });
});
