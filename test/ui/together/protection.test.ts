// Protected connections and projects: production asks before each write, read-only sends nothing.
import assert from 'node:assert/strict';
import { afterEach, describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { clickInto, readClipboard } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const filters = (city: string) => ({ properties: { type: 'AND', values: [] }, city });
const textOf = (city: string) => JSON.stringify(filters(city), null, 2);
const project = 'Brightloaf Web';

const colorOf = (element: Locator) => element.evaluate((label) => getComputedStyle(label).color);

describe('a protected project', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const tab = 'Guarded.filters.json';

  afterEach(() => service().tidy());

  const onService = () => service().find('Guarded');

  /** By the menu of the project's row, which is about that project. */
  const protect = (level: string) => session().workbench.protect(project, level);

  test.step('is set to production from its row, and stands out in the tree, the tab and the status bar', async () => {
    const { workbench, page } = session();
    await service().create('cohorts', 'Guarded', filters('Rome'));
    await service().connect();
    await protect('Production');
    await workbench.tree().waitForDescription(project, /^production · /);
    const label = await workbench.tree().item(project).getAttribute('aria-label');
    assert.match(label ?? '', /production/);
    const frame = await service().open('Guarded');
    await service().waitForText('"Rome"');
    await frame.locator('html[data-messages="watched"]').waitFor(); // by the driver, for keys
    await page.locator('.part.statusbar .statusbar-item', { hasText: `Production: ` }).waitFor();
    // A badge is drawn by a pseudo-element, and its color stands in the same rule.
    await eventually('the color in the tab', async () => {
      const tabLabel = page.locator('.tab.active .monaco-icon-label-container .label-name').first();
      return (await colorOf(tabLabel)) === 'rgb(150, 71, 0)';
    });
    await inEachTheme(session(), 'protection-1-production', async () => frame);
  });

  test.step('in production asks on Ctrl+S; Escape keeps the edit and sends nothing', async () => {
    const { workbench, page } = session();
    await service().open('Guarded');
    await service().waitForText('"Rome"');
    await service().type('Guarded', textOf('Oslo'));
    await workbench.save();
    assert.match(
      await workbench.dialog.text(),
      /^Save to Production “.* · Brightloaf Web”\?\s+Filters of the cohort “Guarded”\s+changed fields: city/,
    );
    assert.deepEqual((await workbench.dialog.buttons()).toSorted(), ['Cancel', 'Save', 'Show Changes']);
    await workbench.screenshot('protection-2-question');
    await workbench.dialog.press('Show Changes');
    await workbench.editors.waitFor('Guarded: service ↔ yours');
    const side = (name: string, city: string) =>
      page.locator(`.monaco-diff-editor .${name} .view-line`).filter({ hasText: city }).waitFor();
    await Promise.all([side('original', '"Rome"'), side('modified', '"Oslo"')]);
    await workbench.screenshot('protection-2-changes');
    await workbench.save(); // from beside them
    await workbench.dialog.box.waitFor();
    await page.keyboard.press('Escape');
    await workbench.statusItem('Not saved. Nothing was sent.').waitFor();
    assert.ok(await workbench.editors.isDirty(tab));
    assert.equal(await service().text(), textOf('Oslo'));
    assert.equal((await onService()).filters.city, 'Rome');
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.editors.activate('Guarded: service ↔ yours');
    await workbench.run('View: Close Editor');
    await workbench.dialog.press("Don't Save");
    await workbench.statusItem('Your changes stay in the editor, unsaved.').waitFor();
  });

  test.step('in production sends what was approved; Escape before gives the keys back to the text', async () => {
    const { workbench, page } = session();
    const text = await service().open('Guarded');
    await service().waitForText('"Rome"');
    await service().type('Guarded', textOf('Ber'));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft'); // behind the city's last letter
    await workbench.save();
    await workbench.dialog.box.waitFor();
    await page.keyboard.press('Escape');
    const declined = workbench.statusItem('Not saved. Nothing was sent.');
    await declined.waitFor();
    assert.ok(
      await declined.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
      'the badge beside it cuts nothing off',
    );
    await workbench.screenshot('protection-2-declined');
    await text.locator('.cm-content:focus').waitFor(); // given back behind the status
    await page.keyboard.type('n');
    await service().waitForText('"Bern"');
    const frame = await workbench.editors.webview('.structure');
    const city = frame.locator('.structure').getByLabel('city');
    await eventually('the field to have the text', async () => (await city.inputValue()) === '"Bern"');
    await city.click();
    await page.keyboard.type(' '); // around JSON it changes nothing
    await workbench.save();
    await workbench.dialog.box.waitFor();
    await page.keyboard.press('Escape');
    await declined.waitFor();
    await city.and(frame.locator(':focus')).waitFor();
    await workbench.save();
    await workbench.dialog.press('Save');
    await workbench.editors.waitDirty(tab, false);
    assert.equal((await onService()).filters.city, 'Bern');
  });

  test.step('in production names both writes where a deleted record is restored and saved', async () => {
    const { workbench, page } = session();
    await service().open('Guarded');
    await service().waitForText('"Bern"');
    await service().type('Guarded', textOf('Kyiv'));
    await service().change('Guarded', { deleted: true });
    await workbench.save();
    await workbench.dialog.pressBeforeAnother('Restore with This Text');
    await eventually('the question about both', async () =>
      /^Restore in Production “.*”, then save\?/.test(await workbench.dialog.text()),
    );
    assert.deepEqual((await workbench.dialog.buttons()).toSorted(), ['Cancel', 'Restore and Save']);
    await page.keyboard.press('Escape');
    await workbench.statusItem('Not saved. Save again to restore it.').waitFor();
    assert.ok(await workbench.editors.isDirty(tab));
    assert.deepEqual([(await onService()).deleted, (await onService()).filters.city], [true, 'Bern']);
    await workbench.save();
    await workbench.dialog.pressBeforeAnother('Restore with This Text');
    await workbench.dialog.press('Restore and Save');
    await workbench.editors.waitDirty(tab, false);
    assert.deepEqual([(await onService()).deleted, (await onService()).filters.city], [false, 'Kyiv']);
  });

  test.step('that becomes read-only keeps an unsaved text, which can be edited but not saved, and says so at once', async () => {
    const { workbench } = session();
    const frame = await service().open('Guarded');
    await service().waitForText('"Kyiv"');
    await service().type('Guarded', textOf('Lima'));
    await protect('Read-Only');
    const notice = frame.locator('.banner', { hasText: 'your changes cannot be saved' });
    await notice.waitFor();
    await workbench.screenshot('protection-3-unsaved');
    await service().type('Guarded', textOf('Lima 2'));
    await workbench.save();
    const refusal = frame.locator('.banner-error', { hasText: 'nothing was sent' });
    await refusal.waitFor();
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.screenshot('protection-3-not-saved');
    assert.ok(await workbench.editors.isDirty(tab));
    assert.equal((await onService()).filters.city, 'Kyiv');
    assert.equal(await refusal.getByRole('button').count(), 0, 'a retry would be refused as well');
    await notice.getByRole('button', { name: 'Change Protection…' }).click();
    assert.equal(await workbench.quickInput.title(), `Protection of “${project}”`);
    await workbench.quickInput.pick('Production');
    await workbench.dialog.press('Allow Changes');
    await notice.waitFor({ state: 'hidden' });
    await refusal.waitFor({ state: 'hidden' });
    assert.equal(await service().text(), textOf('Lima 2'));
  });

  test.step('that becomes read-only makes an open document read-only at once, and says why', async () => {
    const frame = await service().open('Guarded');
    await service().waitForText('"Kyiv"');
    await protect('Read-Only');
    await frame
      .getByText(/is protected as read-only/)
      .first()
      .waitFor();
    await inEachTheme(session(), 'protection-3-read-only', async () => frame);
    const { page } = session();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+A');
    await frame.locator('.cm-line', { hasText: '"Kyiv"' }).first().click({ button: 'right' });
    const menu = frame.getByRole('menu', { name: 'Selected Text' });
    assert.deepEqual(await menu.locator('.menu-label').allInnerTexts(), ['Copy']);
    await menu.getByRole('menuitem').click();
    await eventually('the text', async () => (await readClipboard(page)).includes('"Kyiv"'));
  });

  test.step('that is read-only offers nothing that writes, neither in the tree nor in the palette, and F2 and Delete say why', async () => {
    const { workbench } = session();
    const offered = await workbench.tree().menu('Guarded');
    const writes = offered.filter((entry) => /^(Delete|Rename|Edit)/.test(entry));
    assert.deepEqual(writes, []);
    assert.ok(offered.includes('Show Filters'));
    const ways = await workbench.tree().menu('Guarded', 'Open As');
    assert.deepEqual(ways.slice(0, 3), ['Open Filters as Text', 'Show Groups', 'Show as JSON']);
    for (const key of ['F2', 'Delete']) {
      await workbench.tree().press('Guarded', key);
      await workbench.notifications.wait(/is protected as read-only/);
      assert.ok(!(await workbench.quickInput.widget.isVisible()));
      assert.ok(!(await workbench.dialog.box.isVisible()));
    }
    // The second message replaces the first, which is gone for a moment.
    await eventually(
      'one message for both keys',
      async () => (await workbench.notifications.texts()).length === 1,
    );
    await workbench.screenshot('protection-4-refusal');
    const listed = await workbench.quickInput.commandsFor('Cohort Deck: Rename');
    assert.deepEqual(listed, ['Cohort Deck: Rename Connection…']);
    const record = await onService();
    assert.deepEqual([record.name, record.deleted], ['Guarded', false]);
  });

  test.step('asks before its protection is removed, and can be edited again then', async () => {
    const { workbench, page } = session();
    const frame = await service().open('Guarded');
    await frame
      .getByText(/is protected as read-only/)
      .first()
      .waitFor();
    const refusal = /so nothing was sent/;
    await workbench.tree().press('Guarded', 'F2');
    await workbench.notifications.press(refusal, 'Change Protection…');
    assert.equal(await workbench.quickInput.title(), `Protection of “${project}”`);
    await workbench.quickInput.pick('None');
    assert.match(
      await workbench.dialog.text(),
      /^Remove the protection of “Brightloaf Web”\?.*unless the connection is protected\./s,
    );
    await page.keyboard.press('Escape');
    await workbench.dialog.box.waitFor({ state: 'hidden' });
    await workbench.tree().waitForDescription(project, /^read-only/);
    await workbench.tree().press('Guarded', 'F2');
    await workbench.notifications.wait(refusal);
    await protect('None');
    await workbench.dialog.press('Remove Protection');
    await workbench.notifications.waitGone(refusal);
    await eventually(
      'the sentence to go',
      async () => (await frame.getByText(/is protected as read-only/).count()) === 0,
    );
    await service().type('Guarded', textOf('Oslo'));
    await workbench.save();
    await workbench.editors.waitDirty(tab, false);
    assert.equal((await onService()).filters.city, 'Oslo');
  });
});
