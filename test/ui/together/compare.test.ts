// Comparing a record's filters with another text, in VS Code's own diff editor.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { readClipboard } from '../driver/typing.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

describe('comparing filters', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);

  const side = (name: 'original' | 'modified'): Locator =>
    session().page.locator(`.part.editor .editor-group-container.active .monaco-diff-editor .editor.${name}`);

  async function waitForSide(name: 'original' | 'modified', text: string): Promise<void> {
    await eventually(`the ${name} side to show "${text}"`, async () =>
      (await side(name).locator('.view-lines').innerText()).replaceAll('\u00a0', ' ').includes(text),
    );
  }

  it('compares two records that are selected in the tree', async () => {
    const { workbench } = session();
    const html = '</script><!--<script>';
    await service().create('cohorts', 'Left one', {
      properties: { type: 'AND', values: [], left: true },
      html,
    });
    await service().create('cohorts', 'Right one', { properties: { type: 'AND', values: [], right: true } });
    await service().connect();
    await workbench.tree().select('Left one', 'Right one');
    await workbench.tree().choose('Right one', 'Compare Filters With…');
    await workbench.editors.waitFor('↔');
    await waitForSide('original', '"left": true');
    await waitForSide('modified', '"right": true');
    await workbench.screenshot('compare-1-two-records');
    await workbench.editors.closeAll();
  });

  it('compares with another record that the person searches for', async () => {
    const { workbench } = session();
    await workbench.tree().click('Left one');
    await workbench.tree().choose('Left one', 'Compare Filters With…');
    await workbench.quickInput.pick('Another Record…');
    await workbench.quickInput.type('Right');
    // The record used last is first until what was typed is ranked: VS Code knows a row by its index in the newest list.
    await eventually('the best match first', async () => {
      const [first] = await workbench.quickInput.rows();
      return first?.startsWith('Right one') ?? false;
    });
    await workbench.quickInput.pick('Right one');
    await workbench.editors.waitFor('Right one ↔ Left one');
    await waitForSide('original', '"right": true');
    await waitForSide('modified', '"left": true');
    await workbench.editors.closeAll();
  });

  it('compares with a file', async () => {
    const { workbench, workspaceDir } = session();
    await writeFile(path.join(workspaceDir, 'other.json'), '{"properties": {"kept": "in a file"}}\n');
    await workbench.tree().choose('Left one', 'Compare Filters With…');
    await workbench.quickInput.pick('A File…');
    await workbench.quickInput.chooseFile(path.join(workspaceDir, 'other.json'));
    await workbench.editors.waitFor('other.json ↔ Left one');
    await waitForSide('original', '"kept": "in a file"');
    await waitForSide('modified', '"left": true');
    await workbench.editors.closeAll();
  });

  it('compares what was typed with what the service has, and takes changes on that side', async () => {
    const { workbench, page } = session();
    await service().open('Left one');
    await service().waitForText('"html": "</script><!--<script>"');
    await service().type('Left one', '{"properties": {"typed": 1}}');
    // The page gets the focus back when the palette closes; where that comes late, it closes the question.
    await eventually('the question', async () => {
      await workbench.run('Cohort Deck: Compare Filters With…');
      await workbench.quickInput
        .row('Current Version on the Service')
        .locator('.label-name')
        .first()
        .click({ timeout: 5000 });
      return true;
    });
    await workbench.editors.waitFor('service ↔ Left one');
    await waitForSide('original', '"left": true');
    await waitForSide('modified', '"typed": 1');
    await workbench.screenshot('compare-2-service');
    await side('modified').locator('.view-lines').click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('  ');
    await waitForSide('modified', '  {"properties"');
    await workbench.editors.activate('Left one.filters.json');
    await service().waitForText('  {"properties": {"typed": 1}}');
    assert.match(await service().text(), /^ {2}\{/);
  });

  /** The page gets the focus back when a list closes; where that comes late, it closes the next one. */
  async function chooseFromHistory(
    action: string,
    name = 'Right one',
    change = 'Saved filters',
  ): Promise<void> {
    const { workbench } = session();
    await eventually(action, async () => {
      await workbench.tree().choose(name, 'Show History…');
      await workbench.quickInput.pick(change);
      await workbench.quickInput.row(action).locator('.label-name').first().click({ timeout: 5000 });
      return true;
    });
  }

  it('shows what was changed from here, and puts an old version back into the editor', async () => {
    const { workbench } = session();
    await service().open('Right one');
    await service().waitForText('"right": true');
    await service().type('Right one', '{"properties": {"type": "AND", "values": [], "second": 2}}');
    await workbench.save();
    await workbench.editors.waitDirty('Right one.filters.json', false);
    await workbench.tree().choose('Right one', 'Show History…');
    await workbench.quickInput.row('Saved filters').waitFor();
    await workbench.screenshot('compare-3-history');
    await workbench.quickInput.cancel();
    await chooseFromHistory('Show What Changed');
    await waitForSide('original', '"right": true');
    await waitForSide('modified', '"second": 2');
    await workbench.screenshot('compare-4-history-diff');
    await chooseFromHistory('Restore the Previous Version');
    await service().waitForText('"right": true');
    assert.ok(await workbench.editors.isDirty('Right one.filters.json'));
    await workbench.save();
    await workbench.editors.waitDirty('Right one.filters.json', false);
    await chooseFromHistory('Restore This Version');
    await workbench.page.getByText('The editor already has this version.').waitFor();
    assert.equal(await workbench.editors.isDirty('Right one.filters.json'), false);
    await workbench.tree().choose('Right one', 'Rename…');
    await workbench.quickInput.enter('Renamed one');
    await chooseFromHistory(
      'Rename Back to “Right one”',
      'Renamed one',
      'Renamed from “Right one” to “Renamed one”',
    );
    await workbench.tree().waitFor('Right one');
  });

  it('counts who is in one of two cohorts and who is in both, as a plot and as a table, and opens a part', async () => {
    const { workbench, page } = session();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.tree().select('Paying shops', 'Active this month');
    await workbench.tree().choose('Active this month', 'Compare Cohorts…');
    const frame = await workbench.editors.webview('.parts');
    await frame.locator('.plot svg.chart .dot.inside').first().waitFor();
    await workbench.notifications.dismissAll();
    await inEachTheme(session(), 'compare-5-cohorts', async () => frame);
    const personsOf = async (title: string): Promise<number> => {
      const row = frame.locator('.parts tbody tr').filter({ hasText: title });
      return Number((await row.locator('td').first().innerText()).replaceAll(',', ''));
    };
    const both = await personsOf('In both');
    const onService = async (name: string): Promise<number> => {
      const { results } = await service().ask('GET', 'cohorts/?limit=100');
      return results.find((cohort: { name: string }) => cohort.name === name).count;
    };
    const [paying, active] = [await onService('Paying shops'), await onService('Active this month')];
    assert.equal((await personsOf('Only in “Paying shops”')) + both, paying);
    assert.equal((await personsOf('Only in “Active this month”')) + both, active);
    await frame.getByRole('button', { name: 'Copy as Text' }).click();
    await eventually('the text', async () => (await readClipboard(page)).startsWith('●○ Paying shops'));
    await frame.getByRole('button', { name: 'Copy as Picture' }).click();
    await frame.locator('.notice').filter({ hasText: 'Copied as a picture' }).waitFor();
    await frame.getByRole('button', { name: 'Open as Table: In both' }).click();
    await workbench.editors.waitFor('In both');
    await workbench.editors.close('In both');
    await frame.getByRole('button', { name: 'Paying shops', exact: true }).click();
    const cohort = await workbench.editors.webview('h1:has-text("Paying shops")');
    await cohort.getByRole('button', { name: 'Compare Exports…' }).click();
    await eventually('the exports of the cohort', async () =>
      (await workbench.quickInput.rows()).some((row) =>
        row.includes(`${paying.toLocaleString('en')} persons`),
      ),
    );
    await page.keyboard.press('Enter');
    await workbench.quickInput.pick('Current Persons');
    const changes = await workbench.editors.webview('h1:has-text("Changes of")');
    const unchanged = changes.locator('.parts tbody tr').filter({ hasText: 'Unchanged' });
    assert.equal(await unchanged.locator('td').first().innerText(), paying.toLocaleString('en'));
    await workbench.screenshot('compare-6-exports');
    // VS Code takes several items for selected until another one is, even when they have left the tree.
    await workbench.tree().click('Paying shops');
    await workbench.editors.waitFor('Paying shops.filters.json');
    await workbench.editors.closeAll();
  });
});
