// A browser alone has no Node: each view, command and editor says so, and what to do.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installedDir, root } from '../../../.scripts/processes.ts';
import { tableEditorViewType } from '#manifest.ts';
import { openWebHost, type WebHost } from '../driver/webHost.ts';

/** The installed VSIX if there is one: it has to hold what the browser loads. */
function extensionDir(): string {
  if (process.env.COHORT_DECK_INSTALLED !== '1') return root;
  const name = readdirSync(installedDir).find((entry) => entry.startsWith('cohort-deck.cohort-deck-'));
  assert.ok(name, 'the VSIX is installed');
  return path.join(installedDir, name);
}

describe('in a browser alone, without Node', () => {
  let host: WebHost;
  before(async () => {
    host = await openWebHost({ extensionDir: extensionDir(), editor: tableEditorViewType });
  });
  after(() => host.dispose());

  it('the tree, its buttons, a command and a file as a table say what is needed', async () => {
    const { workbench, page } = host;
    const reason = 'Cohort Deck needs Node.js';
    await workbench.openView('Cohort Deck');
    await workbench.waitForSidebarText(reason);
    assert.match(await workbench.sidebarText(), /Use VS Code on your computer, .*Learn More/s);
    await workbench.refreshAll();
    assert.match(await workbench.notifications.wait(reason), /Use VS Code on your computer/);
    await workbench.screenshot('web-1');
    await workbench.run('Notifications: Clear All Notifications'); // a person has no key bindings here
    await workbench.run('Cohort Deck: Export Persons…');
    assert.deepEqual(await workbench.notifications.buttons(reason), ['Learn More']);
    const frame = page.frameLocator('iframe.webview').frameLocator('iframe');
    await frame.getByText(reason).waitFor();
    await workbench.screenshot('web-2');
  });
});
