// Commands as people reach them: from the palette with nothing selected, and from menus.
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { Listening } from '#sandbox/server.ts';
import { eventually } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { startService } from '../../startService.ts';
import { disconnectOwnService } from '../ownService.ts';

const key = 'phx_keyOfThisTest';

describe('commands', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  let service: Listening;
  const exportsDir = () => path.join(session().storageDir, 'exports');

  before(async () => {
    const { workbench } = session();
    await disconnectOwnService(session());
    await rm(exportsDir(), { recursive: true, force: true });
    service = await startService({ key });
    await workbench.connect(service.url, key);
    await workbench.openView('Cohort Deck');
    await workbench.tree().waitForDescription('Dashboards', /^40$/);
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
  });
  after(async () => {
    await session().workbench.disconnect();
    await service.close();
  });

  test.step('ask for the record with a search if nothing is selected', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Rename…');
    await workbench.quickInput.row('Company overview').waitFor();
    await workbench.quickInput.type('paying shops');
    await workbench.quickInput.row('Paying shops').waitFor();
    await workbench.screenshot('commands-1-search');
    await workbench.quickInput.pick('Paying shops');
    await workbench.quickInput.waitForMessage('Enter a name');
    assert.equal(await workbench.quickInput.value(), 'Paying shops');
    await workbench.quickInput.enter('Shops that $(check) pay');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    await workbench.tree().waitFor('Shops that $(check) pay');
    await workbench.tree().waitGone('Paying shops');
  });

  test.step('go to a record on any page, by its name or its id', async () => {
    const { workbench } = session();
    await workbench.tree().collapse('Cohorts');
    await workbench.run('Cohort Deck: Go to Record…');
    await workbench.quickInput.type('shops that');
    await workbench.quickInput.row('Shops that $\u2060(check) pay').waitFor(); // text without icons
    await workbench.quickInput.type('#1 · Brightloaf Web');
    await workbench.quickInput.row('Internal & test accounts').waitFor();
    await workbench.quickInput.type('1');
    // A dashboard and a cohort have this id; the list draws its rows in any order.
    const best = '.monaco-list-row:is([data-index="0"], [data-index="1"])';
    await workbench.quickInput.widget.locator(`${best}[aria-label^="Internal & test accounts"]`).waitFor();
    await workbench.quickInput.type('accounts & internal');
    await workbench.quickInput.row('Internal & test accounts').waitFor();
    await workbench.quickInput.paste('internal & test');
    const first = '.monaco-list-row[data-index="0"]'; // with each letter, the list is another one
    await workbench.quickInput.widget.locator(`${first}[aria-label^="Internal & test accounts"]`).waitFor();
    await workbench.quickInput.pick('Internal & test accounts');
    const item = workbench.tree().item('Internal & test accounts');
    await eventually(
      'the record to be selected',
      async () => (await item.getAttribute('aria-selected')) === 'true',
    );
    await workbench.editors.waitFor('Internal & test accounts'); // opened, too
    await workbench.screenshot('commands-4-gone-to');
    await workbench.editors.closeAll();
  });

  test.step('by keys act on the focused item, without opening or collapsing it', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    await tree.collapse('Cohorts');
    await tree.expand('Dashboards');
    for (const name of ['Churn', 'Churn', 'Activation']) {
      await tree.press(name, 'F2');
      await workbench.quickInput.waitForMessage('Enter a name');
      assert.equal(await workbench.quickInput.value(), name);
      await workbench.quickInput.cancel();
      assert.equal(await tree.item(name).getAttribute('aria-expanded'), 'false');
    }
    await tree.press('Churn', 'Delete');
    assert.match(await workbench.dialog.text(), /^Delete the dashboard “Churn”\?/);
    await workbench.dialog.press('Cancel');
    // Not with the first Delete of a window: VS Code asks the extension host before it runs a command for the first time,
    // and the command would find the item that has the focus by then.
    await tree.press('Dashboards', 'Delete'); // without a record there is no question
    await tree.press('Activation', 'Delete');
    assert.match(await workbench.dialog.text(), /^Delete the dashboard “Activation”\?/);
    await workbench.dialog.press('Cancel');
    assert.equal(await tree.item('Dashboards').getAttribute('aria-expanded'), 'true');
    await tree.collapse('Dashboards');
    await tree.expand('Cohorts');
    await tree.press('Nobody yet: Iceland', 'F2');
    await workbench.quickInput.waitForMessage('Enter a name');
    await workbench.quickInput.cancel();
    assert.deepEqual(await workbench.editors.tabs(), []);
  });

  test.step('name the records in the question before deleting several', async () => {
    const { workbench } = session();
    await workbench.tree().select('Nobody yet: Iceland', 'Older import (groups)');
    await workbench.editors.webview('.sections'); // while it loads, the focus may still move
    await workbench.tree().press('Older import (groups)', 'Delete', workbench.dialog.box);
    const text = await workbench.dialog.text();
    assert.match(
      text,
      /^Delete 2 records\?\s+Project: .+\s+Cohort “Nobody yet: Iceland”\s+Cohort “Older import \(groups\)”\s+You can undo it afterwards/,
    );
    await workbench.screenshot('commands-5-delete-several');
    await workbench.dialog.press('Cancel');
    await workbench.editors.closeAll();
  });

  test.step('by keys act on the focused record alone where others are selected', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    const selected = ['Nobody yet: Iceland', 'Older import (groups)'];
    await tree.select(...selected);
    await tree.press('Free, yet busy', 'Delete');
    assert.match(await workbench.dialog.text(), /^Delete the cohort “Free, yet busy”\?/);
    await workbench.dialog.press('Cancel');
    await tree.press('Free, yet busy', 'F2');
    await workbench.quickInput.waitForMessage('Enter a name');
    assert.equal(await workbench.quickInput.value(), 'Free, yet busy');
    await workbench.quickInput.cancel();
    for (const name of selected) assert.equal(await tree.item(name).getAttribute('aria-selected'), 'true');
    await workbench.editors.closeAll();
  });

  test.step('of the menu of several records act on all, and Pin on those that are not pinned yet', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    const [one, other] = ['Nobody yet: Iceland', 'Older import (groups)'] as const;
    await tree.select(one);
    await tree.choose(one, 'Change', 'Pin');
    await tree.waitForDescription(one, /pinned here/);
    await tree.select(one, other);
    const entries = ['Export Persons…', 'Compare Cohorts…', 'Compare Filters With…', 'Recalculate', 'Pin'];
    assert.deepEqual(await tree.menu(one), [...entries, 'Copy', 'Delete']);
    await workbench.screenshot('commands-5-menu-of-several');
    await tree.choose(one, 'Pin');
    await tree.waitForDescription(other, /pinned here/);
    await tree.choose(other, 'Unpin');
    await eventually('none to be pinned', async () => {
      const shown = await Promise.all([one, other].map((name) => tree.item(name).innerText()));
      return !shown.join().includes('pinned here');
    });
    await workbench.editors.closeAll();
  });

  test.step('export all persons as JSON, readable by the owner only, and save a copy', async () => {
    const { workbench, workspaceDir } = session();
    await workbench.tree().collapse('Dashboards');
    await workbench.tree().expand('Cohorts');
    await workbench.tree().choose('Beta testers – winter', 'Export Persons…');
    await workbench.quickInput.pick('JSON');
    await workbench.notifications.wait(/Exported all [\d,]+ persons/);
    const [file] = await readdir(exportsDir());
    assert.ok(file);
    const { mode } = await stat(path.join(exportsDir(), file));
    assert.equal(mode & 0o777, 0o600);
    await workbench.notifications.press(/Exported all [\d,]+ persons/, 'Save As…');
    const copy = path.join(workspaceDir, file); // the name that the dialog offers
    await workbench.quickInput.chooseFile(copy);
    await eventually('the copy', async () => (await readFile(copy, 'utf8')).endsWith(']\n'));
    await workbench.editors.closeAll();
  });

  test.step('clear the exports after asking', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Clear Exports');
    await workbench.dialog.press('Cancel');
    assert.equal((await readdir(exportsDir())).length, 1);
    await workbench.run('Cohort Deck: Recent Exports…');
    await workbench.quickInput.row('Beta testers – winter').hover();
    await workbench.quickInput.row('Beta testers – winter').locator('[aria-label^="Open as Text"]').click();
    await workbench.editors.waitForText('distinct_ids');
    await workbench.editors.replaceText('[]');
    await workbench.run('Cohort Deck: Clear Exports');
    assert.match(await workbench.dialog.text(), /1 tab with exports, persons or a comparison will close\./);
    await workbench.screenshot('commands-clear-exports');
    await workbench.dialog.pressBeforeAnother('Clear');
    await workbench.dialog.press('Cancel'); // of the question whether to save
    assert.equal((await readdir(exportsDir())).length, 1);
    await workbench.editors.closeAll();
    await workbench.run('Cohort Deck: Clear Exports');
    await workbench.dialog.press('Clear');
    await workbench.notifications.wait('Cleared 1 export.');
    await workbench.run('Cohort Deck: Clear Exports');
    await workbench.notifications.wait('No exports to clear.');
    assert.deepEqual(await readdir(exportsDir()), []);
  });
});
