// Settings of the editor that the filters page keeps to: auto save, which says once what keeps it from saving, and word wrap.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { clickInto } from '../driver/typing.ts';
import { useSharedWorkbench, useWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const filters = (city: string) => ({ properties: { type: 'AND', values: [] }, city });
const textOf = (city: string) => JSON.stringify(filters(city), null, 2);

describe('auto save of all files', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const tab = 'Not sent.filters.json';
  before(() => session().changeSettings({ 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 }));
  afterEach(() => service().tidy());

  it('sends no filters, says so once, and Ctrl+S sends them', async () => {
    const { workbench } = session();
    await service().create('cohorts', 'Not sent', filters('Rome'));
    await service().connect();
    await service().open('Not sent');
    await service().waitForText('"Rome"');
    await workbench.editors.replacePageText(textOf('Oslo'));
    await workbench.notifications.wait(/Auto Save does not send changes to dashboards and cohorts/);
    await workbench.screenshot('auto-save-0-not-sent');
    await workbench.notifications.dismissAll();
    await workbench.editors.replacePageText(textOf('Bern'));
    await eventually('a backup', () => session().isBackedUp('Bern')); // after a save would have happened
    assert.ok(await workbench.editors.isDirty(tab));
    assert.deepEqual(await service().filtersOf('Not sent'), filters('Rome'));
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.save();
    await workbench.editors.waitDirty(tab, false);
    assert.deepEqual(await service().filtersOf('Not sent'), filters('Bern'));
  });
});

/** A folder cannot turn auto save on for our documents, so the person has. */
const own = { '[cohortdeck]': { 'files.autoSave': 'afterDelay' } };

describe('settings of the editor', () => {
  const session = useWorkbench({ settings: own });
  const service = useOwnService(session);
  before(async () => {
    await session().changeSettings({
      'files.autoSave': 'off',
      'files.autoSaveDelay': 500, // problems are found earlier, and a backup is later
      'editor.wordWrap': 'on',
    });
    for (const name of ['Saved', 'Conflict', 'Half typed', 'Wrapped'])
      await service().create('cohorts', name, filters('Rome'));
    await service().connect();
  });
  afterEach(() => service().tidy());

  describe('auto save', () => {
    const tab = (name: string) => `${name}.filters.json`;

    async function open(name: string): Promise<void> {
      await service().open(name);
      await service().waitForText('"Rome"');
    }

    /** Types over all of the text. It may be saved at once, so that nobody waits for an unsaved one. */
    async function type(text: string): Promise<void> {
      await session().workbench.editors.replacePageText(text);
    }

    /** VS Code writes its backup later than it would auto save, so every save has been tried by then. */
    async function waitForBackup(text: string): Promise<void> {
      await eventually(`a backup with ${text}`, () => session().isBackedUp(text));
    }

    it('saves what is typed', async () => {
      await open('Saved');
      await type(textOf('Oslo'));
      await eventually(
        'the text on the service',
        async () => (await service().filtersOf('Saved')).city === 'Oslo',
      );
      await session().workbench.editors.waitDirty(tab('Saved'), false);
      assert.deepEqual(await session().workbench.notifications.texts(), []);
    });

    it('that finds a change elsewhere says so once, and Ctrl+S asks', async () => {
      const { workbench } = session();
      await open('Conflict');
      await service().change('Conflict', { filters: filters('Bern') });
      await type(textOf('Oslo'));
      await workbench.notifications.wait(/Failed to save .*was changed on the service/);
      for (const city of ['Oslo 2', 'Oslo 3']) {
        await type(textOf(city));
        await waitForBackup(city);
      }
      // Each message replaces the one before, which is gone for a moment.
      await eventually('one message', async () => (await workbench.notifications.texts()).length === 1);
      assert.ok(!(await workbench.dialog.box.isVisible()), 'nobody who types is stopped');
      await workbench.screenshot('auto-save-1-conflict');
      assert.deepEqual(await service().filtersOf('Conflict'), filters('Bern'));
      await workbench.notifications.press(/Failed to save/, 'Retry');
      assert.match(await workbench.dialog.text(), /“Conflict” was changed on the service/);
      await workbench.dialog.press('Overwrite');
      await workbench.editors.waitDirty(tab('Conflict'), false);
      assert.deepEqual(await service().filtersOf('Conflict'), filters('Oslo 3'));
    });

    it('waits, without a message, until the text is valid JSON', async () => {
      const { workbench } = session();
      await open('Half typed');
      await type('{"properties": {}, "city": ');
      await waitForBackup('"city": ');
      assert.deepEqual(await workbench.notifications.texts(), []);
      assert.ok(await workbench.editors.isDirty(tab('Half typed')));
      await type(textOf('Oslo'));
      await eventually(
        'the text on the service',
        async () => (await service().filtersOf('Half typed')).city === 'Oslo',
      );
      await workbench.editors.waitDirty(tab('Half typed'), false);
      assert.deepEqual(await workbench.notifications.texts(), []);
    });
  });

  it('word wrap follows the setting, and Alt+Z toggles it', async () => {
    const { page } = session();
    const frame = await service().open('Wrapped');
    const wrapped = frame.locator('.cm-lineWrapping');
    await wrapped.waitFor();
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('Alt+z');
    await wrapped.waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+z');
    await wrapped.waitFor();
  });
});
