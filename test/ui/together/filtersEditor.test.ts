// The filters editor as people use it: a webview over a document that VS Code owns. test/pages/filters has what the page
// does by itself.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { textOf, waitForText, waitForWholeText } from '../driver/filtersPage.ts';
import { clickInto, hoverUntil } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const cohort = 'Shops that pay';
const tab = `${cohort}.filters.json`;

describe('the filters editor', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  let id = 0;

  before(async () => {
    const plan = { type: 'person', key: 'plan', operator: 'exact', value: ['growth'] };
    id = await service().create('cohorts', cohort, { properties: { type: 'AND', values: [plan] } });
  });

  const savedText = (): Promise<string> => service().read(`cohorts/${id}/`);

  /** The pages of filters editors, the active group's last. */
  const pages = () => session().workbench.editors.webviews('.cm-content');

  function editor(): Promise<Frame> {
    return session().workbench.editors.webview('.cm-content');
  }

  async function waitForStatus(frame: Frame, text: string | RegExp): Promise<void> {
    await frame.locator('.problem-summary').filter({ hasText: text }).waitFor();
  }

  test.step('opens the filters of a cohort as laid out JSON', async () => {
    const { workbench } = session();
    await service().connect();
    const frame = await service().open(cohort);
    assert.match(await textOf(frame), /^\{\n {2}"properties": \{\n/);
    await waitForStatus(frame, 'Valid JSON object');
    assert.equal(await workbench.editors.isDirty(tab), false);
    const hover = workbench.page.locator('.workbench-hover-container');
    await hoverUntil(workbench.editors.tab(tab), hover.filter({ hasText: 'Brightloaf Web (1)/cohorts/' }));
    await workbench.screenshot('filters-1-opened');
  });

  test.step('marks an error where it is, says why it cannot be saved, and keeps it from the service', async () => {
    const { workbench } = session();
    const frame = await editor();
    const original = await savedText();
    await session().workbench.editors.replacePageText(
      '{\n  "properties": {\n    "type": "AND"\n    "values": tru\n  }\n}',
    );
    await waitForStatus(frame, /Line 4, column 5.*Cannot save: Expected a comma before "values"\./);
    assert.deepEqual(await frame.locator('.cm-lintRange-error').allTextContents(), ['"values"', 'tru']);
    assert.equal(await frame.locator('.cm-lint-marker-error').count(), 1);
    await workbench.editors.waitDirty(tab, true);
    await workbench.save();
    const banner = frame.locator('.banner-error', { hasText: /Not saved at .*Correct the error/ });
    await banner.waitFor();
    assert.equal(await banner.getByText('Retry').count(), 0);
    assert.deepEqual(await workbench.notifications.texts(), [], 'VS Code says nothing beside it');
    assert.ok(await workbench.editors.isDirty(tab));
    await waitForText(frame, 'tru');
    assert.equal(await savedText(), original);
  });

  test.step('reverts to what the service has', async () => {
    const { workbench } = session();
    await workbench.editors.replacePageText('{}');
    await (await editor()).locator('.cm-lint-marker-error').waitFor({ state: 'detached' }); // the schema warns about {}
    await (await editor()).locator('.banner-error').waitFor({ state: 'detached' });
    assert.ok(await workbench.editors.isDirty(tab), 'valid, and not saved yet');
    await workbench.run('File: Revert File');
    await workbench.editors.waitDirty(tab, false);
    await waitForStatus(await editor(), 'Valid JSON object');
  });

  test.step('undoes a word at a time and redoes it, through VS Code', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    const original = await textOf(frame);
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('first second');
    await waitForText(frame, 'first second{');
    await page.keyboard.press('ControlOrMeta+Z');
    await waitForText(frame, 'first {');
    await page.keyboard.press('ControlOrMeta+Z');
    await waitForWholeText(frame, original);
    await workbench.editors.waitDirty(tab, false);
    await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
    await waitForText(frame, 'first {');
    await page.keyboard.press('ControlOrMeta+Z');
    await workbench.editors.waitDirty(tab, false);
  });

  test.step('sends with Ctrl+S exactly the text that was typed, including the last letter', async () => {
    const { workbench, page } = session();
    const typed =
      '{ "properties": {"type": "AND", "values": [{"type": "person", "key": "seats", "operator": "exact", "value": [12345678901234567890, 1.0';
    await session().workbench.editors.replacePageText(typed);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(']}]}, "note": "caf\\u00e9" }');
    await workbench.save();
    // The tab can still be clean from before, when the last letter is on its way.
    await eventually('the save', async () => (await savedText()).includes('"note"'));
    await workbench.editors.waitDirty(tab, false);
    const saved = await savedText();
    assert.match(saved, /12345678901234567890,\s*1\.0\]/);
    assert.match(saved, /"note":\s*"caf\\u00e9"/);
  });

  test.step('shows the text as it is now, not as it was opened, when its page is loaded again', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('typed');
    await waitForText(frame, 'typed{');
    await eventually('VS Code to have it', () => session().isBackedUp('typed{'));
    await workbench.reloadPages('.cm-content');
    await waitForText(await editor(), 'typed{');
    await clickInto((await editor()).locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Z');
    await eventually('the text from before', async () => !(await textOf(await editor())).includes('typed'));
    await workbench.editors.waitDirty(tab, false);
  });

  test.step('opens as text, with the same changes, errors in Problems, and a way back', async () => {
    const { workbench, page } = session();
    await clickInto((await editor()).locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('typed');
    await workbench.run('View: Split Editor Right');
    await eventually('two editors', async () => (await pages()).length === 2);
    const [, right] = await pages();
    assert.ok(right);
    await right.getByRole('button', { name: 'Open as Text' }).click();
    await workbench.editors.waitForText('typed{');
    assert.ok(!(await workbench.dialog.box.isVisible()), 'nobody is asked to save or to throw away');
    await page.locator('.part.editor .monaco-editor .squiggly-error').first().waitFor();
    await workbench.screenshot('filters-5-as-text');
    await workbench.editors.replaceText('{"properties": {}}');
    const [left] = await pages();
    assert.ok(left);
    await waitForText(left, '{"properties": {}}');
    await workbench.run('File: Revert File');
    await workbench.editors.waitDirty(tab, false);
    await waitForText(left, '12345678901234567890');
    await workbench.run('View: Close Editor');
  });

  test.step('leaves the text with Escape and then Tab, has its own Find, and gives the workbench its keys', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    assert.equal(await frame.locator('.toolbar button:focus').count(), 1);
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+F');
    await frame.locator('[aria-label=Find]:focus').waitFor();
    await page.keyboard.press('Escape');
    await frame.locator('.cm-search').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+P');
    await workbench.quickInput.input.waitFor();
    await workbench.quickInput.cancel();
  });
});
