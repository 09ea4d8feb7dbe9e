// Completion, hover and warnings of the schemas, in the filters editor and in the text editor.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { textOf, waitForText } from '../driver/filtersPage.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { clickInto } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const cohort = 'Helped with';
const tab = `${cohort}.filters.json`;

describe('help while editing filters', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const editor = (): Promise<Frame> => session().workbench.editors.webview('.cm-content');

  before(async () => {
    await service().create('cohorts', cohort, { properties: { type: 'AND', values: [] } });
  });

  /** Puts the cursor behind a text that is there once. */
  async function goBehind(frame: Frame, text: string): Promise<void> {
    const { page } = session();
    const lines = (await textOf(frame)).split('\n');
    const line = lines.findIndex((one) => one.includes(text));
    assert.ok(line >= 0, `no ${text}`);
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    for (let at = 0; at < line; at++) await page.keyboard.press('ArrowDown');
    const column = (lines[line]?.indexOf(text) ?? 0) + text.length;
    const indent = /^ */.exec(lines[line] ?? '')?.[0].length ?? 0;
    await page.keyboard.press('Home'); // goes to the first letter
    for (let at = indent; at < column; at++) await page.keyboard.press('ArrowRight');
    await frame.getByText(`Ln ${line + 1}, Col ${column + 1}`).waitFor();
  }

  const person =
    '{\n  "properties": {\n    "type": "AND",\n    "values": [\n      {\n        "type": "person",\n        "key": "email",\n        "operator": "",\n        "value": "x"\n      }\n    ]\n  }\n}';

  test.step('suggests the operators of a condition, and inserts the chosen one', async () => {
    const { workbench, page } = session();
    await service().connect();
    const frame = await service().open(cohort);
    await session().workbench.editors.replacePageText(person);
    await goBehind(frame, '"operator": "');
    await page.keyboard.press('Control+Space');
    const list = frame.getByRole('listbox', { name: 'Suggestions' });
    await list.getByRole('option', { name: '"not_icontains"' }).waitFor();
    const selected = await list.getByRole('option', { selected: true }).getAttribute('id');
    assert.ok(selected);
    assert.equal(await frame.locator('.cm-content').getAttribute('aria-activedescendant'), selected);
    await page.keyboard.type('is_not_');
    await list.getByRole('option', { name: '"is_not_set"', selected: true }).waitFor();
    await frame.getByText('The property is not set. Needs no value.').waitFor();
    await workbench.screenshot('assist-1-operators');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await waitForText(frame, '"operator": "is_not_set",');
  });

  test.step('suggests while typing, and Escape closes the list and nothing else', async () => {
    const { page } = session();
    const frame = await editor();
    await goBehind(frame, '"x"');
    await page.keyboard.type(',');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"');
    const list = frame.getByRole('listbox', { name: 'Suggestions' });
    await list.getByRole('option', { name: 'negation' }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await waitForText(frame, '""');
    await page.keyboard.type('neg');
    await list.getByRole('option', { name: 'negation', selected: true }).waitFor();
    await page.keyboard.press('Tab');
    await waitForText(frame, '"negation": ');
  });

  test.step('inserts a whole condition, formatted for its place', async () => {
    const { page } = session();
    const frame = await editor();
    await session().workbench.editors.replacePageText(
      '{\n  "properties": {\n    "type": "AND",\n    "values": [\n      \n    ]\n  }\n}',
    );
    await goBehind(frame, '"values": [');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Space');
    const option = frame.getByRole('option', { name: 'Condition: person property' });
    await option.waitFor();
    await inEachTheme(session(), 'assist-2-conditions', async () => frame);
    await option.click();
    await waitForText(
      frame,
      '      {\n        "type": "person",\n        "key": "email",\n        "operator": "exact",\n        "value": "value"\n      }',
    );
    await page.keyboard.type('plan');
    await frame.getByRole('option', { name: '"plan"', selected: true, exact: true }).waitFor();
    await page.keyboard.press('Tab'); // takes it, as it does wherever the list comes before the key
    await waitForText(frame, '"key": "plan",');
    await page.keyboard.press('Tab');
    await page.keyboard.type('icont');
    await frame.getByRole('option', { name: '"icontains"', selected: true }).waitFor();
    await page.keyboard.press('Tab');
    await waitForText(frame, '"operator": "icontains",');
    await page.keyboard.press('Tab');
    await page.keyboard.type('pro');
    await waitForText(frame, '"key": "plan",\n        "operator": "icontains",\n        "value": "pro"\n');
  });

  test.step('suggests properties that other filters use, and cohorts by their names', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    await session().workbench.editors.replacePageText(person.replace('"key": "email"', '"key": ""'));
    await goBehind(frame, '"key": "');
    await page.keyboard.press('Control+Space');
    await frame.getByRole('option', { name: '"plan"', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const condition = '        "type": "cohort",\n        "key": "id",\n        "value": ""\n';
    await session().workbench.editors.replacePageText(
      `{\n  "properties": {\n    "values": [\n      {\n${condition}      }\n    ]\n  }\n}`,
    );
    await goBehind(frame, '"value": "');
    await page.keyboard.press('Control+Space');
    await page.keyboard.type('dach');
    await frame.getByRole('option', { name: 'DACH customers', selected: true }).waitFor();
    await workbench.screenshot('assist-6-cohorts');
    await page.keyboard.press('Enter');
    await eventually('the id of the cohort', async () => /"value": \d+\n/.test(await textOf(frame)));
    await session().workbench.editors.replacePageText(person);
  });

  test.step('explains a key when the pointer rests on it, until Escape or something typed', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    await page.keyboard.press('ControlOrMeta+Home');
    const key = frame.locator('.cm-line').filter({ hasText: '"operator"' }).locator('.json-key');
    await key.hover();
    const box = frame.locator('.hover').filter({ hasText: 'How to compare the property with value' });
    await box.waitFor();
    await workbench.screenshot('assist-3-hover');
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await frame.locator('.status').hover();
    await key.hover();
    await box.waitFor();
    await page.keyboard.press('Space');
    await box.waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await waitForText(frame, person);
  });

  test.step('warns about a meaningless value, in the page and in Problems, until it is corrected', async () => {
    const { workbench, page } = session();
    const frame = await editor();
    await session().workbench.editors.replacePageText(person.replace('"operator": ""', '"operator": 7'));
    const mark = frame.locator('.cm-lintRange-warning');
    await mark.filter({ hasText: '7' }).waitFor();
    await workbench.run('Problems: Focus on Problems View');
    const row = page.locator('.part.panel .markers-panel .monaco-list-row').filter({ hasText: 'is_not_set' });
    await row.first().waitFor();
    await workbench.screenshot('assist-4-warning');
    await session().workbench.editors.replacePageText(
      person.replace('"operator": ""', '"operator": "regex"'),
    );
    await mark.waitFor({ state: 'detached' });
    await row.first().waitFor({ state: 'detached' });
    await workbench.save();
    await workbench.editors.waitDirty(tab, false);
  });
});
