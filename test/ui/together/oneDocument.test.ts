// One document in several tabs, and what keeps it from being saved.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, before, describe } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { hoverUntil } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const filters = (plan: string, city: string) => ({ properties: { type: 'AND', values: [] }, plan, city });
const textOf = (plan: string, city: string) => JSON.stringify(filters(plan, city), null, 2);

describe('one document', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const tab = (name: string) => `${name}.filters.json`;

  async function open(name: string): Promise<void> {
    await service().open(name);
    await service().waitForText('"Rome"');
  }

  const banner = async (): Promise<string> =>
    (await session().workbench.editors.webview('.banner')).locator('.banner').innerText();
  const waitForBanner = (text: RegExp): Promise<void> =>
    eventually(`a banner with ${text}`, async () => text.test(await banner()));

  async function waitForTabs(count: number): Promise<void> {
    const tabs = session().page.locator('.part.editor .tab');
    await eventually(`${count} tabs`, async () => (await tabs.count()) === count);
  }

  before(async () => {
    for (const name of ['Tabs', 'Kept', 'Scope'])
      await service().create('cohorts', name, filters('free', 'Rome'));
    await service().create('cohorts', 'Left', filters('left', 'Rome'));
    await service().connect();
  });
  afterEach(() => service().tidy());

  test.step('has one tab, in the editor that the person chooses', async () => {
    const { workbench, page } = session();
    await open('Tabs');
    await workbench.run('Cohort Deck: Open Filters as Text');
    await workbench.editors.waitForText('"Rome"');
    await waitForTabs(1);
    await workbench.openFilters('Kept');
    await workbench.editors.waitFor(tab('Kept'));
    await workbench.openFilters('Tabs');
    await workbench.editors.waitForText('"Rome"');
    await workbench.tree().choose('Tabs', 'Edit Filters');
    await workbench.editors.waitForText('"Rome"');
    await waitForTabs(2);
    await workbench.screenshot('one-document-1-as-text');
    await hoverUntil(
      page.locator('.tab', { hasText: tab('Tabs') }),
      page.locator('.workbench-hover', { hasText: /^Brightloaf Web \(1\)\/cohorts\/\d+\/Tabs\./ }),
    );
    await page.locator('.editor-actions .action-label[aria-label^="Edit Filters"]').first().click();
    await service().waitForText('"Rome"');
    await waitForTabs(2);
    await workbench.tree().choose('Tabs', 'Open As', 'Open Filters as Text');
    await workbench.editors.waitForText('"Rome"');
    await waitForTabs(2);
  });

  test.step('of a cohort that was deleted meanwhile is kept as a file, or brings the cohort back', async () => {
    const { workbench, workspaceDir } = session();
    await open('Kept');
    await service().type('Kept', textOf('mine', 'Rome'));
    await service().change('Kept', { deleted: true });
    await workbench.save();
    assert.match(await workbench.dialog.text(), /“Kept” was deleted on the service/);
    const buttons = (await workbench.dialog.buttons()).toSorted();
    assert.deepEqual(buttons, ['Keep Editing', 'Restore with This Text', 'Save as File…']);
    await workbench.dialog.press('Save as File…');
    const file = path.join(workspaceDir, 'kept.json');
    await workbench.quickInput.chooseFile(file);
    await eventually('the file', async () => (await readFile(file, 'utf8')) === textOf('mine', 'Rome'));
    await workbench.statusItem('Not saved. Save again to restore it.').waitFor(); // for seconds only
    await workbench.notifications.wait('Saved “kept.json”.');
    await workbench.notifications.dismissAll();
    await workbench.screenshot('one-document-2-kept');
    assert.ok(await workbench.editors.isDirty(tab('Kept')));
    await workbench.save();
    await workbench.dialog.press('Restore with This Text');
    await workbench.editors.waitDirty(tab('Kept'), false);
    const cohort = await service().find('Kept');
    assert.equal(cohort.deleted, false);
    assert.deepEqual(cohort.filters, filters('mine', 'Rome'));
    assert.deepEqual(await workbench.notifications.texts(), []);
  });

  test.step('with unsaved text is asked about before its project is removed, and can still be saved', async () => {
    const { workbench } = session();
    await open('Tabs');
    await service().type('Tabs', textOf('without its project', 'Rome'));
    await workbench.tree().choose('Brightloaf Web', 'Remove Project…');
    assert.match(
      await workbench.dialog.text(),
      /1 document has unsaved changes\. .* can be saved from there/,
    );
    await workbench.screenshot('one-document-9-remove-project');
    await workbench.dialog.press('Remove Project without Saving');
    await workbench.tree().waitGone('Brightloaf Web');
    await workbench.save();
    assert.match(await workbench.dialog.text(), /is not in the tree any more\. Send the change anyway\?/);
    await workbench.dialog.press('Save');
    await workbench.editors.waitDirty(tab('Tabs'), false);
    assert.deepEqual(await service().filtersOf('Tabs'), filters('without its project', 'Rome'));
    await workbench.run('Cohort Deck: Add Project…');
    await workbench.quickInput.row('Brightloaf Web').waitFor();
    await workbench.quickInput.pickMany(['Brightloaf Mobile App']); // ticked at first, as all are
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
  });

  test.step('with unsaved text is asked about before its connection is removed', async () => {
    const { workbench } = session();
    await open('Tabs');
    await workbench.run('View: Keep Editor'); // its tab stays beside the next one
    await open('Left');
    await service().waitForText('"left"');
    await service().type('Left', textOf('mine', 'Rome'));
    await workbench.run('Cohort Deck: Disconnect');
    assert.match(await workbench.dialog.text(), /1 document has unsaved changes/);
    await workbench.screenshot('one-document-7-disconnect');
    await workbench.dialog.press('Save and Disconnect');
    await waitForTabs(0);
    assert.deepEqual(await service().filtersOf('Left'), filters('mine', 'Rome'));
  });

  test.step('whose connection was removed keeps its text, says so, and is saved once the connection is back', async () => {
    const { workbench } = session();
    await service().connectAgain();
    await service().open('Left');
    await service().waitForText('"mine"');
    await service().type('Left', textOf('later', 'Rome'));
    await workbench.run('Cohort Deck: Disconnect');
    await workbench.dialog.press('Disconnect without Saving');
    await workbench.waitForSidebarText('Try with Sample Data');
    await workbench.save();
    await waitForBanner(/Not saved at .*Its connection or project was removed/);
    await workbench.screenshot('one-document-8-gone');
    assert.deepEqual(await workbench.notifications.texts(), []);
    await service().waitForText('"later"');
    await service().connectAgain();
    await workbench.editors.activate(tab('Left'));
    await workbench.save();
    await workbench.editors.waitDirty(tab('Left'), false);
    assert.deepEqual(await service().filtersOf('Left'), filters('later', 'Rome'));
  });

  test.step('for which the key lacks a scope is read-only as soon as its text is discarded, and says why', async () => {
    const { workbench } = session();
    await open('Scope');
    await service().type('Scope', textOf('mine', 'Rome'));
    service().inject('status=403;scope=cohort:write;method=PATCH');
    await workbench.save();
    await waitForBanner(/Not saved at .*lacks the scope “cohort:write”/);
    await service().type('Scope', textOf('mine, and more', 'Rome'));
    await workbench.notifications.dismissAll();
    await workbench.run('File: Revert File');
    await eventually('the page to say why', async () => {
      const said = await banner();
      return said.includes('lacks the scope “cohort:write”') && !said.includes('Not saved at');
    });
    await service().waitForText('"free"');
    await workbench.screenshot('one-document-4-scope');
    await workbench.run('Cohort Deck: Open Filters as Text');
    await workbench.editors.waitForText('"free"');
    await workbench.statusItem(/lacks the scope “cohort:write”/).waitFor();
    await workbench.editors.replaceText('typed all the same');
    await workbench.editors.waitForText('"free"');
    assert.ok(!(await workbench.editors.isDirty(tab('Scope'))));
    await workbench.screenshot('one-document-5-scope-text');
    service().inject('');
    await workbench.run('Cohort Deck: Change Key…');
    await service().enterKey();
    await workbench.statusItem(/lacks the scope “cohort:write”/).waitFor({ state: 'hidden' });
    await workbench.run('Cohort Deck: Edit Filters');
    await service().type('Scope', textOf('with another key', 'Rome'));
    await workbench.save();
    await workbench.editors.waitDirty(tab('Scope'), false);
    assert.deepEqual(await service().filtersOf('Scope'), filters('with another key', 'Rome'));
  });
});
