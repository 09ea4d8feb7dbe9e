// Diagnose Connection: of the sample data, where all is in order, and of a service that has gone away.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Listening } from '#sandbox/server.ts';
import { anyKey, anyPerson } from '../driver/canary.ts';
import { clickInto, readClipboard } from '../driver/typing.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { startService } from '../../startService.ts';
import { disconnectOwnService } from '../ownService.ts';

const key = 'phx_theRightKeyOfThisTest';

describe('diagnosing a connection', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  let service: Listening;

  before(async () => {
    await disconnectOwnService(session());
    service = await startService({ key });
  });

  /** Of the page, once it has the words; it is drawn by VS Code. */
  async function pageText(words: string): Promise<string> {
    const frame = await session().workbench.editors.webview(`.markdown-body :text("${words}")`);
    return frame.locator('.markdown-body').innerText();
  }

  test.step('finds no problem in the sample data, and opens its report as a page', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Try with Sample Data');
    await workbench.openView('Cohort Deck');
    await workbench.tree().waitFor('Brightloaf Web');
    await workbench.tree().choose('Brightloaf Web', 'Diagnose Connection');
    await workbench.editors.waitFor('Diagnosis of the sample data.md');
    const text = await pageText('No problem found.');
    assert.match(text, /Connection: sample data/);
    assert.match(text, /Scopes: passed .*The key has .*cohort:write/);
    assert.ok(!text.includes('Brightloaf'), text);
    await workbench.screenshot('diagnosis-1-sample');
  });

  test.step('says where a service that is gone cannot be reached, from the palette too', async () => {
    const { workbench } = session();
    await workbench.connect(service.url, key);
    const { host } = new URL(service.url);
    await workbench.tree().waitFor(host);
    await service.close();
    await workbench.run('Cohort Deck: Diagnose Connection');
    await workbench.quickInput.pick(host);
    await workbench.editors.waitFor(`Diagnosis of ${host}.md`);
    const text = await pageText('No connection to');
    assert.match(text, /Connection: failed/);
    assert.match(text, /ECONNREFUSED/);
    assert.ok(!text.includes(key), text);
    await workbench.tree().waitForDescription(host, /^offline/);
    await inEachTheme(session(), 'diagnosis-2-refused');
  });

  test.step('copies the whole page by the button of its tab, without a key, a name or a person', async () => {
    const { workbench, page } = session();
    await page.locator('.editor-actions .action-label[aria-label^="Copy Diagnosis"]').first().click();
    await workbench.statusItem('Diagnosis copied').waitFor();
    const copied = await readClipboard(page);
    assert.match(copied, /^# Connection diagnosis/);
    for (const canary of [anyKey, anyPerson, /Brightloaf/]) assert.doesNotMatch(copied, canary);
    await workbench.run('File: New Untitled Text File');
    await workbench.editors.waitFor('Untitled');
    await clickInto(
      page.locator('.part.editor .editor-group-container.active .monaco-editor .view-lines').first(),
    );
    await page.keyboard.press('ControlOrMeta+V');
    await workbench.editors.waitForText('# Connection diagnosis');
  });

  test.step('ends without a connection', async () => {
    const { workbench } = session();
    await workbench.tree().choose('Sample Data', 'Disconnect');
    await workbench.tree().waitGone('Sample Data');
    await workbench.disconnect();
  });
});
