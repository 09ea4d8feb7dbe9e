// The filters editor as one of VS Code's editors: beside others on the same document, folded, compared.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { textOf, waitForText, waitForWholeText } from '../driver/filtersPage.ts';
import { clickInto } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const name = 'Seats';
const tab = `${name}.filters.json`;

describe('the filters editor, as any editor', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  let original = '';

  /** The filters pages that show, from left to right as they were opened. */
  const pages = () => session().workbench.editors.webviews('.cm-content');
  const editor = (): Promise<Frame> => session().workbench.editors.webview('.cm-content');

  test.step('undoes in one page what was typed in the other, and redoes it', async () => {
    const { workbench, page } = session();
    await service().create('cohorts', name, { properties: { type: 'AND', values: [] }, seats: [1, 2] });
    await service().connect();
    const left = await service().open(name);
    original = await textOf(left);
    await clickInto(left.locator('.cm-content'));
    await workbench.run('View: Split Editor Right');
    await eventually('two pages', async () => (await pages()).length === 2);
    const right = (await pages()).find((frame) => frame !== left);
    assert.ok(right);
    await clickInto(right.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('typed');
    for (const frame of [left, right]) await waitForText(frame, 'typed{');
    await clickInto(left.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Z');
    for (const frame of [left, right]) {
      await eventually('“typed” to be gone', async () => !(await textOf(frame)).includes('typed'));
    }
    await workbench.editors.waitDirty(tab, false);
    await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
    for (const frame of [left, right]) await waitForText(frame, 'typed{');
    await page.keyboard.press('ControlOrMeta+Z');
    await workbench.editors.waitDirty(tab, false);
    await clickInto(right.locator('.cm-content'));
    await workbench.run('View: Close Editor');
    await eventually('one page', async () => (await pages()).length === 1);
  });

  test.step('folds and unfolds', async () => {
    const { page } = session();
    const frame = await editor();
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+Shift+BracketLeft');
    await frame.locator('.fold-mark').waitFor();
    assert.doesNotMatch(await textOf(frame), /"values"/);
    await frame.locator('.fold-mark').click({ delay: 200 }); // as long as a key press takes
    await waitForWholeText(frame, original);
  });

  test.step('takes VS Code’s editing keys', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await workbench.editors.replacePageText('{\n  "a": [1, 1],\n  "b": 1\n}');
    await press('ControlOrMeta+Home', 'ArrowDown', 'End', 'ControlOrMeta+]');
    await waitForWholeText(frame, '{\n    "a": [1, 1],\n  "b": 1\n}');
    await press('ControlOrMeta+[', 'ControlOrMeta+Enter');
    await page.keyboard.type('below');
    await waitForWholeText(frame, '{\n  "a": [1, 1],\n  below\n  "b": 1\n}');
    await press('ControlOrMeta+Shift+KeyK');
    await waitForWholeText(frame, '{\n  "a": [1, 1],\n  "b": 1\n}');
    await press('ControlOrMeta+Home', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft');
    await press('ControlOrMeta+Shift+KeyL');
    await frame.getByText('3 selections').waitFor();
    await page.keyboard.type('22');
    await waitForWholeText(frame, '{\n  "a": [22, 22],\n  "b": 22\n}');
    await press('Escape', 'Control+G');
    await frame.getByRole('textbox', { name: 'Go to Line' }).waitFor();
    await workbench.screenshot('editor-3-go-to-line');
    await page.keyboard.type('3:4');
    await press('Enter');
    await frame.getByText('Ln 3, Col 5').waitFor();
    await page.keyboard.type('c');
    await waitForWholeText(frame, '{\n  "a": [22, 22],\n  "bc": 22\n}');
    await press('ControlOrMeta+Home', 'ControlOrMeta+Z');
    await frame.getByText('Ln 3, Col 5').waitFor(); // where the text changes
    await press('ControlOrMeta+K', 'ControlOrMeta+]'); // a chord of VS Code's or of nobody: nothing is indented
    await frame
      .locator('.cm-line')
      .first()
      .click({ modifiers: ['Alt'] });
    await frame.getByText('2 selections').waitFor();
    await page.keyboard.type('z'); // typed into the text: neither a chord nor the menu bar takes it
    await waitForWholeText(frame, '{z\n  "a": [22, 22],\n  "bz": 22\n}');
    await press('Escape');
    await frame.getByText('Ln 1, Col 3').waitFor();
    await press('ControlOrMeta+H');
    await page.keyboard.type('22');
    await press('Alt+Enter');
    await frame.getByText('3 selections').waitFor();
    await press('Escape');
    await page.keyboard.type('7');
    await waitForWholeText(frame, '{z\n  "a": [7, 7],\n  "bz": 7\n}');
    await workbench.run('File: Revert File');
    await waitForWholeText(frame, original);
  });

  test.step('is compared with what is saved in VS Code’s own diff editor, and reverted', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('other');
    await workbench.editors.waitDirty(tab, true);
    await workbench.run('File: Compare Active File with Saved');
    await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    await workbench.screenshot('editor-2-with-saved');
    await workbench.editors.activate(tab);
    await clickInto((await editor()).locator('.cm-content'));
    await workbench.run('File: Revert File');
    await waitForWholeText(await editor(), original);
    await workbench.editors.waitDirty(tab, false);
  });
});
