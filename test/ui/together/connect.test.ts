// Connecting to your own service: a real one, with keys of different scopes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { Listening } from '#sandbox/server.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { startService } from '../../startService.ts';
import { disconnectOwnService } from '../ownService.ts';

const key = 'phx_theRightKeyOfThisTest';
const narrowKey = 'phx_mayNotListProjects';

describe('connecting', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  let service: Listening;

  before(async () => {
    await disconnectOwnService(session());
    const scopes = ['dashboard:read', 'cohort:read', 'cohort:write'];
    service = await startService({ key, keys: [{ key: narrowKey, scopes }] });
  });
  after(() => service.close());

  async function chooseAddress(url: string): Promise<void> {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Connect…');
    await workbench.quickInput.row('Other Host…').waitFor();
    await workbench.quickInput.type(url);
    await workbench.quickInput.pick(url);
  }

  async function typeAddress(url: string): Promise<void> {
    const { workbench } = session();
    await chooseAddress(url);
    await workbench.quickInput.waitForMessage('Enter a personal API key for');
  }

  test.step('offers the known hosts, another host and the sample data', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Connect…');
    await workbench.quickInput.row('Other Host…').waitFor();
    const rows = await workbench.quickInput.rows();
    for (const label of ['PostHog Cloud US', 'PostHog Cloud EU', 'Other Host…', 'Sample Data']) {
      assert.ok(
        rows.some((row) => row.startsWith(label)),
        `${label} in ${rows.join()}`,
      );
    }
    await workbench.screenshot('connect-1-hosts');
    await workbench.quickInput.cancel();
  });

  test.step('says why an address cannot be used, keeps it for editing, and accepts one copied from the browser', async () => {
    const { workbench } = session();
    const copied = `${service.url}/project/2/cohorts?order=name`;
    await workbench.run('Cohort Deck: Connect…');
    await workbench.quickInput.row('Other Host…').waitFor();
    await workbench.quickInput.type(copied);
    await workbench.quickInput.row(service.url).waitFor();
    await workbench.quickInput.type('http://analytics.example.com');
    await workbench.quickInput.row('http://analytics.example.com').waitFor();
    assert.match((await workbench.quickInput.rows()).join(), /Use https/);
    await workbench.quickInput.pick('http://analytics.example.com');
    await workbench.quickInput.waitForMessage(/Use https/);
    assert.equal(await workbench.quickInput.value(), 'http://analytics.example.com');
    await workbench.quickInput.enter(copied);
    await workbench.quickInput.waitForMessage(`Enter a personal API key for ${new URL(service.url).host}`);
    await workbench.quickInput.cancel();
  });

  test.step('says of an address that no server is there, and not of another one that is typed', async () => {
    const { quickInput } = session().workbench;
    await session().workbench.run('Cohort Deck: Connect…');
    await quickInput.row('Other Host…').waitFor();
    await quickInput.enter('http://localhost:1');
    await quickInput.waitForMessage(/no server is listening/);
    await quickInput.type('http://localhost:12');
    await quickInput.waitForMessage(/^Enter the address of the service/);
    await quickInput.type('http://localhost:1');
    await quickInput.waitForMessage(/no server is listening/);
    await quickInput.cancel();
  });

  test.step('takes an address that is entered at once, before it is listed', async () => {
    const { workbench, page } = session();
    await workbench.run('Cohort Deck: Connect…');
    await workbench.quickInput.row('Other Host…').waitFor();
    await workbench.quickInput.click();
    await page.keyboard.insertText(service.url);
    await page.keyboard.press('Enter');
    await workbench.quickInput.waitForMessage('Enter a personal API key for');
    await workbench.quickInput.cancel();
  });

  test.step('says how long it waits when the rate limit is reached', async () => {
    const { workbench } = session();
    await typeAddress(service.url);
    service.inject('status=429;retry-after=9');
    await workbench.quickInput.enter(key);
    await workbench.quickInput.waitForMessage(/Rate limit reached\. Retrying in \d+ s/);
    await workbench.screenshot('connect-5-waiting');
    service.inject('');
    await workbench.quickInput.row('Brightloaf Web').waitFor();
    await workbench.quickInput.cancel();
  });

  test.step('keeps a rejected key in the box, says why, offers the page where keys are created, and accepts a valid key', async () => {
    const { workbench, page } = session();
    await typeAddress(service.url);
    await workbench.quickInput.enter('phx_wrong');
    await workbench.quickInput.waitForMessage(/does not accept the key/);
    assert.equal(await workbench.quickInput.value(), 'phx_wrong');
    await workbench.screenshot('connect-2-refused');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open the Page Where You Create Keys' }).click();
    const keyPage = await opened;
    assert.match(keyPage.url(), /\/settings\/user-api-keys$/);
    await keyPage.close();
    assert.equal(await workbench.quickInput.value(), 'phx_wrong');
    await workbench.quickInput.enter(` Bearer ${key} `);
    await workbench.quickInput.row('Brightloaf Web').waitFor();
    await workbench.screenshot('connect-3-projects');
    await workbench.quickInput.pickMany([]);
    await workbench.openView('Cohort Deck');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    await workbench.tree().waitFor('Paying shops');
  });

  test.step('does not store the key in the settings', async () => {
    const { storageDir } = session();
    const text = await readFile(path.join(storageDir, '../../settings.json'), 'utf8');
    assert.match(text, /"cohortDeck\.connections"/);
    assert.ok(!text.includes(key));
  });

  test.step('asks for the project id where the key cannot list projects', async () => {
    const { workbench } = session();
    await chooseAddress(service.url);
    await workbench.quickInput.pick('Add Another Connection');
    await workbench.quickInput.waitForMessage('Enter a personal API key for');
    await workbench.quickInput.enter(narrowKey);
    await workbench.quickInput.waitForMessage(/Enter the project ID/);
    await workbench.quickInput.enter('no-such-project');
    await workbench.quickInput.waitForMessage(/No project “no-such-project”/);
    await workbench.quickInput.enter(service.projects[1]?.id ?? '');
    await workbench.tree().waitFor(`Project ${service.projects[1]?.id}`);
  });

  test.step('says which scopes a new key lacks, and what it cannot do without them', async () => {
    const { workbench } = session();
    const lacks = /lacks the scopes dashboard:write, person:read\. Dashboards cannot be changed\. Persons/;
    await workbench.notifications.wait(lacks);
    assert.deepEqual(await workbench.notifications.buttons(lacks), ['Open Key Page', 'Change Key…', 'Close']);
    await workbench.screenshot('connect-7-scopes');
    await workbench.notifications.dismissAll();
  });

  test.step('shows several connections side by side, the sample data too', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Try with Sample Data');
    await workbench.tree().waitFor('Sample Data');
    const { host } = new URL(service.url);
    await workbench.tree().waitFor(host);
    await workbench.tree().waitFor(`${host} 2`);
    await workbench.screenshot('connect-4-several');
  });

  test.step('offers a new key or another project for an address that is connected already', async () => {
    const { workbench } = session();
    await chooseAddress(service.url);
    await workbench.quickInput.row('Add Another Connection').waitFor();
    const rows = await workbench.quickInput.rows();
    assert.deepEqual(
      rows.map((row) => row.split(',')[0]),
      ['Add Project…', 'Change Key…', 'Add Another Connection'],
    );
    await workbench.screenshot('connect-6-again');
    await workbench.quickInput.pick('Change Key…');
    const { host } = new URL(service.url);
    await workbench.quickInput.row(host).waitFor(); // there are two by now
    await workbench.quickInput.pick(`${host} 2`);
    await workbench.quickInput.waitForMessage('Enter a personal API key for');
    assert.ok((await workbench.quickInput.title()).includes(`Change Key of “${host} 2”`));
    await workbench.quickInput.cancel();
  });

  test.step('keeps an address for editing that was pasted into a search of records and cannot be used', async () => {
    const { workbench } = session();
    const pasted = 'http://analytics.example.com/project/1/cohorts/5';
    await workbench.run('Cohort Deck: Go to Record…');
    await workbench.quickInput.type(pasted);
    await workbench.quickInput.pick('No connection to http://analytics.example.com');
    await workbench.quickInput.waitForMessage(/Use https/);
    assert.equal(await workbench.quickInput.value(), pasted);
    await workbench.quickInput.cancel();
  });

  test.step('renames a connection, by its menu or F2, and undoes it', async () => {
    const { workbench } = session();
    const { host } = new URL(service.url);
    await workbench.tree().choose(`${host} 2`, 'Rename Connection…');
    await workbench.quickInput.enter('Stage');
    await workbench.tree().waitFor('Stage');
    await workbench.tree().press('Stage', 'F2', workbench.quickInput.input);
    await workbench.quickInput.enter('Staging');
    await workbench.tree().waitFor('Staging');
    await workbench.tree().press('Staging', 'ControlOrMeta+Z');
    await workbench.statusItem('Undone: Rename “Stage” to “Staging”').waitFor();
    await workbench.tree().waitFor('Stage');
    await workbench.tree().press('Stage', 'ControlOrMeta+Shift+Z');
    await workbench.tree().waitFor('Staging');
  });

  test.step('adds a project, and says when all listed ones are shown', async () => {
    const { workbench } = session();
    const { host } = new URL(service.url);
    await workbench.tree().choose(host, 'Add Project…');
    await workbench.quickInput.waitForMessage(/All projects that this key can list are already shown/);
    await workbench.quickInput.enter(service.projects[0]?.id ?? '');
    await workbench.quickInput.waitForMessage('This project is already in the tree.');
    await workbench.quickInput.cancel();
  });

  test.step('offers no commands for the sample data that do not apply to it', async () => {
    const { workbench } = session();
    const menu = await workbench.tree().menu('Sample Data');
    assert.deepEqual(
      menu.filter((entry) => /Key|Rename|Project/.test(entry)),
      [],
    );
    assert.ok(menu.includes('Disconnect'));
  });

  test.step('disconnects after asking', async () => {
    const { workbench } = session();
    await workbench.tree().choose('Staging', 'Disconnect');
    assert.match(await workbench.dialog.text(), /Nothing changes on the service/);
    await workbench.dialog.press('Disconnect');
    await workbench.tree().waitGone('Staging');
    await workbench.tree().press('Sample Data', 'Delete', workbench.dialog.box);
    assert.match(await workbench.dialog.text(), /Disconnect from the sample data\?/);
    await workbench.press('Escape');
    await workbench.dialog.box.waitFor({ state: 'hidden' });
    await workbench.tree().choose('Sample Data', 'Disconnect'); // has no key to lose: no question
    await workbench.tree().waitGone('Sample Data');
  });

  test.step('removes one of several projects by Delete after asking, and says by F2 that the service names it', async () => {
    const { workbench } = session();
    await workbench.tree().press('Brightloaf Mobile App', 'F2');
    await workbench.notifications.wait(/Project names come from the service/);
    await workbench.notifications.dismissAll();
    await workbench.tree().press('Brightloaf Mobile App', 'Delete', workbench.dialog.box);
    assert.match(await workbench.dialog.text(), /Nothing is deleted on the service/);
    await workbench.press('Escape');
    await workbench.dialog.box.waitFor({ state: 'hidden' });
    await workbench.tree().press('Brightloaf Mobile App', 'Delete', workbench.dialog.box);
    await workbench.screenshot('connect-remove-project');
    await workbench.dialog.press('Remove Project');
    await workbench.tree().waitGone('Brightloaf Mobile App');
    await workbench.tree().waitFor('Brightloaf Web');
  });

  test.step('renames the only connection by F2 on its only project, which stands for it', async () => {
    const { workbench } = session();
    await workbench.tree().press('Brightloaf Web', 'F2', workbench.quickInput.input);
    assert.equal(await workbench.quickInput.input.inputValue(), new URL(service.url).host);
    await workbench.press('Escape');
    await workbench.disconnect();
  });
});
