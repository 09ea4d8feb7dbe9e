// A save that takes long or fails: the page says so where the person looks, and offers to try again.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const name = 'Saved slowly';
const tab = `${name}.filters.json`;

/** Until it is replaced. */
const slow = 'latency=60000';

describe('a save', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);

  before(async () => {
    await service().create('cohorts', name, { properties: {} });
    await service().connect();
  });
  afterEach(() => service().tidy());

  it('that takes long is shown in the page and in the status bar', async () => {
    const { workbench } = session();
    const frame = await service().open(name);
    await service().type(name, '{"properties": {}, "slow": 1}');
    service().inject(slow);
    await workbench.save();
    await frame.locator('.status').getByText('Saving…').waitFor();
    await workbench.statusItem('Saving “Saved slowly”').waitFor();
    await workbench.screenshot('saving-1-slow');
    service().inject('');
    await workbench.editors.waitDirty(tab, false);
    await frame.locator('.status').getByText('Saving…').waitFor({ state: 'detached' });
    assert.equal(await frame.locator('.banner-error').count(), 0);
  });

  it('that fails says why in one sentence with its time, until a retry succeeds', async () => {
    const { workbench } = session();
    const frame = await service().open(name);
    await service().type(name, '{"properties": {}, "fails": 1}');
    service().inject('status=403;method=PATCH');
    await workbench.save();
    const banner = frame.locator('.banner-error');
    await banner.getByText(/^Not saved at \d{1,2}:\d{2}.*: The key has no permission/).waitFor();
    service().inject('');
    await banner.getByRole('button', { name: 'Retry' }).press('Enter');
    await banner.waitFor({ state: 'detached' });
    await frame.locator('.cm-content:focus').waitFor();
    await workbench.editors.waitDirty(tab, false);
  });

  it('that failed is no longer shown once the text is reverted', async () => {
    const { workbench } = session();
    const frame = await service().open(name);
    await service().type(name, '{"properties": {}, "fails": 2}');
    service().inject('status=403;method=PATCH');
    await workbench.save();
    await frame.locator('.banner-error').waitFor();
    await workbench.run('File: Revert File');
    await frame.locator('.banner-error').waitFor({ state: 'detached' });
  });

  it('shows progress, and so do Refresh All and a change in the tree', async () => {
    const { workbench, page } = session();
    const bar = page.locator('.part.sidebar .monaco-progress-container.active').first();
    service().inject(slow);
    await workbench.refreshAll();
    await bar.waitFor();
    await workbench.screenshot('saving-3-refresh');
    service().inject('');
    await bar.waitFor({ state: 'detached' });
    service().inject(slow);
    await workbench.tree().press(name, 'F2', workbench.quickInput.input);
    await workbench.quickInput.waitForMessage('Enter a name');
    await workbench.quickInput.enter('Renamed slowly');
    await bar.waitFor();
    service().inject('');
    await bar.waitFor({ state: 'detached' });
    service().inject(slow);
    await workbench.tree().press('Renamed slowly', 'ControlOrMeta+Z');
    await workbench.statusItem('Undoing…').waitFor();
    await bar.waitFor();
    service().inject('');
    await workbench.statusItem('Undone: Rename').waitFor();
  });
});

describe('a page that waits for the rate limit', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const cohort = 'Asked for too often';
  let id = 0;

  before(async () => {
    id = await service().create('cohorts', cohort, { properties: {} });
    await service().connect();
  });
  afterEach(() => service().tidy());

  it('says so, and for how long', async () => {
    const { workbench } = session();
    service().inject(`status=429;retry-after=2;path=/cohorts/${id}/`); // until it is seen
    const frame = await workbench.openCohort(cohort, '#page');
    await frame
      .getByText(/^Rate limit reached\. Retrying in \d s\.$/)
      .first()
      .waitFor();
    service().inject('');
    await frame.getByRole('heading', { name: cohort }).waitFor();
    service().inject('status=429;retry-after=6;path=/persons');
    await workbench.openPersons(cohort);
    const persons = await workbench.editors.webview('.persons-banner');
    await persons
      .getByText(/^Rate limit reached\. Retrying in \d s\.$/)
      .first()
      .waitFor();
    await workbench.screenshot('waiting-2-persons');
  });
});
