// What a person sees of a service that goes away, comes back, and then rejects the key.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { type Listening, listen } from '#sandbox/server.ts';
import { eventually } from '../driver/eventually.ts';
import { inEachTheme } from '../driver/inEachTheme.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { temporaryFolder } from '../../volatile.ts';
import { disconnectOwnService } from '../ownService.ts';

const key = 'phx_theRightKeyOfThisTest';

describe('the status of a connection', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  let service: Listening | undefined;
  const dataDir = temporaryFolder();
  let port = 0;
  let host = '';

  async function start(withKey: string): Promise<void> {
    service = await listen({ dataDir, key: withKey, port });
    port = Number(new URL(service.url).port);
    host = new URL(service.url).host;
  }

  async function stop(): Promise<void> {
    await service?.close();
    service = undefined;
  }

  before(async () => {
    await disconnectOwnService(session());
    await start(key);
  });
  after(async () => {
    try {
      const { workbench } = session(); // throws where a test has failed, which has closed it
      await workbench.tree().choose('Sample Data', 'Disconnect');
      await workbench.tree().waitGone('Sample Data');
      await workbench.disconnect();
    } finally {
      await stop();
    }
  });

  test.step('is offline in the tree and the status bar once the service is gone', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Try with Sample Data');
    await workbench.tree().waitForDescription('Cohorts', /^\d+$/); // started, it takes the focus from a question
    await workbench.tree().expand('Cohorts');
    await workbench.connect(`http://${host}`, key);
    await workbench.tree().waitFor(host);
    await workbench.tree().waitFor('Nobody yet: Iceland'); // what was open is still open
    await workbench.tree().collapse('Sample Data');
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
    await stop();
    await workbench.refreshAll();
    await workbench.tree().waitForDescription(host, /^offline$/);
    await workbench.tree().waitForIcon(host, 'debug-disconnect');
    await workbench.statusItem(`${host}: offline`).waitFor();
    await workbench.tree().waitForDescription('Cohorts', /Cannot connect$/); // seen with the list collapsed, too
    await workbench.tree().expand('Cohorts');
    await workbench.tree().waitFor('Cannot connect');
  });

  test.step('has one message, whatever else fails', async () => {
    const { workbench } = session();
    for (const name of ['Nobody', 'Nobody else']) {
      await workbench.tree().pressButton('Cohorts', 'Create Cohort');
      await workbench.quickInput.enter(name);
      await workbench.notifications.wait(`Could not create “${name}”.`);
    }
    await workbench.notifications.wait('Could not create “Nobody”. Could not create “Nobody else”.');
    await eventually(
      'the messages before it to close',
      async () => (await workbench.notifications.texts()).length === 1,
    );
    assert.match(
      await workbench.notifications.wait(/ is offline \(ECONNREFUSED\), reconnecting…/),
      /Retry 2 Changes · Retry Connection · Diagnose Connection$/,
    );
    await inEachTheme(session(), 'status-1-offline');
  });

  test.step('shows later failures in the status bar once the message is closed', async () => {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.tree().pressButton('Cohorts', 'Create Cohort');
    await workbench.quickInput.enter('Nobody at all');
    await workbench.statusItem(`“${host}” is offline. Could not create “Nobody at all”.`).waitFor();
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.tree().waitForDescription(host, /^offline · 3 to retry$/);
  });

  test.step('recovers by itself, and failed lists are loaded', async () => {
    const { workbench } = session();
    await start(key);
    await workbench.statusItem(`${host}: offline`).waitFor({ state: 'hidden' });
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
    await workbench.tree().waitForIcon(host, 'plug');
    await workbench.notifications.wait(
      /again\. Could not create “Nobody”\. .* Could not create “Nobody at all”\./,
    );
    await workbench.screenshot('status-2-ready');
  });

  test.step('makes the changes that failed again, also after all messages are closed', async () => {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.tree().waitForDescription(host, /^3 to retry$/);
    await workbench.tree().pressButton(host, 'Retry Failed Changes');
    await workbench.tree().waitForDescription('Cohorts', /^28$/);
    await eventually('no failed change', async () => (await workbench.tree().description(host)) === '');
    for (const name of ['Nobody', 'Nobody else', 'Nobody at all']) await workbench.tree().waitFor(name);
  });

  test.step('offers another key where the service rejects the one it has', async () => {
    const { workbench } = session();
    const other = 'phx_anotherKeyOfThisTest';
    await stop();
    await start(other);
    await workbench.refreshAll();
    await workbench.tree().waitForDescription(host, /^key needed$/);
    await workbench.statusItem(`${host}: key needed`).waitFor();
    await inEachTheme(session(), 'status-3-key');
    await workbench.notifications.dismissAll();
    await workbench.openFilters('Paying shops');
    const frame = await workbench.editors.webview('.cm-content', 'Paying shops.filters.json');
    const banner = frame.locator('.banner', {
      hasText: 'does not accept the key. Showing the last known version',
    });
    await banner.waitFor();
    await workbench.notifications.wait(
      /“Paying shops” shows its last known version\. .*does not accept the key/,
    );
    assert.equal((await workbench.notifications.texts()).length, 1);
    await workbench.tree().pressButton(host, 'Change Key');
    await workbench.quickInput.waitForMessage('Enter a personal API key for');
    await workbench.quickInput.enter(other);
    await eventually(
      'the row to have no status',
      async () => (await workbench.tree().description(host)) === '',
    );
    await workbench.tree().waitForDescription('Cohorts', /^28$/);
    await banner.waitFor({ state: 'hidden' });
  });
});
