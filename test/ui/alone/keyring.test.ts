// A keyring that fails. In a browser VS Code keeps secrets in the page's storage: where the browser denies access to it, as
// it does by policy, VS Code's own secret storage rejects.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { Listening } from '#sandbox/server.ts';
import { keysInFiles } from '../driver/canary.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useWorkbench } from '../driver/useWorkbench.ts';
import { startService } from '../../startService.ts';

const key = 'phx_canaryOfTheKeyring';

describe('a keyring that fails', () => {
  const session = useWorkbench({ beforeLoad: denySecrets, settings: { 'cohortDeck.pageSize': 10 } });
  const test = useJourney();
  let service: Listening;
  before(async () => {
    service = await startService({ key, persons: 50 });
  });
  after(() => service.close());

  test.step('is reported in one sentence, and the key works for this window without being stored', async () => {
    const { workbench, storageDir } = session();
    await workbench.run('Cohort Deck: Connect…');
    await workbench.quickInput.row('Other Host…').waitFor();
    await workbench.quickInput.type(service.url);
    await workbench.quickInput.pick(service.url);
    await workbench.quickInput.waitForMessage('Enter a personal API key for');
    await workbench.quickInput.enter(key);
    await workbench.quickInput.row('Brightloaf Web').waitFor();
    await workbench.quickInput.pickMany([]);
    assert.match(await workbench.dialog.text(), /^The key cannot be stored in this machine’s keyring\./);
    await workbench.screenshot('keyring-1-fails');
    await workbench.dialog.press('Use for This Window Only');
    await workbench.openView('Cohort Deck');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    await workbench.tree().waitFor('Load more (10 of 25)');
    const userDir = path.join(storageDir, '../../..');
    assert.deepEqual(await keysInFiles(userDir), []);
  });

  test.step('does not keep a long list from being loaded page by page, which cannot be undone', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    await tree.waitGone('Paying shops');
    await tree.click('Load more (10 of 25)');
    await tree.click('Load more (20 of 25)');
    await tree.waitFor('Paying shops');
    await tree.waitGone('Load more (20 of 25)');
    const said = workbench.statusItem('Nothing to undo.').waitFor(); // for seconds only
    await tree.press('Brightloaf Web', 'ControlOrMeta+Z');
    await said;
  });

  test.step('is reported in the tree of the next window, where the key can be entered again', async () => {
    const { workbench } = session();
    await workbench.reload();
    await workbench.openView('Cohort Deck');
    await workbench.tree().expand('Brightloaf Web');
    await workbench.tree().waitForDescription('Cohorts', /Keyring failed/);
    await workbench.tree().expand('Cohorts');
    await workbench.tree().waitForDescription('Keyring failed', /Enter Key…/);
    await workbench.screenshot('keyring-2-next-window');
  });
});

function denySecrets(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its storage
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = function (name) {
    if (name === 'secrets.provider') throw new DOMException('Access is denied', 'SecurityError');
    return getItem.call(this, name);
  };
}
