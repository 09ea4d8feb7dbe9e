// VS Code's own question about a newer version: it comes for saves that bypass extensions, which cannot ask then.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const filters = (city: string) => ({
  properties: { type: 'AND', values: [{ type: 'person', key: 'city', operator: 'exact', value: city }] },
});
const textOf = (city: string) => JSON.stringify(filters(city), null, 2);
const newer = /The content of the file is newer/;

describe('the editor’s own question about a newer version', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const names = [
    'Overwritten',
    'Changed twice',
    'Compared when newer',
    'Given up when newer',
    'Followed when newer',
  ];

  const remotely = (name: string, city: string) => service().change(name, { filters: filters(city) });
  const tab = (name: string) => `${name}.filters.json`;

  /** A text that is rejected, because the service's text became longer meanwhile. */
  async function refuse(name: string): Promise<void> {
    const { workbench } = session();
    await service().open(name);
    await service().waitForText('"Rome"');
    await service().type(name, textOf('Oslo'));
    await remotely(name, 'Constantinople');
    await workbench.run('File: Save without Formatting');
    await eventually('a question', async () => (await workbench.dialog.box.isVisible()) || (await isAsked()));
    if (!(await isAsked())) {
      // A read less than a second old counts as current, so only the write sees that there is a newer
      // version.
      await workbench.dialog.press('Keep Editing');
      await workbench.notifications.wait(/Failed to save/); // VS Code does not say who saves without formatting
      await workbench.notifications.dismissAll();
      await workbench.run('File: Save without Formatting');
    }
    await workbench.notifications.wait(newer);
  }

  async function isAsked(): Promise<boolean> {
    return (await session().workbench.notifications.texts()).some((text) => newer.test(text));
  }

  before(async () => {
    for (const name of names) await service().create('cohorts', name, filters('Rome'));
    await service().connect();
  });
  afterEach(() => service().tidy());

  it('overwrites if the person chooses to, without another question', async () => {
    const { workbench } = session();
    await refuse('Overwritten');
    assert.deepEqual(await service().filtersOf('Overwritten'), filters('Constantinople'));
    await workbench.screenshot('newer-1-question');
    await workbench.notifications.press(newer, 'Overwrite');
    await workbench.editors.waitDirty(tab('Overwritten'), false);
    assert.deepEqual(await service().filtersOf('Overwritten'), filters('Oslo'));
    assert.deepEqual(await workbench.notifications.texts(), []);
  });

  it('does not overwrite what changed after it was asked', async () => {
    const { workbench } = session();
    await refuse('Changed twice');
    await remotely('Changed twice', 'Llanfairpwllgwyngyll');
    await workbench.notifications.press(newer, 'Overwrite');
    assert.match(await workbench.dialog.text(), /“Changed twice” was changed on the service/);
    assert.deepEqual(await service().filtersOf('Changed twice'), filters('Llanfairpwllgwyngyll'));
    await workbench.screenshot('newer-2-changed-again');
    await workbench.dialog.press('Overwrite');
    await workbench.editors.waitDirty(tab('Changed twice'), false);
    assert.deepEqual(await service().filtersOf('Changed twice'), filters('Oslo'));
  });

  it('compares, and the person’s own text is saved from there', async () => {
    const { workbench, page } = session();
    await refuse('Compared when newer');
    await workbench.notifications.press(newer, 'Compare');
    await page
      .locator('.monaco-diff-editor .original .view-line')
      .filter({ hasText: 'Constantinople' })
      .waitFor();
    await page.locator('.monaco-diff-editor .modified .view-line').filter({ hasText: 'Oslo' }).waitFor();
    await workbench.screenshot('newer-3-compare');
    await page.locator('.editor-actions .action-label[aria-label^="Use your changes"]').first().click();
    await workbench.editors.waitDirty(tab('Compared when newer'), false);
    await workbench.screenshot('newer-4-taken');
    assert.deepEqual(await service().filtersOf('Compared when newer'), filters('Oslo'));
    assert.ok(!(await workbench.dialog.box.isVisible()));
  });

  it('compares, and the person’s own text is discarded from there', async () => {
    const { workbench, page } = session();
    await refuse('Given up when newer');
    await workbench.notifications.press(newer, 'Compare');
    await page.locator('.monaco-diff-editor .modified .view-line').filter({ hasText: 'Oslo' }).waitFor();
    await page.locator('.editor-actions .action-label[aria-label^="Discard your changes"]').first().click();
    await workbench.editors.waitDirty(tab('Given up when newer'), false);
    assert.deepEqual(await service().filtersOf('Given up when newer'), filters('Constantinople'));
    await service().waitForText('"Constantinople"');
    await service().type('Given up when newer', textOf('Bern'));
    await workbench.save();
    await workbench.editors.waitDirty(tab('Given up when newer'), false);
    assert.deepEqual(await service().filtersOf('Given up when newer'), filters('Bern'));
  });

  it('follows a change elsewhere once it is seen, and says so if it has unsaved changes', async () => {
    const { workbench } = session();
    const frame = await service().open('Followed when newer');
    await service().waitForText('"Rome"');
    await remotely('Followed when newer', 'Oslo');
    await workbench.refreshAll();
    await service().waitForText('"Oslo"');
    assert.ok(!(await workbench.editors.isDirty(tab('Followed when newer'))));
    await service().type('Followed when newer', textOf('Bern'));
    await remotely('Followed when newer', 'Lima');
    await workbench.refreshAll();
    const banner = frame.locator('.banner').getByText('This was changed on the service.');
    await banner.waitFor();
    await workbench.save();
    await workbench.dialog.press('Overwrite');
    await workbench.editors.waitDirty(tab('Followed when newer'), false);
    await banner.waitFor({ state: 'detached' });
    assert.deepEqual(await service().filtersOf('Followed when newer'), filters('Bern'));
  });
});
