// A message that offers to do something again closes once that is done in another way, or cannot be done any more.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

describe('a message that offers', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const cohort = 'Everyone with an email';

  before(async () => {
    await service().create('cohorts', 'To be renamed', { properties: {} });
    await service().connect();
  });
  afterEach(() => service().tidy());

  async function interruptExport(): Promise<RegExp> {
    const { workbench } = session();
    const message = /was interrupted\. You can resume it\..*Resume.*Open as Table/;
    service().inject('status=403;scope=person:read;path=/persons;after=2');
    await workbench.tree().choose(cohort, 'Export Persons…');
    await workbench.quickInput.pick('JSON');
    await workbench.notifications.wait(message);
    service().inject('');
    return message;
  }

  async function failToRename(): Promise<RegExp> {
    const { workbench } = session();
    const message = /Could not rename “To be renamed” to “Renamed”\..*Retry/;
    service().inject('status=403;method=PATCH');
    await workbench.tree().press('To be renamed', 'F2', workbench.quickInput.input);
    await workbench.quickInput.waitForMessage('Enter a name');
    await workbench.quickInput.enter('Renamed');
    await workbench.notifications.wait(message);
    service().inject('');
    return message;
  }

  async function clearExports(): Promise<void> {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Clear Exports');
    await workbench.dialog.press('Clear');
    await workbench.notifications.wait(/^Cleared /);
  }

  it('to resume an export closes once it is resumed from the palette', async () => {
    const { workbench } = session();
    const message = await interruptExport();
    await workbench.screenshot('outdated-1-interrupted');
    await workbench.run('Cohort Deck: Recent Exports…');
    await eventually('the interrupted one to be the first', async () =>
      ((await workbench.quickInput.rows())[0] ?? '').includes('interrupted'),
    );
    await workbench.quickInput.accept();
    await workbench.notifications.wait(/Exported all [\d,]+ persons of “Everyone with an email”/);
    await workbench.notifications.waitGone(message);
    await workbench.screenshot('outdated-2-resumed');
  });

  it('to resume an export closes once all exports are cleared', async () => {
    const { workbench } = session();
    const message = await interruptExport();
    await clearExports();
    await workbench.notifications.waitGone(message);
  });

  it('to retry a change closes once it is retried in the tree, and leaves no spinner while it is hidden', async () => {
    const { workbench } = session();
    const message = await failToRename();
    await workbench.run('Notifications: Show Notifications');
    await workbench.run('Notifications: Hide Notifications');
    await workbench.notifications.waitGone(message);
    await workbench.run('View: Focus Active Editor Group'); // takes longer than VS Code waits with a spinner
    await workbench.screenshot('outdated-3-hidden');
    assert.ok(!(await workbench.statusItem(/Could not rename/).isVisible()));
    await workbench.tree().pressButton('Brightloaf Web', 'Retry Failed Changes');
    await workbench.quickInput.pickMany([]); // what the service refused can be discarded here
    await workbench.tree().waitFor('Renamed');
    await workbench.notifications.waitGone(message);
    await workbench.tree().press('Renamed', 'ControlOrMeta+Z');
    await workbench.tree().waitFor('To be renamed');
  });
});
