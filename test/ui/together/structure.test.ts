// The structure view in VS Code: its document, undo, saves and colors. test/pages/filters has what the page does by itself.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe } from 'node:test';
import { root } from '../../../.scripts/processes.ts';
import { type Theme, themes } from '../driver/colorTheme.ts';
import { eventually } from '../driver/eventually.ts';
import { textOf, waitForText, waitForWholeText } from '../driver/filtersPage.ts';
import { isKept } from '../driver/keptText.ts';
import { pasteInto, typeInto } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { marks } from '../../pages/driver/vsCode.ts';
import { jsonOf, row } from './structurePage.ts';

const cohort = 'Structure of all kinds';
const tab = `${cohort}.filters.json`;

/** Unusual numbers, an escape, unknown keys and an unknown condition: all must be kept as they are. */
const filters = `{
  "properties": {
    "type": "AND",
    "values": [
      { "key": "email", "type": "person", "value": "@acme.com", "operator": "icontains", "label": {"a": 1.0} },
      { "key": "seats", "type": "person", "value": 12345678901234567890, "operator": "gt" },
      { "key": "caf\\u00e9 visited", "type": "behavioral", "event_type": "events", "value": "performed_event", "time_value": 30, "time_interval": "day" },
      { "key": "id", "type": "cohort", "value": 1 },
      { "type": "formula", "key": "a > 1e400", "value": null }
    ]
  }
}`;

describe('the structure view', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  let id = 0;

  before(async () => {
    id = await service().create('cohorts', cohort, filters);
  });

  test.step('shows the conditions, with what the service knows of them, in the colors of VS Code', async () => {
    const { workbench } = session();
    await service().connect();
    const frame = await service().open(cohort);
    await row(frame, 'in cohort “Internal & test accounts” (1)').waitFor();
    assert.equal(await workbench.editors.isDirty(tab), false);
  });

  for (const theme of themes)
    test.step(`has the colors of ${theme} that tests of pages use`, async (step) => {
      await session().useTheme(theme);
      const frame = await session().workbench.editors.webview('.toolbar');
      await frame.locator(`body.${marks[theme].replaceAll(' ', '.')}`).waitFor();
      const colors = await frame.evaluate((names) => {
        const { style } = document.documentElement;
        return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
      }, colorsInUse());
      if (isPinned) step.assert.fileSnapshot(colors, fileOfColors(theme), { serializers: [toJson] });
    });

  test.step('writes a typed value into the document, which VS Code undoes and redoes', async () => {
    const { page, workbench } = session();
    await session().useTheme('Light 2026');
    const frame = await workbench.editors.webview('.toolbar');
    const original = await textOf(frame);
    const value = row(frame, 'email contains').getByLabel('Value', { exact: true });
    await typeInto(value, '@x.org');
    await workbench.editors.waitDirty(tab, true);
    await page.keyboard.press('ControlOrMeta+Z');
    await waitForWholeText(frame, original);
    await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
    await waitForText(frame, '"@x.org"');
  });

  test.step('applies JSON in a field as the document is saved, and leaves the rest as it was', async () => {
    const { workbench } = session();
    const frame = await workbench.editors.webview('.toolbar');
    await pasteInto(
      row(frame, 'email contains').getByRole('textbox', { name: 'label as JSON' }),
      '{"a": 2.0}',
    );
    await workbench.save();
    await workbench.editors.waitDirty(tab, false);
    const saved = await service().read(`cohorts/${id}/`);
    for (const kept of [String.raw`caf\u00e9 visited`, '12345678901234567890', '"formula"', '"@x.org"'])
      assert.ok(saved.includes(kept), kept);
    assert.match(saved, /"label":\s*\{\s*"a":\s*2\.0\s*\}/);
  });

  test.step('offers unapplied JSON when its tab closes', async () => {
    const { workbench } = session();
    const field = async () => jsonOf(await workbench.editors.webview('.toolbar'));
    await pasteInto(await field(), '{"type": "formula", "key": "not finis');
    await workbench.editors.close(tab);
    const message = 'was closed with unapplied JSON in its structure';
    await workbench.notifications.wait(message);
    await workbench.screenshot('structure-json-6-closed');
    assert.ok(await isKept(session(), 'not finis'), 'until the person has decided');
    await workbench.notifications.press(message, 'Open as New File');
    await workbench.editors.waitForText('{"type": "formula", "key": "not finis');
    await eventually('it to be forgotten', async () => !(await isKept(session(), 'not finis')));
    await workbench.run('View: Revert and Close Editor');
  });

  test.step('leads to the groups of a cohort that has no filters', async () => {
    const { workbench } = session();
    const frame = await service().open('Older import (groups)');
    await frame.getByText('This cohort is defined by its groups, not by filters.').waitFor();
    await frame.getByRole('button', { name: 'Edit Groups' }).click();
    await workbench.editors.waitFor('Older import (groups).groups.json');
  });
});

/** Other versions of VS Code may have other colors. */
const isPinned = process.env.COHORT_DECK_VSCODE === undefined;

/** `npm run ui -- structure --test-update-snapshots` writes it. */
const fileOfColors = (theme: Theme): string => path.join(root, `test/pages/driver/themes/${theme}.json`);

const toJson = (colors: unknown): string => `${JSON.stringify(colors, null, 2)}\n`;

/** The variables of VS Code that pages use. */
function colorsInUse(): readonly string[] {
  const files = globSync(path.join(root, 'src/webview/**/*.{css,ts,tsx}'));
  const names = files.flatMap(
    (file) => readFileSync(file, 'utf8').match(/--vscode-[a-zA-Z]+(-[a-zA-Z]+)*/g) ?? [],
  );
  return [...new Set(names)].toSorted();
}
