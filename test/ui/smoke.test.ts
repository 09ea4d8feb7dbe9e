import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useWorkbench } from './driver/useWorkbench.ts';

const session = useWorkbench();

test('an empty view offers to connect and to try sample data', async () => {
  const { workbench } = session();
  await workbench.openView('Cohort Deck');
  await workbench.page.locator('.part.sidebar .monaco-button').first().waitFor();
  const text = await workbench.sidebarText();
  assert.match(text, /Connect…/);
  assert.match(text, /Try with Sample Data/);
  await workbench.screenshot('welcome');
});

test('a walkthrough leads from the sample data to the first export', async () => {
  const { workbench, page } = session();
  await workbench.run('Welcome: Open Walkthrough...');
  await workbench.quickInput.pick('Get started with Cohort Deck');
  const steps = page.locator('.getting-started-step');
  await steps.first().waitFor();
  assert.equal(await steps.count(), 4);
  await page
    .locator('.getting-started-media svg, .getting-started-media webview, .getting-started-media iframe')
    .first()
    .waitFor();
  await workbench.screenshot('walkthrough');
  await workbench.run('View: Close All Editors');
});

test('sample data fills the tree with projects, dashboards and cohorts', async () => {
  const { workbench } = session();
  await workbench.pressInSidebar('Try with Sample Data');
  const tree = workbench.tree();
  await tree.waitFor('Dashboards');
  await tree.expand('Cohorts'); // the lower first: what is above pushes it out of sight
  await tree.expand('Dashboards');
  const labels = await tree.labels();
  assert.ok(labels.length > 10, `a filled tree has more than ${labels.length} items`);
  await workbench.screenshot('tree');
});

test('the tree is filled again after a reload', async () => {
  const { workbench } = session();
  await workbench.reload();
  await workbench.openView('Cohort Deck');
  await workbench.tree().waitFor('Dashboards');
});

test('the palette offers the commands under one heading', async () => {
  const { workbench } = session();
  const commands = await workbench.quickInput.commandsFor('Cohort Deck: ');
  assert.ok(
    commands.some((name) => name.startsWith('Cohort Deck: Connect')),
    commands.join('\n'),
  );
});
