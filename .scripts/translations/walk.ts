// Walks through what a person sees, in another display language, and keeps a picture of each step in .build/screenshots.
//   npm run pseudo [-- LANGUAGE]
// In the invented language, the default, it also prints the texts that are not in it: names from the service and VS Code's
// own words, and what somebody forgot to translate.
import type { Frame } from 'playwright-core';
import { openWorkbench } from '../../test/ui/driver/session.ts';
import { typeInto } from '../../test/ui/driver/typing.ts';
import { root } from '../setup/paths.mjs';
import { plainTexts } from './plainTexts.ts';
import { pseudoLanguage, pseudoOf, writePseudoExtension } from './pseudo.mjs';
import { translated, readStrings } from './strings.mjs';

const language = process.argv[2] ?? pseudoLanguage;
const isPseudo = language === pseudoLanguage;
const extension = isPseudo ? await writePseudoExtension() : root;
const words: Record<string, string | undefined> = {};
for (const { file, english } of await translated()) {
  const texts = isPseudo ? {} : await readStrings(file);
  for (const [key, text] of Object.entries(english)) words[text] ??= isPseudo ? pseudoOf(text) : texts[key];
}

/** The translation of an English text. */
function say(text: string): string {
  const word = words[text];
  if (word === undefined) throw new Error(`There is no text “${text}”.`);
  return word;
}

const session = await openWorkbench({ language, extension, installed: false });
const { page, workbench } = session;
const tree = workbench.tree();
const found = new Map<string, string>();

/** A step of the walk. */
async function look(name: string): Promise<void> {
  await page.waitForLoadState();
  await workbench.screenshot(`${language}-${name}`);
  if (!isPseudo) return;
  for (const frame of page.frames())
    for (const text of await plainTexts(frame)) if (!found.has(text)) found.set(text, name);
}

const pageWith = (selector: string): Promise<Frame> => workbench.editors.webview(selector);
const command = (title: string): Promise<void> => workbench.run(`Cohort Deck: ${say(title)}`);

/** Of the walkthrough. */
const steps = [
  'Connect, or try sample data',
  'Find dashboards and cohorts',
  'Edit a cohort’s filters',
  'Export its persons',
];
const cohort = 'Paying shops';
const other = 'Active this month';
const behaviors = [
  ['Power users: 3 or more orders in 60 days', 'filters-times'],
  ['Churn risk (EU)', 'filters-groups'],
  ['Published a menu, never invited anybody', 'filters-negated'],
] as const;

async function lookAtBeginning(): Promise<void> {
  await workbench.openView('Cohort Deck');
  await workbench.waitForSidebarText(say('Try with Sample Data'));
  await look('welcome');
  await workbench.run('Welcome: Open Walkthrough...');
  await workbench.quickInput.pick(say('Get started with Cohort Deck'));
  for (const [index, step] of steps.entries()) {
    const heading = page.locator('.getting-started-step', { hasText: say(step) });
    await heading.click();
    await heading.locator('.step-description-container').waitFor();
    await look(`walkthrough-${index + 1}`);
  }
  await workbench.tidy();
}

async function lookAtSettings(): Promise<void> {
  await workbench.run('Preferences: Open User Settings');
  await page.locator('.settings-editor .suggest-input-container').click();
  await page.keyboard.type('@ext:cohort-deck.cohort-deck');
  await page.locator('.setting-item-contents').nth(1).waitFor();
  await look('settings');
}

async function lookAtDashboard(): Promise<void> {
  await workbench.pressInSidebar(say('Try with Sample Data'));
  await tree.expand('Brightloaf Web', say('Dashboards'));
  await look('tree');
  await tree.click('Company overview');
  const dashboard = await pageWith('.tiles');
  await dashboard.locator('.chart path.line').first().waitFor();
  await look('dashboard');
  await dashboard.locator('article').first().hover();
  await dashboard
    .getByRole('button', { name: say('More Actions') })
    .first()
    .click();
  await look('dashboard-menu');
  await page.keyboard.press('Escape');
}

async function lookAtCohort(): Promise<void> {
  await tree.collapse(say('Dashboards'));
  await tree.expand(say('Cohorts'));
  await tree.pressButton(cohort, say('Open Cohort'));
  const cohortPage = await pageWith(`section[aria-label="${say('Definition')}"]`);
  await cohortPage.locator('tbody tr').first().waitFor();
  await look('cohort');
}

async function lookAtFilters(): Promise<void> {
  await tree.click(cohort);
  const filters = await pageWith('.cm-content');
  await filters.locator('.row').first().waitFor();
  await look('filters');
  await filters
    .locator('.row')
    .first()
    .getByRole('button', { name: say('More Actions') })
    .click();
  await look('filters-menu');
  await page.keyboard.press('Escape');
  await filters.getByText('"exact"').click();
  await page.keyboard.press('Control+Space');
  await filters.locator('.cm-tooltip-autocomplete li').first().waitFor();
  await look('filters-completion');
  await page.keyboard.press('Escape');
  await typeInto(filters.locator('.cm-content'), '{"a": tru, "a": 1,}');
  await filters.locator('.problems, .cm-lintRange-error').first().waitFor();
  await filters.getByText(say('Go to Error')).waitFor(); // the document has all that was typed
  await look('filters-problems');
  await workbench.tidy();
  for (const [name, step] of behaviors) {
    await tree.click(name);
    await (await pageWith('.cm-content')).locator('.row').first().waitFor();
    await look(step);
    await workbench.tidy();
  }
}

async function lookAtPersons(): Promise<void> {
  await tree.pressButton(cohort, say('Show Persons'));
  const table = await pageWith('[role=grid]');
  await table.locator('[role=gridcell]').first().waitFor();
  await look('persons');
  await table.locator('[role=columnheader]').nth(2).click({ button: 'right' });
  await look('persons-menu');
  await page.keyboard.press('Escape');
  await table.getByRole('button', { name: say('Summary'), exact: true }).click();
  await table.getByText(say('Filled')).first().waitFor();
  await look('persons-summary');
  await workbench.tidy();
}

async function lookAtQuestions(): Promise<void> {
  for (const title of ['Export Persons…', 'Sort By…', 'Go to Record…', 'Connect…', 'Filter…']) {
    await command(title);
    await workbench.quickInput.input.waitFor();
    await look(`ask-${title.replaceAll(/\W+/g, '-').toLowerCase()}`);
    await workbench.quickInput.cancel();
  }
}

async function lookAtComparison(): Promise<void> {
  await tree.select(cohort, other);
  await command('Compare Cohorts…');
  await pageWith('.comparison .bar');
  await look('comparison');
  await workbench.tidy();
  await tree.press(other, 'Delete');
  await workbench.dialog.box.waitFor();
  await look('delete');
  await page.keyboard.press('Escape');
  await command('Diagnose Connection');
  await pageWith(`h1:has-text("${say('Connection diagnosis')}")`);
  await look('diagnosis');
}

try {
  await lookAtBeginning();
  await lookAtDashboard();
  await lookAtCohort();
  await lookAtFilters();
  await lookAtPersons();
  await lookAtQuestions();
  await lookAtComparison();
  await lookAtSettings();
  for (const [text, step] of found) console.log(`${step}: ${text}`);
} catch (error) {
  console.error(error, await session.keepEvidence('walk'));
  process.exitCode = 1;
}
await session.dispose();
