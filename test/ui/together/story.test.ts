// A first day with the sample data, from the welcome view to the end of the connection.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { disconnectOwnService } from '../ownService.ts';

/** As a service of today answers it, with keys of its own. */
const condition = (leaf: object) => ({
  ...leaf,
  bytecode: ['_H', 1, 32],
  conditionHash: '5f0c9a',
  negation: false,
});

const bakersWithEmail = {
  properties: {
    type: 'AND',
    values: [
      condition({
        type: 'behavioral',
        key: 'order placed',
        event_type: 'events',
        value: 'performed_event_multiple',
        operator: 'gte',
        operator_value: 2,
        explicit_datetime: '-90d',
      }),
      condition({ type: 'cohort', key: 'id', value: 1, operator: 'not_in' }),
      {
        type: 'OR',
        values: [
          condition({ type: 'person', key: '$os', operator: 'exact', value: ['iOS', 'Android'] }),
          condition({ type: 'person', key: 'email', operator: 'icontains', value: '@gmail.com' }),
        ],
      },
    ],
  },
};

describe('a first day with the sample data', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  before(() => disconnectOwnService(session()));

  test.step('begins with a welcome that offers to connect and to try it', async () => {
    const { workbench } = session();
    await workbench.openView('Cohort Deck');
    await workbench.waitForSidebarText('Try with Sample Data');
    assert.match(await workbench.sidebarText(), /Connect…/);
    await workbench.screenshot('story-1-welcome');
  });

  test.step('has a walkthrough that leads from the sample data to the first export', async () => {
    const { workbench, page } = session();
    await workbench.run('Welcome: Open Walkthrough...');
    await workbench.quickInput.pick('Get started with Cohort Deck');
    const steps = page.locator('.getting-started-step');
    await steps.first().waitFor();
    assert.equal(await steps.count(), 4);
    const picture = page.locator('.getting-started-media img:visible').first();
    await picture.waitFor();
    await eventually('the picture to be loaded', async () =>
      picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
    );
    await workbench.screenshot('story-9-walkthrough');
    await workbench.editors.closeAll();
  });

  test.step('fills the tree', async () => {
    const { workbench } = session();
    await workbench.pressInSidebar('Try with Sample Data');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    await workbench.tree().waitFor('Paying shops');
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
    await workbench.tree().waitForDescription('Dashboards', /^40$/);
    await workbench.screenshot('story-2-tree');
  });

  test.step('says in the menu of a tile that there is no page to open in the browser', async () => {
    const { workbench, page } = session();
    await workbench.tree().expand('Dashboards');
    await workbench.tree().click('Revenue');
    const frame = await workbench.editors.webview('h1:has-text("Revenue")');
    await frame.locator('article').first().hover();
    await frame
      .getByRole('button', { name: /^More Actions for / })
      .first()
      .click();
    const entry = frame.getByRole('menuitem', { name: 'Open in Browser' });
    assert.equal(await entry.getAttribute('title'), 'The sample data has no web page.');
    assert.equal(await entry.getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('Escape');
    await workbench.editors.closeAll();
    await workbench.tree().collapse('Dashboards');
  });

  test.step('creates a cohort', async () => {
    const { workbench } = session();
    await workbench.tree().pressButton('Cohorts', 'Create Cohort…');
    await workbench.quickInput.enter('Bakers');
    await workbench.tree().waitFor('Bakers');
    await workbench.tree().waitForDescription('Cohorts', /^26$/);
    const frame = await workbench.editors.webview('.structure .adders', 'Bakers.filters.json');
    await frame.locator('[data-part=add-property]:focus').waitFor();
    await workbench.screenshot('story-10-new-cohort');
  });

  test.step('renames it with F2', async () => {
    const { workbench } = session();
    await workbench.tree().press('Bakers', 'F2', workbench.quickInput.input);
    assert.equal(await workbench.quickInput.value(), 'Bakers');
    await workbench.quickInput.enter('Bakers with email');
    await workbench.tree().waitFor('Bakers with email');
    await workbench.editors.waitFor('Bakers with email.filters.json');
  });

  test.step('edits its filters and saves them', async () => {
    const { workbench, page } = session();
    await workbench.editors.activate('Bakers with email.filters.json');
    const frame = await workbench.editors.webview('.structure .adders'); // as before the rename
    await frame.getByRole('button', { name: 'Both', exact: true }).click();
    await workbench.editors.replacePageText(JSON.stringify(bakersWithEmail, null, 2));
    const tab = 'Bakers with email.filters.json';
    await workbench.editors.waitDirty(tab, true);
    await frame.getByText('not in cohort “Internal & test accounts” (1), any of').waitFor();
    await eventually(
      'the keys of the service to be folded',
      async () => (await frame.locator('.fold-mark').count()) === 4,
    );
    await workbench.screenshot('story-3-editing');
    await page.keyboard.press('Control+S');
    await workbench.editors.waitDirty(tab, false);
    await workbench.tree().waitForDescription('Bakers with email', /^[1-9][\d,]* · \+[1-9][\d,]*$/);
    await workbench.screenshot('story-4-saved');
  });

  test.step('exports its persons to a tab, and the walkthrough has ticked what was done', async () => {
    const { workbench, page } = session();
    await workbench.tree().choose('Bakers with email', 'Export Persons…');
    await workbench.screenshot('story-5-formats');
    await workbench.quickInput.pick('CSV from the Service');
    await workbench.notifications.wait(/Exported all [\d,]+ persons of “Bakers with email”/);
    await workbench.editors.waitFor('.csv');
    await workbench.editors.waitForText('distinct_ids.0');
    const titles = await workbench.editors.tabs();
    assert.ok(
      titles.some((title) => /^Bakers with email \d+ [\d-]+ /.test(title)),
      String(titles),
    );
    await workbench.screenshot('story-6-exported');
    await workbench.notifications.dismissAll();
    await workbench.run('Welcome: Open Walkthrough...');
    await workbench.quickInput.pick('Get started with Cohort Deck');
    const ticks = page.locator('.getting-started-step .codicon.complete');
    await eventually('each step to be ticked', async () => (await ticks.count()) === 4);
    await workbench.run('View: Close Editor');
  });

  test.step('deletes it after asking once, and undoes that', async () => {
    const { workbench } = session();
    await workbench.tree().collapseAll(); // below all dashboards, the Trash may be out of sight
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    await workbench.tree().press('Bakers with email', 'Delete');
    assert.match(await workbench.dialog.text(), /Delete the cohort “Bakers with email”\?/);
    await workbench.dialog.press('Delete');
    await workbench.tree().waitGone('Bakers with email');
    await workbench.tree().waitFor('Trash');
    await workbench.screenshot('story-7-deleted');
    await workbench.notifications.press('Deleted “Bakers with email”.', 'Undo');
    await workbench.tree().waitFor('Bakers with email');
    await workbench.tree().waitGone('Trash');
    await workbench.screenshot('story-8-undone');
  });

  test.step('finds every command in the palette under one heading', async () => {
    const { workbench } = session();
    // The palette has some rows before it has them all.
    await eventually('the palette to list Connect', async () => {
      const commands = await workbench.quickInput.commandsFor('Cohort Deck: ');
      return commands.some((name) => name.startsWith('Cohort Deck: Connect'));
    });
  });

  test.step('ends with the welcome again', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Disconnect');
    await workbench.waitForSidebarText('Try with Sample Data');
  });
});
