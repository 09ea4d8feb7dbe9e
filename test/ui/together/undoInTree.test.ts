// Ctrl+Z with the focus in the tree undoes what was changed in the tree, not the text of the open editor.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { clickInto } from '../driver/typing.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

describe('Ctrl+Z in the tree', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const names = ['Undo five', 'Undo four', 'Undo three', 'Undo two', 'Undo one'];
  const said = (text: string) => session().workbench.statusItem(text).waitFor();
  const ours = async () =>
    (await session().workbench.tree().childrenOf('Cohorts')).filter((name) => name.startsWith('Undo'));
  const waitSelected = async (name: string) => {
    const item = session().workbench.tree().item(name);
    await eventually(
      `"${name}" to be selected`,
      async () => (await item.getAttribute('aria-selected')) === 'true',
    );
  };

  before(async () => {
    for (const name of names.toReversed()) await service().create('cohorts', name, { properties: {} });
    await service().connect();
  });
  afterEach(() => service().tidy());

  it('restores deleted records to their places, and leaves the open text alone', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    await service().open('Undo five');
    await service().type('Undo five', '{"properties": {}, "mine": 1}');
    await tree.select('Undo four', 'Undo three');
    await workbench.editors.webview('.sections'); // while it loads, the focus may still move
    await tree.press('Undo three', 'Delete', workbench.dialog.box);
    await workbench.dialog.press('Delete');
    await tree.waitGone('Undo three');
    await workbench.press('ControlOrMeta+Z');
    await said('Undone: Delete 2 records');
    await tree.waitFor('Undo three');
    assert.deepEqual(await ours(), names);
    await waitSelected('Undo four');
    await workbench.screenshot('undo-in-tree');
    await service().waitForText('"mine": 1');
    await workbench.press('ControlOrMeta+Shift+Z');
    await said('Redone: Delete 2 records');
    await tree.waitGone('Undo three');
    await workbench.press('ControlOrMeta+Z');
    await tree.waitFor('Undo three');
    assert.deepEqual(await ours(), names);
    await waitSelected('Undo four'); // which takes the focus
    await service().waitForText('"mine": 1');
  });

  it('undoes a rename, but not again what Undo of a message has undone', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    // What the test before has undone takes the focus as late as its message comes.
    await tree.press('Undo two', 'F2', workbench.quickInput.input);
    await workbench.quickInput.enter('Undo renamed');
    await tree.waitFor('Undo renamed');
    await tree.press('Undo one', 'Delete', workbench.dialog.box);
    await workbench.dialog.press('Delete');
    await tree.waitGone('Undo one');
    await workbench.notifications.press('Deleted “Undo one”.', 'Undo');
    await tree.waitFor('Undo one');
    await waitSelected('Undo one');
    await tree.press('Undo renamed', 'ControlOrMeta+Z');
    await said('Undone: Rename “Undo two” to “Undo renamed”');
    await tree.waitFor('Undo two');
    assert.deepEqual(await ours(), names);
  });

  it('of a pin replaces the pin’s message in the status bar', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    await tree.choose('Undo five', 'Change', 'Pin');
    await said('Pinned “Undo five” on this machine only.');
    await tree.waitForIcon('Undo five', 'pinned');
    await tree.press('Undo five', 'ControlOrMeta+Z');
    await said('Undone: Pin “Undo five” on this machine');
    await workbench.statusItem('Undone: Pin').waitFor({ state: 'detached' });
    assert.equal(await workbench.statusItem('Pinned “Undo five”').count(), 0);
  });

  it('and a copy move the focus with the selection, even if the open page is slow to report that it has none', async () => {
    const { workbench, page } = session();
    const tree = workbench.tree();
    const pageText = (await service().open('Undo five')).locator('.cm-content');
    await pageText.evaluate(() => {
      const isPing = ({ data }: MessageEvent) => data?.type === 'ping';
      const block = (event: MessageEvent) => {
        const until = performance.now() + 600;
        while (isPing(event) && performance.now() < until);
      };
      addEventListener('message', block, true);
    });
    const waitFocused = (name: string) =>
      tree.item(name).and(page.locator('.focused[aria-selected=true]')).waitFor();
    await tree.choose('Undo four', 'Copy', 'Duplicate');
    await tree.waitFor('Undo four (copy)');
    await waitFocused('Undo four (copy)');
    await page.keyboard.press('ControlOrMeta+Z');
    await tree.waitGone('Undo four (copy)');
    await waitFocused('Undo five'); // the one below the copy
    assert.deepEqual(await ours(), names);
  });

  it('and a delete leave the focus in a page that the person has clicked since', async () => {
    const { workbench, page } = session();
    const tree = workbench.tree();
    const pageText = (await service().open('Undo five')).locator('.cm-content');
    const slow = 'latency=60000;method=PATCH'; // until it is replaced
    service().inject(slow);
    await tree.press('Undo three', 'Delete');
    await workbench.dialog.press('Delete');
    await clickInto(pageText);
    await page.keyboard.press('ControlOrMeta+End');
    service().inject('');
    await workbench.notifications.wait('Deleted “Undo three”.');
    await page.keyboard.type('typed after the delete');
    await service().waitForText('typed after the delete');
    service().inject(slow);
    await tree.press('Undo two', 'ControlOrMeta+Z');
    await said('Undoing…');
    await clickInto(pageText);
    service().inject('');
    await said('Undone: Delete “Undo three”');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' and after the undo');
    await service().waitForText('typed after the delete and after the undo');
  });
});
