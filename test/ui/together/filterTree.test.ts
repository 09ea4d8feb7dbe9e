// The tree under a filter, as a person types it: live, with its marks, and one click back to everything.
import assert from 'node:assert/strict';
import { afterEach, describe } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { disconnectOwnService, useOwnService } from '../ownService.ts';

describe('the filter of the tree', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  const title = () => session().page.locator('.part.sidebar .action-label');
  afterEach(() => service().tidy());

  const filterByNobody = async () => {
    const { workbench, page } = session();
    await title().and(page.locator('[aria-label^="Filter"]')).first().click();
    await workbench.quickInput.click();
    await workbench.quickInput.type('nobody');
    await workbench.tree().waitGone('Internal & test accounts');
    await workbench.quickInput.accept();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
  };

  const clear = () => title().and(session().page.locator('[aria-label^="Clear Filter"]')).first();
  /** Until the tree is drawn without a filter: a record may have been among those found. */
  const clearFilter = async () => {
    await clear().click();
    await session().workbench.tree().waitForDescription('Cohorts', /^\d+$/);
  };

  test.step('filters while a person types, marks what matches, and completes @ filters', async () => {
    const { workbench, page } = session();
    await service().connect();
    const tree = workbench.tree();
    await tree.waitFor('Internal & test accounts');
    await tree.press('Internal & test accounts', 'ControlOrMeta+F');
    await workbench.quickInput.row('@static').waitFor();
    await workbench.quickInput.type('@tag:');
    await workbench.quickInput.accept();
    await workbench.quickInput
      .row('Incomplete: @tag:')
      .filter({ hasText: 'Enter or select a tag' })
      .waitFor();
    await workbench.quickInput.row('@tag:growth').waitFor();
    await workbench.screenshot('filter-tree-0-incomplete');
    await workbench.quickInput.type('nobody');
    await tree.waitGone('Internal & test accounts');
    await tree.waitFor('Nobody yet: Iceland');
    const marked = tree.item('Nobody yet: Iceland').locator('.highlight');
    await marked.and(page.getByText('Nobody', { exact: true })).waitFor();
    await page.keyboard.type(' @st');
    await workbench.quickInput.row('Incomplete: @st').waitFor(); // rows that come later would take the arrow key back
    await workbench.quickInput.row('@static').waitFor();
    await workbench.screenshot('filter-tree-1-typing');
    await page.keyboard.press('ArrowDown');
    await workbench.quickInput.accept();
    await eventually(
      'the completed filter',
      async () => (await workbench.quickInput.value()) === 'nobody @static ',
    );
    await tree.waitFor('No matches');
    await workbench.quickInput.type('nobody');
    await tree.waitFor('Nobody yet: Iceland');
    await workbench.quickInput.accept();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await tree.waitForDescription('Cohorts', /^1 of \d+$/);
    await workbench.waitForSidebarText('1 of 65 · nobody');
  });

  test.step('stays until it is cleared by one click, also where its box is closed by Escape', async () => {
    const { workbench, page } = session();
    const tree = workbench.tree();
    await title().and(page.locator('[aria-label^="Filter"]')).first().click();
    await workbench.quickInput.click();
    await workbench.quickInput.type('nobody');
    await tree.waitGone('Internal & test accounts');
    await workbench.quickInput.cancel();
    await tree.waitFor('Nobody yet: Iceland');
    await workbench.screenshot('filter-tree-2-filtered');
    await clearFilter();
    await tree.waitFor('Internal & test accounts');
    await clear().waitFor({ state: 'detached' });
  });

  test.step('shows the records of the person, asks once who that is, and takes another answer', async () => {
    const { workbench, page } = session();
    await disconnectOwnService(session()); // which forgets who the person is
    await service().connectAgain();
    const creators = new Map<string, number>();
    let total = 0;
    for (const list of ['dashboards', 'cohorts']) {
      const { results } = await service().ask('GET', `${list}/?limit=1000`);
      total += results.length;
      for (const { created_by: user } of results)
        if (user) creators.set(user.first_name, (creators.get(user.first_name) ?? 0) + 1);
    }
    const [[first, own] = ['', 0], [second, others] = ['', 0]] = [...creators]; // the sample data has four
    service().inject('status=403;path=/users/@me'); // it does not say whose key it is
    const filter = title().and(page.locator('[aria-label^="Filter"]')).first();
    await filter.click();
    await workbench.quickInput.click();
    await workbench.quickInput.type('@mine');
    await workbench.quickInput.row(`Show 0 of ${total} records`).waitFor();
    await workbench.screenshot('filter-tree-4-mine');
    await workbench.quickInput.accept();
    await workbench.quickInput.row(first).waitFor();
    await workbench.screenshot('filter-tree-5-who');
    await workbench.quickInput.cancel();
    await workbench.waitForSidebarText(`0 of ${total} · @mine · Set who you are to use @mine.`);
    await workbench.screenshot('filter-tree-6-not-known');
    await workbench.tree().click('No matches yet: set who you are…');
    await workbench.quickInput.pick(first);
    await workbench.waitForSidebarText(`${own} of ${total} · @mine`);
    await filter.click();
    await workbench.quickInput.widget.locator('[aria-label^="Set Who I Am"]').first().click();
    await workbench.quickInput.pick(second);
    await workbench.waitForSidebarText(`${others} of ${total} · @mine`);
    service().inject('');
    await clearFilter();
    await workbench.tree().waitFor('Internal & test accounts');
  });

  test.step('opens lists that are collapsed while it shows what is in them, and leaves them as they were', async () => {
    const { workbench, page } = session();
    const tree = workbench.tree();
    await tree.clearSelection(); // VS Code would open the list to show what is selected
    await tree.collapse('Cohorts');
    await title().and(page.locator('[aria-label^="Filter"]')).first().click();
    await workbench.quickInput.click();
    await workbench.quickInput.type('nobody');
    await tree.waitFor('Nobody yet: Iceland');
    await workbench.quickInput.accept();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await clearFilter();
    await tree.waitGone('Nobody yet: Iceland');
    assert.equal(await tree.item('Cohorts').getAttribute('aria-expanded'), 'false');
    await tree.expand('Cohorts');
  });

  test.step('leaves keys with the focused record if the selected ones are filtered out', async () => {
    const { workbench, page } = session();
    const tree = workbench.tree();
    await tree.select('Internal & test accounts', 'Paying shops, without our own');
    await filterByNobody();
    await tree.press('Nobody yet: Iceland', 'F2');
    await workbench.quickInput.waitForMessage('Enter a name');
    assert.equal(await workbench.quickInput.value(), 'Nobody yet: Iceland');
    await workbench.quickInput.cancel();
    await page.keyboard.press('Escape');
    await tree.waitFor('Internal & test accounts');
  });

  test.step('keeps a record whose new name does not match, with the focus, until it is cleared', async () => {
    const { workbench, page } = session();
    const tree = workbench.tree();
    await title().and(page.locator('[aria-label^="Filter"]')).first().click();
    await workbench.quickInput.click();
    await workbench.quickInput.type('paying');
    await tree.waitGone('Internal & test accounts');
    await workbench.quickInput.accept();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await tree.press('Paying shops', 'F2');
    await workbench.quickInput.waitForMessage('Enter a name');
    await workbench.quickInput.enter('Without a match');
    await tree.waitFor('Without a match');
    const hasFocus = (name: string) => tree.item(name).and(page.locator('.focused'));
    await hasFocus('Without a match').waitFor();
    await tree.waitForDescription('Cohorts', /^3 of \d+$/);
    await page.keyboard.press('ControlOrMeta+Z');
    await hasFocus('Paying shops').waitFor();
    await page.keyboard.press('Escape');
    await tree.waitForDescription('Cohorts', /^\d+$/);
    await hasFocus('Paying shops').and(page.locator('[aria-selected=true]')).waitFor();
  });

  test.step('is cleared by Escape in the tree, also where the record with the focus is not among those found', async () => {
    const { workbench, page } = session();
    const tree = workbench.tree();
    await tree.select('Internal & test accounts');
    await workbench.editors.webview('.sections'); // while it loads, the focus may still move
    await page.keyboard.press('ControlOrMeta+F');
    await workbench.quickInput.row('@static').waitFor();
    await workbench.quickInput.enter('nobody');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' }); // the tree is filtered while the box is open
    await tree.waitGone('Internal & test accounts');
    await clear().waitFor(); // from then on Escape clears it
    await page.keyboard.press('Escape');
    await tree.waitFor('Internal & test accounts');
  });

  test.step('is next to “Sort By…”, whose list keeps its order while a person types', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Sort By…');
    await workbench.quickInput.row('Dashboards: name').waitFor();
    await workbench.quickInput.type('name');
    await workbench.quickInput.row('Dashboards: created').waitFor({ state: 'detached' });
    const { widget } = workbench.quickInput;
    await widget.locator('.monaco-list-row[data-index="0"][aria-label^="Dashboards: name"]').waitFor();
    await widget.locator('.monaco-list-row[data-index="1"][aria-label^="Cohorts: name"]').waitFor();
    await workbench.quickInput.cancel();
  });

  test.step('is cleared for a record that a person goes to', async () => {
    const { workbench } = session();
    const tree = workbench.tree();
    await workbench.run('Cohort Deck: Filter…');
    await workbench.quickInput.row('@static').waitFor();
    await workbench.quickInput.enter('nobody');
    await tree.waitGone('Internal & test accounts');
    await workbench.run('Cohort Deck: Go to Record…');
    await workbench.quickInput.type('internal & test');
    await workbench.quickInput.pick('Internal & test accounts');
    const item = tree.item('Internal & test accounts');
    await eventually(
      'the record to be selected',
      async () => (await item.getAttribute('aria-selected')) === 'true',
    );
    await tree.waitForDescription('Cohorts', /^\d+$/);
  });

  test.step('is cleared when uses of a cohort open from their list, and when a cohort is calculated', async () => {
    const { workbench } = session();
    await workbench.tree().choose('Internal & test accounts', 'Find Uses…');
    const row = workbench.quickInput.widget.locator('[aria-label^="Paying shops, without our own"]').first();
    await row.waitFor();
    assert.match(
      (await workbench.quickInput.rows()).join('\n'),
      /Paying shops, without our own.*, uses this cohort/,
    );
    await workbench.screenshot('filter-tree-3-uses');
    await row.click();
    await workbench.editors.tab('Paying shops, without our own').waitFor();
    await workbench.tree().choose('Internal & test accounts', 'Recalculate');
    await workbench.tree().waitForDescription('Internal & test accounts', /^\d+$/);
  });
});
