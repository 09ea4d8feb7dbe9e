// Typed text survives a service that is offline, a lost response, a killed window and a deleted record. So
// does a running export.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually, tryMs } from '../driver/eventually.ts';
import { isKept } from '../driver/keptText.ts';
import { pasteInto } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';
import { jsonOf } from './structurePage.ts';

const leaf = (key: string, value: string) => ({ type: 'person', key, operator: 'exact', value });
const filters = (plan: string, city: string) => ({
  properties: { type: 'AND', values: [leaf('plan', plan), leaf('city', city)] },
});
const textOf = (plan: string, city: string) => JSON.stringify(filters(plan, city), null, 2);

describe('a text that was not saved', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const names = ['Offline', 'Hidden', 'To rename', 'Killed', 'Given up', 'Missing scope'];
  const inStructure = 'In the structure';
  const written = '{"type": "formula", "key": "written before the end';

  const tab = (name: string) => `${name}.filters.json`;

  async function edit(name: string, plan = 'mine'): Promise<void> {
    await service().open(name);
    await service().waitForText('"Rome"');
    await service().type(name, textOf(plan, 'Rome'));
  }

  /** In the filters editor or in VS Code's own: a window that was killed early may come back with that one. */
  async function waitForAnywhere(text: string): Promise<void> {
    const { page } = session();
    await eventually(`an editor to show ${text}`, async () => {
      const shown = await Promise.all(
        page.frames().map((frame) => frame.locator('.cm-line, .monaco-editor .view-line').allTextContents()),
      );
      return shown.some((lines) => lines.join('\n').includes(text));
    });
  }

  afterEach(() => service().tidy());

  /** One message for what no page says, which names all that failed; VS Code has none of its own. */
  async function failToSaveAndRename(): Promise<void> {
    const { workbench } = session();
    await workbench.run('File: Save All Files');
    await workbench.notifications.wait(/is offline.*Could not save “Hidden”\./);
    // The first failure of an outage redraws the tree, which loses a key that is pressed meanwhile.
    await eventually('the box for the name', async () => {
      await workbench.tree().press('To rename', 'F2');
      await workbench.quickInput.waitForMessage('Enter a name', tryMs);
      return true;
    });
    await workbench.quickInput.enter('Renamed');
    await workbench.tree().waitForDescription('Brightloaf Web', /3 to retry/);
    const said = await workbench.notifications.wait('Retry 3 Changes');
    for (const what of ['save “Offline”', 'save “Hidden”', 'rename “To rename”'])
      assert.ok(said.includes(`Could not ${what}`), said);
    await workbench.screenshot('recovery-1-all');
    // It takes the place of the one before, which closes.
    await eventually('one message', async () => (await workbench.notifications.texts()).length === 1);
  }

  test.step('without a network stays, and is sent once there is one', async () => {
    const { workbench } = session();
    for (const name of names) {
      await service().create('cohorts', name, filters('free', 'Rome'));
    }
    const condition = { type: 'formula', key: 'a > 1', value: null };
    await service().create('cohorts', inStructure, { properties: { type: 'AND', values: [condition] } });
    await service().connect();
    await edit('Hidden');
    await edit('Offline');
    await service().stop();
    await workbench.save();
    const banner = (await workbench.editors.webview('.cm-content')).locator('.banner-error');
    await banner.getByText(/^Not saved at .*: Cannot connect/).waitFor();
    await workbench.tree().waitForDescription('Brightloaf Web', /1 to retry/);
    await workbench.screenshot('recovery-1-offline');
    assert.ok(await workbench.editors.isDirty(tab('Offline')));
    assert.deepEqual(await workbench.notifications.texts(), [], 'the banner and the tree say it');
    await failToSaveAndRename();
    await service().start();
    await banner.getByText('The service is responding again. Save now?').waitFor();
    await workbench.screenshot('recovery-1-back');
    await banner.getByRole('button', { name: 'Retry' }).click();
    await workbench.editors.waitDirty(tab('Offline'), false);
    await workbench.tree().waitForDescription('Brightloaf Web', /2 to retry/);
    await workbench.tree().pressButton('Brightloaf Web', 'Retry Failed Changes');
    await workbench.editors.waitDirty(tab('Hidden'), false);
    await workbench.tree().waitFor('Renamed');
    await workbench.tree().waitForDescription('Brightloaf Web', /^(?!.*to retry)/);
    assert.deepEqual(await service().filtersOf('Offline'), filters('mine', 'Rome'));
    assert.deepEqual(await service().filtersOf('Hidden'), filters('mine', 'Rome'));
    assert.ok(!(await workbench.notifications.texts()).join().includes('Failed to save'));
  });

  async function openStructure(): Promise<Locator> {
    const json = jsonOf(await service().open(inStructure));
    await json.waitFor();
    return json;
  }

  /** Its tab may come back with the window. */
  async function restoreStructure(): Promise<void> {
    const { workbench } = session();
    await workbench.openView('Cohort Deck');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    const json = await openStructure();
    await eventually('it to be in its field', async () => (await json.inputValue()) === written);
    await workbench.screenshot('recovery-5-structure');
    await json.click();
    await workbench.press('Escape');
    await eventually('it to be forgotten', async () => !(await isKept(session(), 'written before the end')));
    await workbench.editors.close(tab(inStructure));
  }

  const exportsDir = () => path.join(session().storageDir, 'exports');
  const exported = async (extension: string) =>
    (await readdir(exportsDir())).filter((name) => name.endsWith(extension));

  /** Leaves an export that has a whole page on the disk and waits for its third. The first takes longer than a checkpoint's second. */
  async function beginExport(): Promise<void> {
    const { workbench } = session();
    service().inject('latency=1500;path=offset=0, latency=600000;path=offset=2000');
    await workbench.tree().choose('Everyone with an email', 'Export Persons…');
    await workbench.quickInput.pick('JSON');
    await workbench.notifications.wait(/[1-4],\d\d\d of [\d,]+ persons/);
    await eventually('a whole page on the disk', async () => (await exported('.resume')).length > 0);
  }

  /** The window offers it by itself; resumed, it has each person once. */
  async function resumeExport(): Promise<void> {
    const { workbench } = session();
    const earlier = await exported('.json');
    const interrupted = /interrupted after [1-4],\d\d\d of [\d,]+ persons/;
    const offer = await workbench.notifications.wait(interrupted);
    await workbench.screenshot('recovery-6-export');
    assert.equal((await exported('.part')).length, 1, 'what was written is kept');
    service().inject('');
    await workbench.notifications.press(interrupted, 'Resume');
    await workbench.notifications.wait(/Exported all [\d,]+ persons of “Everyone with an email”/);
    const [, count = ''] = / of ([\d,]+) persons/.exec(offer) ?? [];
    const [file = ''] = (await exported('.json')).filter((name) => !earlier.includes(name));
    const persons: { id: string }[] = JSON.parse(await readFile(path.join(exportsDir(), file), 'utf8'));
    assert.equal(persons.length, Number(count.replaceAll(',', '')));
    assert.equal(new Set(persons.map(({ id }) => id)).size, persons.length);
    assert.deepEqual(await exported('.part'), []);
    await workbench.editors.close(file);
  }

  test.step('is restored with its base after its window was killed, and can be discarded; so is an export', async () => {
    const { workbench } = session();
    await pasteInto(await openStructure(), written);
    await eventually('what is written to be kept', () => isKept(session(), 'written before the end'));
    await edit('Killed');
    await eventually('VS Code to have kept a copy', () => session().isBackedUp('"mine"'));
    await edit('Given up', 'nobody’s');
    await eventually('VS Code to have kept another', () => session().isBackedUp('"nobody’s"'));
    assert.ok(await isKept(session(), 'written before the end'));
    await beginExport();
    await workbench.reload();
    await restoreStructure();
    await resumeExport();
    await workbench.editors.waitDirty(tab('Given up'), true);
    await workbench.editors.waitDirty(tab('Killed'), true);
    await workbench.editors.activate(tab('Given up'));
    await waitForAnywhere('"nobody’s"');
    await workbench.run('File: Revert File');
    await workbench.editors.waitDirty(tab('Given up'), false);
    await waitForAnywhere('"free"');
    await workbench.editors.close(tab('Given up'));
    await service().change('Killed', { filters: filters('free', 'Constantinople') });
    // A killed window may restore older tabs, so it is unknown which one shows.
    await workbench.editors.activate(tab('Killed'));
    await waitForAnywhere('"mine"');
    assert.ok(await workbench.editors.isDirty(tab('Killed')));
    await workbench.screenshot('recovery-2-back');
    await workbench.save();
    assert.match(await workbench.dialog.text(), /Merge keeps both/);
    await workbench.dialog.press('Merge');
    await waitForAnywhere('"Constantinople"');
    await workbench.notifications.press(/Merged 1 change/, 'Save');
    await workbench.editors.waitDirty(tab('Killed'), false);
    assert.deepEqual(await service().filtersOf('Killed'), filters('mine', 'Constantinople'));
  });

  test.step('is shown in a window that opens without a network, and so is a saved text', async () => {
    const { workbench } = session();
    const frame = () => workbench.editors.webview('.cm-content', tab('Offline'));
    await service().open('Offline');
    await service().waitForText('"mine"');
    await workbench.run('View: Keep Editor');
    await edit('Missing scope', 'typed before');
    await eventually('VS Code to have kept a copy', () => session().isBackedUp('"typed before"'));
    await service().stop();
    await workbench.reloadWindow();
    await waitForAnywhere('"typed before"');
    assert.ok(await workbench.editors.isDirty(tab('Missing scope')));
    await workbench.editors.activate(tab('Offline'));
    await service().waitForText('"mine"');
    const banner = (await frame()).locator('.banner', { hasText: 'cannot be reached' });
    await banner.waitFor();
    await workbench.tree().waitForDescription('Brightloaf Web', /offline/); // a message would be there, too
    assert.deepEqual(await workbench.notifications.texts(), [], 'the banner and the tree say it');
    await workbench.screenshot('recovery-6-last-known');
    await service().start();
    await banner.waitFor({ state: 'hidden' });
    await service().type('Offline', textOf('again', 'Rome'));
    await workbench.save();
    await workbench.editors.waitDirty(tab('Offline'), false);
    assert.deepEqual(await service().filtersOf('Offline'), filters('again', 'Rome'));
    await workbench.editors.activate(tab('Missing scope'));
    await waitForAnywhere('"typed before"');
    await workbench.run('File: Revert File');
    await workbench.editors.waitDirty(tab('Missing scope'), false);
  });

  test.step('stays unsaved if the key lacks the scope; the error names the scope and offers to change the key', async () => {
    const { workbench } = session();
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    await edit('Missing scope');
    service().inject('status=403;scope=cohort:write;method=PATCH');
    await workbench.save();
    const buttons = await workbench.notifications.buttons(/Change the key of/);
    assert.deepEqual(buttons, ['Change Key…', 'Show Log', 'Close']);
    assert.equal((await workbench.notifications.texts()).length, 1);
    const frame = await workbench.editors.webview('.cm-content');
    await frame.locator('.banner-error', { hasText: 'lacks the scope “cohort:write”' }).waitFor();
    await workbench.screenshot('recovery-4-scope');
    await service().waitForText('"mine"');
    assert.ok(await workbench.editors.isDirty(tab('Missing scope')));
    await workbench.press('ControlOrMeta+Z'); // once: that the text stayed unsaved is no step of its own
    await service().waitForText('"free"');
    await workbench.press('ControlOrMeta+Shift+Z');
    await service().waitForText('"mine"');
    service().inject('');
    await workbench.notifications.press(/Change the key of/, 'Change Key…');
    await service().enterKey();
    await workbench.notifications.waitGone(/Change the key of/);
    await workbench.save();
    await workbench.editors.waitDirty(tab('Missing scope'), false);
    assert.deepEqual(await service().filtersOf('Missing scope'), filters('mine', 'Rome'));
  });
});
