// A folder that nobody trusts, with settings of its own: all of the extension works, by the person's settings.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useWorkbench } from '../driver/useWorkbench.ts';

describe('in Restricted Mode', () => {
  const session = useWorkbench({
    isRestricted: true,
    workspaceFiles: {
      '.vscode/settings.json': JSON.stringify({
        'cohortDeck.connections': [{ id: 'theirs', name: 'Theirs', url: 'https://theirs.example' }],
        'cohortDeck.pageSize': 10,
        'cohortDeck.confirmDelete': false,
      }),
    },
  });

  it('the folder adds no connection, loads no fewer records and skips no question', async () => {
    const { workbench, page } = session();
    await workbench.statusItem('Restricted Mode').waitFor();
    await workbench.run('Cohort Deck: Try with Sample Data');
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
    await workbench.tree().expand('Cohorts');
    assert.ok(!(await workbench.tree().labels()).includes('Theirs'));
    await workbench.tree().press('Paying shops', 'Delete');
    assert.match(await workbench.dialog.text(), /^Delete “Paying shops”\?/);
    await page.keyboard.press('Escape');
    await workbench.dialog.box.waitFor({ state: 'hidden' });
    assert.equal((await workbench.tree().childrenOf('Cohorts')).length, 25); // a page of ten has “Load More”
  });
});
