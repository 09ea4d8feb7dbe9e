// Show Persons as a person sees it: a click away from the tree and the filters, more by a button, and what it says where
// there is nothing, or if the service fails.
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Frame } from 'playwright-core';
import { accessibilityProblems } from '../driver/accessibility.ts';
import { eventually } from '../driver/eventually.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { typeInto } from '../driver/typing.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { cellAt, firstVisibleCell, headers } from './tablePage.ts';

describe('the persons of a cohort', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const everyone = 'Everyone with an email';
  const empty = 'A cohort of nobody';

  afterEach(() => service().tidy());

  const page = () => session().workbench.editors.webview('.persons-banner');
  const waitForSentence = async (frame: Frame, sentence: RegExp) =>
    eventually(`the sentence ${sentence}`, async () =>
      sentence.test(await frame.locator('.persons-text').innerText()),
    );
  const openPersons = (cohort = everyone) => session().workbench.openPersons(cohort);
  const files = async () => {
    const directory = path.join(session().storageDir, 'tables');
    const names = (await readdir(directory)).filter((name) => name.endsWith('.ndjson'));
    return names.map((name) => path.join(directory, name));
  };

  it('open by a click in the tree: the first hundred at once, more by scrolling or a button, and can be refreshed', async () => {
    const { workbench, page: window } = session();
    await service().connect();
    await openPersons();
    const frame = await page();
    await waitForSentence(frame, /^First 100 of [\d,]+ persons/);
    assert.ok((await headers(frame)).includes('name'));
    const [file = ''] = await files();
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot('persons-1-first');
    await cellAt(frame, 2, 0).click();
    await frame.getByRole('button', { name: 'Summary' }).click();
    const waitForSummary = async (filled: RegExp) =>
      eventually(`a summary with ${filled}`, async () =>
        filled.test(await frame.locator('.facts').innerText()),
      );
    await waitForSummary(/Filled\s+100 /);
    await cellAt(frame, 3, 0).click();
    await window.keyboard.press('Control+ArrowDown');
    await waitForSentence(frame, /^First 1,100 of [\d,]+ persons/);
    await waitForSummary(/Filled\s+1,100 /);
    await frame.locator('.persons-banner button', { hasText: 'Load More' }).press('Enter');
    await waitForSentence(frame, /^First 2,100 of [\d,]+ persons/);
    await frame.locator('.grid:focus').waitFor();
    const waitForRows = async (rows: string) =>
      eventually(`${rows} rows`, async () =>
        (await frame.locator('.status-rows').innerText()).startsWith(`${rows} `),
      );
    await waitForRows('2,100');
    await frame.getByRole('button', { name: 'Refresh' }).click();
    await waitForSentence(frame, /^First 100 of [\d,]+ persons/);
    await waitForRows('100');
    assert.equal((await files()).length, 1);
    await frame.locator('.grid').press('Control+Home');
    const first = await cellAt(frame, 0, 0).innerText();
    await frame.locator('.grid').press('ArrowUp'); // the header
    await frame.locator('.grid').press('Enter'); // sorts by the first column
    await eventually('the sorted rows', async () => (await cellAt(frame, 0, 0).innerText()) !== first);
    await cellAt(frame, 5, 0).dblclick();
    await frame.locator('#pane-title', { hasText: /^Person \d+$/ }).waitFor();
    const details = frame.locator('.properties').first();
    await details.waitFor();
    const [title, person] = [await frame.locator('#pane-title').innerText(), await details.innerText()];
    await frame.locator('.persons-banner button', { hasText: 'Load More' }).press('Enter');
    await waitForRows('1,100');
    await eventually('another place of the same person', async () => {
      const isSame = (await details.innerText()) === person;
      return isSame && (await frame.locator('#pane-title').innerText()) !== title;
    });
    await frame.locator('.pane-head button').click();
    await frame.locator('.pane').waitFor({ state: 'hidden' });
    const activeRow = frame.locator('.active-row');
    const active = frame.locator('#active-cell');
    const [place, text] = [await activeRow.getAttribute('aria-rowindex'), await active.innerText()];
    await frame.locator('.persons-banner button', { hasText: 'Load More' }).press('Enter');
    await waitForRows('2,100');
    await eventually('another place of the same active cell', async () => {
      const isSame = (await active.innerText()) === text;
      return isSame && (await activeRow.getAttribute('aria-rowindex')) !== place;
    });
    await frame.locator('.grid').press('Control+Home');
    await cellAt(frame, 1, 0).hover();
    await window.mouse.wheel(0, 12_000);
    await activeRow.waitFor({ state: 'detached' });
    let visible = await firstVisibleCell(frame);
    await eventually('the rows to come to rest', async () => {
      const before = visible;
      visible = await firstVisibleCell(frame);
      return visible !== undefined && visible.text !== '' && isDeepStrictEqual(visible, before);
    });
    await frame.locator('.persons-banner button', { hasText: 'Load More' }).press('Enter');
    await waitForRows('3,100');
    await eventually('another place of the same first visible row', async () => {
      const now = await firstVisibleCell(frame);
      const isSame = now?.top === visible?.top && now?.text === visible?.text;
      return isSame && now?.index !== visible?.index;
    });
  });

  it('stay as many as are loaded if a search in them is cleared', async () => {
    await service().connect();
    await openPersons();
    const frame = await page();
    await waitForSentence(frame, /^First 100 of [\d,]+ persons/);
    const announced = frame.locator('.status [aria-live]');
    const search = frame.locator('.toolbar input');
    await typeInto(search, 'ann');
    await announced.getByText(/^\d+ of 100 persons$/).waitFor();
    await search.press('Escape');
    await announced.getByText(/^100 persons$/).waitFor();
    await waitForSentence(frame, /^First 100 of [\d,]+ persons/);
  });

  it('can be exported from there, and leave no file when their tab is closed', async () => {
    const { workbench } = session();
    await service().connect();
    await openPersons();
    const frame = await page();
    await waitForSentence(frame, /^First 100 of/);
    await frame.locator('.persons-banner button', { hasText: 'Export All…' }).click();
    await workbench.quickInput.pick('CSV, All Persons');
    await workbench.editors.waitFor('.csv (Table)'); // it came from a table
    await workbench.notifications.dismissAll();
    await workbench.editors.closeAll();
    await eventually('the file to be removed', async () => (await files()).length === 0);
  });

  it('of a static cohort are removed by their rows, and added to it by those of another table', async () => {
    const { workbench, page: window } = session();
    const list = 'Beta testers – winter';
    await service().connect();
    const { id, count } = await service().find(list);
    const countIs = async (expected: number) =>
      eventually(`${expected} persons`, async () => (await service().find(list)).count === expected);
    const choose = async (frame: Frame, title: string) => {
      await cellAt(frame, 0, 0).click();
      await window.keyboard.press('Shift+ArrowDown');
      await window.keyboard.press('Shift+F10');
      await frame.getByRole('menuitem', { name: title }).click();
    };
    await openPersons(list);
    const frame = await page();
    await waitForSentence(frame, new RegExp(`of ${count} persons|All ${count} persons`));
    assert.equal(await frame.getByRole('button', { name: 'Edit Filters' }).count(), 0);
    await choose(frame, 'Remove from This Cohort');
    await countIs(count - 2);
    await workbench.notifications.wait(`Removed 2 persons from “${list}”.`);
    await waitForSentence(frame, new RegExp(`of ${count - 2} persons|All ${count - 2} persons`));
    await workbench.screenshot('persons-4-removed');
    await workbench.notifications.press(`Removed 2 persons from “${list}”.`, 'Undo');
    await countIs(count);
    await workbench.editors.closeAll();
    await openPersons();
    const others = await page();
    await waitForSentence(others, /^First 100 of/);
    await choose(others, 'Add to Static Cohort…');
    await workbench.quickInput.pick(list);
    await workbench.notifications.wait(new RegExp(`“${list}”.`));
    await workbench.notifications.dismissAll();
    await workbench.tree().choose(list, 'Add Persons to Static Cohort…');
    await workbench.quickInput.pick('Enter Emails or IDs…');
    const searched = await service().find(everyone);
    const members = await service().ask('GET', `cohorts/${id}/persons?limit=1000`);
    const isIn = new Set(members.results.map((person: { uuid: string }) => person.uuid));
    const all = await service().ask('GET', `cohorts/${searched.id}/persons?limit=1000`);
    const other = all.results.find((person: { uuid: string }) => !isIn.has(person.uuid));
    const typed = `${other.properties.email} nobody@shop.example`;
    service().inject('status=500;path=/persons');
    await workbench.quickInput.enter(typed);
    await workbench.quickInput.pick(searched.name);
    await workbench.notifications.wait(/“Add Persons to Static Cohort” failed/);
    service().inject('');
    await eventually(
      'what was typed in a new box',
      async () => (await workbench.quickInput.value()) === typed,
    );
    await workbench.notifications.dismissAll();
    await workbench.quickInput.accept();
    await workbench.quickInput.pick(searched.name);
    // Not behind the bell, where it would be if the steps before it filled the corner.
    const toast = window.locator('.notifications-toasts .notification-list-item-message');
    await toast.filter({ hasText: `Added 1 person to “${list}”. 1 not found.` }).waitFor();
    await workbench.notifications.dismissAll();
  });

  it('open by a click in the filters, where a cohort without persons says why', async () => {
    const { workbench, page: window } = session();
    await service().create('cohorts', empty, {
      properties: {
        type: 'AND',
        values: [{ type: 'person', key: 'email', value: 'nobody', operator: 'exact' }],
      },
    });
    await eventually('its calculation', async () => !(await service().find(empty)).is_calculating);
    await service().connect();
    await service().open(empty);
    await window.locator('.editor-actions .action-label[aria-label^="Show Persons"]').first().click();
    const frame = await page();
    await frame
      .locator('.nothing')
      .filter({ hasText: /^No person matches/ })
      .waitFor();
    await workbench.screenshot('persons-2-empty');
  });

  it('that cannot be loaded say why, and load with Retry', async () => {
    await service().connect();
    service().inject('status=500;path=/persons');
    await openPersons();
    const frame = await page();
    await waitForSentence(frame, /The service failed/);
    await inEachTheme(session(), 'persons-3-failed', async () => frame);
    service().inject('');
    await frame.locator('.persons-banner button', { hasText: 'Retry' }).click();
    await waitForSentence(frame, /^First 100 of/);
  });
});
