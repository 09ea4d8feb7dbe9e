// Two persons change the same filters: neither loses anything, and each sees what happened.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { eventually, tryMs } from '../driver/eventually.ts';
import { clickInto } from '../driver/typing.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const leaf = (key: string, value: string) => ({ type: 'person', key, operator: 'exact', value });
const filters = (plan: string, city: string) => ({
  properties: { type: 'AND', values: [leaf('plan', plan), leaf('city', city)] },
});
const textOf = (plan: string, city: string) => JSON.stringify(filters(plan, city), null, 2);

describe('a change elsewhere', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const remotely = (name: string, plan: string, city: string) =>
    service().change(name, { filters: filters(plan, city) });
  const tab = (name: string) => `${name}.filters.json`;

  /** A cohort that somebody else changes while it is being edited. */
  async function begin(name: string): Promise<void> {
    await service().open(name);
    await service().waitForText('"Rome"');
  }

  before(async () => {
    for (const name of ['Same size', 'Compared', 'Merged', 'Both', 'Refused'])
      await service().create('cohorts', name, filters('free', 'Rome'));
    await service().connect();
  });
  afterEach(() => service().tidy());

  it('of the same size is found, and Keep Editing changes nothing', async () => {
    const { workbench } = session();
    await begin('Same size');
    const frame = await workbench.editors.webview('.cm-content');
    await service().type('Same size', textOf('rare', 'Rome'));
    await workbench.save();
    await frame.locator('.result-words', { hasText: /^0 persons/ }).waitFor();
    await service().type('Same size', textOf('mine', 'Rome'));
    await frame.locator('.result-words', { hasText: /^On the service: 0 persons/ }).waitFor();
    await remotely('Same size', 'paid', 'Rome');
    await workbench.save();
    assert.match(await workbench.dialog.text(), /“Same size” was changed on the service/);
    const buttons = (await workbench.dialog.buttons()).toSorted();
    assert.deepEqual(buttons, ['Compare', 'Keep Editing', 'Merge', 'Overwrite']);
    await workbench.screenshot('conflicts-1-question');
    await workbench.dialog.press('Keep Editing');
    await workbench.statusItem('Not saved. Save again to merge').waitFor();
    await workbench.screenshot('conflicts-2-kept');
    assert.ok(await workbench.editors.isDirty(tab('Same size')));
    assert.deepEqual(await service().filtersOf('Same size'), filters('paid', 'Rome'));
    await service().waitForText('"mine"');
    assert.deepEqual(await workbench.notifications.texts(), []);
  });

  it('at another place is merged in one step that can be undone, and sent by the next save', async () => {
    const { workbench, page } = session();
    await begin('Merged');
    await service().type('Merged', textOf('mine', 'Rome'));
    await remotely('Merged', 'free', 'Constantinople');
    await workbench.save();
    assert.match(await workbench.dialog.text(), /Merge keeps both/);
    await workbench.screenshot('conflicts-4-clean');
    await workbench.dialog.press('Merge');
    await service().waitForText('"Constantinople"');
    await service().waitForText('"mine"');
    await workbench.notifications.wait(/Merged 1 change from the service into “Merged”/);
    assert.equal((await workbench.notifications.texts()).length, 1, 'nothing more is said');
    await workbench.screenshot('conflicts-5-merged');
    await clickInto((await workbench.editors.webview('.cm-content')).locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Z');
    await service().waitForText('"Rome"');
    await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
    await service().waitForText('"Constantinople"');
    await workbench.notifications.press(/Merged 1 change/, 'Save');
    await workbench.editors.waitDirty(tab('Merged'), false);
    assert.deepEqual(await service().filtersOf('Merged'), filters('mine', 'Constantinople'));
  });

  it('at the same place opens the merge editor, whose result goes into the document beside what was typed there meanwhile', async () => {
    const { workbench, page } = session();
    await begin('Both');
    await service().type('Both', textOf('mine', 'Rome'));
    await remotely('Both', 'theirs', 'Paris');
    await workbench.save();
    assert.match(
      await workbench.dialog.text(),
      /both changed:\s+You: plan equals mine; the service: plan equals theirs \(properties › values › 1\)\s+Merge shows/,
    );
    await workbench.screenshot('conflicts-6-same-place');
    await workbench.dialog.press('Merge');
    await page.locator('.merge-editor').first().waitFor();
    await page.locator('.merge-editor .view-line').filter({ hasText: '"theirs"' }).first().waitFor();
    await workbench.screenshot('conflicts-7-merge-editor');
    await workbench.save();
    assert.match(
      await workbench.dialog.text(),
      /1 conflict is not resolved.*You: plan equals mine; the service: plan equals theirs \(properties › values/s,
    );
    await workbench.dialog.press('Cancel');
    await workbench.statusItem('The merge is not finished').waitFor();
    assert.deepEqual(await workbench.notifications.texts(), []);
    const accept = page.locator('.merge-editor a').filter({ hasText: 'Accept Yours' }).first();
    await accept.waitFor();
    // A merge editor that draws its links anew at this moment loses the click.
    await eventually('the conflict to be resolved', async () => {
      if ((await accept.count()) === 0) return true;
      await accept.click({ timeout: tryMs });
      await accept.waitFor({ state: 'detached', timeout: tryMs });
      return true;
    });
    await workbench.screenshot('conflicts-8-accepted');
    const merging = (await workbench.editors.tabs()).find((title) => title.startsWith('Merging'));
    const saveAfterTyping = async (plan: string): Promise<void> => {
      await workbench.editors.activate(tab('Both'));
      const typed = filters(plan, 'Rome');
      typed.properties.values.unshift(leaf('typed', 'meanwhile'));
      await service().type('Both', JSON.stringify(typed, null, 2));
      await workbench.editors.activate(merging ?? '');
      await workbench.save();
    };
    await saveAfterTyping('other');
    assert.match(await workbench.dialog.text(), /“Both” was edited during the merge, at the same place/);
    await workbench.screenshot('conflicts-8-typed-meanwhile');
    await workbench.dialog.press('Cancel');
    await workbench.statusItem('The merge is not finished').waitFor();
    await saveAfterTyping('mine');
    await workbench.notifications.wait(/The merge result is in the editor of “Both”/);
    await page.locator('.merge-editor').first().waitFor({ state: 'detached' });
    for (const text of ['"mine"', '"Paris"', '"meanwhile"']) await service().waitForText(text);
    await workbench.screenshot('conflicts-9-completed');
    await workbench.save();
    await workbench.editors.waitDirty(tab('Both'), false);
    await eventually('the merged text on the service', async () => {
      const values: readonly { value: string }[] = (await service().filtersOf('Both')).properties.values;
      return values.map(({ value }) => value).join() === 'meanwhile,mine,Paris';
    });
  });

  it('that the service rejects is marked at its place, in the page, as text and in Problems', async () => {
    const { workbench, page } = session();
    await begin('Refused');
    await service().type('Refused', '{\n  "no": "properties"\n}\n');
    const frame = await workbench.editors.webview('.cm-content');
    const content = frame.locator('.cm-content');
    const top = (await content.boundingBox())?.y;
    await workbench.save();
    await frame.locator('.banner-error', { hasText: 'The service rejected this' }).waitFor();
    await frame.locator('.cm-lintRange-error').first().waitFor();
    assert.equal((await content.boundingBox())?.y, top, 'the text stays under the pointer');
    await frame.locator('.status', { hasText: /Line 1, column 1\s*Rejected by the service/ }).waitFor();
    const above = frame.locator('.problem-list', { hasText: 'dictionary' });
    assert.equal(await above.count(), 0, 'the conditions stay under the pointer');
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.run('View: Toggle Problems');
    await page.locator('.markers-panel').getByText('properties').first().waitFor();
    await workbench.screenshot('conflicts-10-refused-page');
    await workbench.run('Cohort Deck: Open Filters as Text');
    await page.locator('.part.editor .monaco-editor .squiggly-error').first().waitFor();
    await workbench.screenshot('conflicts-11-refused-text');
    await workbench.save();
    const refusal = await workbench.notifications.wait('Failed to save');
    assert.match(
      refusal, // the address is VS Code's
      /^Failed to save 'Refused\.filters\.json': Unable to write file '[^']+' \(The service rejected this: Filters must be a dictionary with a 'properties' key\.\)$/,
    );
    // Pasted: what is typed the editor completes and indents.
    await page.evaluate((text) => navigator.clipboard.writeText(text), textOf('mine', 'Rome'));
    await clickInto(
      page.locator('.part.editor .editor-group-container.active .monaco-editor .view-lines').first(),
    );
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+V');
    await page.locator('.part.editor .monaco-editor .squiggly-error').first().waitFor({ state: 'hidden' });
    await workbench.save();
    await workbench.editors.waitDirty(tab('Refused'), false);
    assert.deepEqual(await service().filtersOf('Refused'), filters('mine', 'Rome'));
  });
});
