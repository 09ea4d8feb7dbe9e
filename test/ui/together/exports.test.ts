// Exports as a person sees them: the cost of a format, progress, completeness, and resuming.
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Listening } from '#sandbox/server.ts';
import { eventually } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { startService } from '../../startService.ts';
import { disconnectOwnService } from '../ownService.ts';
import { serveManyPersons } from './manyPersons.ts';

describe('exports', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const key = 'phx_keyOfThisTest';
  const csvCap = 1000;
  let service: Listening;

  before(async () => {
    await disconnectOwnService(session());
    await rm(exportsDir(), { recursive: true, force: true });
    service = await startService({ key, csvCap });
  });
  after(() => service.close());

  const exportsDir = () => path.join(session().storageDir, 'exports');
  const files = async (extension: string) =>
    (await readdir(exportsDir())).filter((name) => name.endsWith(extension));

  test.step('say what each format costs before one is chosen', async () => {
    const { workbench } = session();
    await workbench.connect(service.url, key);
    await workbench.openView('Cohort Deck');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    // A command of an item that is drawn anew as it is chosen says that the tree just changed.
    await workbench.tree().waitForDescription('Dashboards', /^40$/);
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
    await workbench.tree().choose('Everyone with an email', 'Export Persons…');
    await workbench.quickInput.row('CSV from the Service').waitFor();
    const rows = await workbench.quickInput.rows(); // the one that was chosen last is the first
    const rowOf = (format: string) => rows.find((row) => row.startsWith(format)) ?? '';
    assert.match(rowOf('CSV from the Service'), /[\d,]+ persons, 1 request/);
    assert.match(rowOf('CSV, All Persons'), /All persons in 5 requests, about \d+ s/);
    await workbench.screenshot('exports-1-formats');
  });

  test.step('that the service capped say so, in the list and as a table as well, and offer all persons', async () => {
    const { workbench } = session();
    await workbench.quickInput.pick('CSV from the Service');
    await workbench.notifications.wait(/stops at 1,000 of [\d,]+ persons/);
    await workbench.screenshot('exports-2-capped');
    await workbench.run('Cohort Deck: Recent Exports…');
    await eventually('of how many persons it has some', async () =>
      /1,000 of [\d,]+ persons/.test((await workbench.quickInput.rows())[0] ?? ''),
    );
    await workbench.screenshot('exports-2-recent');
    await workbench.quickInput.accept();
    const frame = await workbench.editors.webview('.grid .cell');
    await eventually('of how many persons the table has some', async () =>
      /^1,000 of [\d,]+ persons \(incomplete export\)$/.test(await frame.locator('.status-rows').innerText()),
    );
    await workbench.screenshot('exports-2-table');
    await workbench.notifications.press(/stops at 1,000/, 'Export All Persons');
    const told = await workbench.notifications.wait(
      /Exported all [\d,]+ persons of “Everyone with an email”/,
    );
    const [, count = ''] = /all ([\d,]+) persons/.exec(told) ?? [];
    const sizes = await Promise.all(
      (await files('.csv')).map(async (name) =>
        (await readFile(path.join(exportsDir(), name), 'utf8')).split('\r\n'),
      ),
    );
    assert.deepEqual(
      sizes.map((lines) => lines.length - 2).toSorted((a, b) => a - b),
      [csvCap, Number(count.replaceAll(',', ''))],
      'rows without the header and what follows the last line break',
    );
    await workbench.notifications.dismissAll();
    await workbench.editors.closeAll(); // a long text slows the window down
  });

  test.step('show their progress, and leave nothing when they are canceled early', async () => {
    const { workbench } = session();
    const kept = await readdir(exportsDir());
    service.inject('drip=1000;path=/persons'); // a whole page takes minutes
    await workbench.tree().choose('Everyone with an email', 'Export Persons…');
    await workbench.quickInput.pick('JSON');
    await workbench.notifications.wait(/[1-9][\d,]* of [\d,]+ persons, [\d.,]+ [kM]B/);
    await workbench.screenshot('exports-5-progress');
    await workbench.notifications.press('Exporting “Everyone with an email”', 'Cancel');
    await workbench.notifications.waitGone('Exporting “Everyone with an email”');
    await workbench.notifications.wait(
      /Canceled the export of “Everyone with an email”\. ([\d,]+ persons were|1 person was) received and discarded\./,
    );
    await workbench.notifications.dismissAll();
    // The message goes when it is pressed, a moment before the part does.
    await eventually('nothing to be left', async () => isDeepStrictEqual(await readdir(exportsDir()), kept));
    service.inject('');
  });

  test.step('open as a table by the button of their tab', async () => {
    const { page, workbench } = session();
    await workbench.tree().choose('Everyone with an email', 'Export Persons…');
    await workbench.quickInput.pick('JSON');
    await workbench.notifications.wait(/Exported all [\d,]+ persons of “Everyone with an email”/);
    await workbench.notifications.dismissAll();
    const button = page.locator('.editor-actions .action-label[aria-label^="Open as Table"]').first();
    await button.click();
    const frame = await workbench.editors.webview('.grid .cell');
    await eventually('all rows', async () =>
      /^4,\d\d\d persons/.test(await frame.locator('.status-rows').innerText()),
    );
    await button.waitFor({ state: 'hidden' }); // a table has no such button
    await workbench.screenshot('exports-8-table');
    await workbench.editors.closeAll();
  });

  test.step('ask, when they are canceled after a whole page, whether to keep what was received; above 50 MB open as a table at once', async () => {
    const { workbench } = session();
    const many = await serveManyPersons('Very many', 45_000);
    assert.ok(many.bytes > 50e6);
    try {
      await workbench.enterConnection(many.url, 'phx_any');
      await workbench.openView('Cohort Deck');
      await workbench.tree().waitFor(new URL(many.url).host);
      await workbench.tree().collapse(new URL(service.url).host); // its “Cohorts” would be found first
      await workbench.tree().expand(new URL(many.url).host, 'Large', 'Cohorts');
      await workbench.tree().choose('Very many', 'Copy', 'Copy Persons’ Emails or IDs…');
      await workbench.notifications.wait(/more than 5,000 persons/); // before anything is asked, or fetched
      many.stallFrom = 2000;
      await workbench.tree().clearSelection();
      await workbench.notifications.press(/more than 5,000 persons/, 'Export Persons…');
      await workbench.quickInput.pick('JSON');
      await workbench.notifications.wait(/of 45,000 persons/);
      await eventually('the pages before the stall', async () => {
        const [part] = await files('.part');
        // A last block may still be in memory.
        return part !== undefined && (await stat(path.join(exportsDir(), part))).size > 1000 * 1200;
      });
      await workbench.notifications.press('Exporting “Very many”', 'Cancel');
      await workbench.notifications.wait(/Canceled the export of “Very many” after 2,000 of 45,000 persons/);
      await workbench.screenshot('exports-11-cancelled');
      assert.equal((await files('.part')).length, 1, 'what came is kept until the answer');
      await workbench.notifications.press(/Canceled the export/, 'Open as Table');
      await workbench.editors.waitFor('(first 2,000)');
      const kept = await workbench.editors.webview('.grid .cell');
      await eventually('what came as a table', async () =>
        (await kept.locator('.status-rows').innerText()).startsWith('2,000 persons'),
      );
      await workbench.editors.closeAll();
      await workbench.run('Cohort Deck: Recent Exports…');
      await eventually('the interrupted one to be the first', async () =>
        ((await workbench.quickInput.rows())[0] ?? '').includes('interrupted'),
      );
      await workbench.quickInput.accept();
      await workbench.notifications.wait(/of 45,000 persons/);
      await workbench.notifications.press('Exporting “Very many”', 'Cancel');
      await workbench.notifications.wait(/Canceled the export of “Very many” after 2,000 of 45,000 persons/);
      await workbench.notifications.press(/Canceled the export/, 'Delete');
      await eventually('what came to be deleted', async () => (await files('.part')).length === 0);
      many.stallFrom = undefined;
      await workbench.tree().choose('Very many', 'Export Persons…');
      await workbench.quickInput.pick('JSON');
      await workbench.notifications.wait(/Exported all 45,000 persons of “Very many”/);
      await workbench.editors.waitFor('Very many');
      await workbench.screenshot('exports-9-large');
      const frame = await workbench.editors.webview('.grid .cell');
      await eventually('all rows', async () =>
        (await frame.locator('.status-rows').innerText()).startsWith('45,000 persons'),
      );
      await workbench.screenshot('exports-10-large-table');
      await workbench.tree().choose(new URL(many.url).host, 'Disconnect');
      await workbench.dialog.press('Disconnect');
      await workbench.tree().waitGone('Large');
      await workbench.run('Cohort Deck: Disconnect'); // the other one
      await workbench.dialog.press('Disconnect');
    } finally {
      await many.close();
    }
  });
});
