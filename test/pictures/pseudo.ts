// npm run pseudo: walks through what a person sees, in another display language, and keeps a picture of each step in
// .build/screenshots.
//   npm run pseudo [-- LANGUAGE]
// In the invented language, the default, it also prints the texts that are not in it: names from the service and VS Code's
// own words, and what somebody forgot to translate. It is readable, and unlike English at each letter.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { openWorkbench } from '../ui/driver/session.ts';
import { typeInto } from '../ui/driver/typing.ts';
import { prepareWorkbench } from '../../.scripts/prepare.ts';
import { buildDir, buildExtension, root } from '../../.scripts/processes.ts';
import { translated, readStrings } from '../../.scripts/translations.ts';

/** VS Code's name of the language that its own pseudo translation has. */
const pseudoLanguage = 'qps-ploc';
const plain = 'AEIOUaeiouncsy';
const accented = 'ÅËÎÖÛåëîöûñçšÿ';
/** Parts that are not translated: placeholders, icons, links, paths, code, and the product's name. */
const fixed = /(\{\d\}|\$\([a-z-]+\)|\]\([^)]+\)|`[^`]*`|^\.\/\S+|https?:\S+|Cohort Deck)/;

Object.assign(process.env, await prepareWorkbench());
await buildExtension();
const language = process.argv[2] ?? pseudoLanguage;
const isPseudo = language === pseudoLanguage;
const extension = isPseudo ? await writePseudoExtension() : root;
const words: Record<string, string | undefined> = {};
for (const { file, english } of await translated()) {
  const texts = isPseudo ? {} : await readStrings(file);
  for (const [key, text] of Object.entries(english)) words[text] ??= isPseudo ? pseudoOf(text) : texts[key];
}

/** `Ëdît Tågš…` for `Edit Tags…` */
function pseudoOf(text: string): string {
  const withAccents = (part: string) =>
    part.replaceAll(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter);
  return text
    .split(fixed)
    .map((part, index) => (index % 2 === 1 ? part : withAccents(part)))
    .join('');
}

/** Copies the extension as it was built, with its texts in the invented language. @returns the folder */
async function writePseudoExtension(): Promise<string> {
  const folder = path.join(buildDir, 'pseudo');
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'l10n'), { recursive: true });
  for (const name of ['package.json', 'package.nls.json', 'dist', 'media'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const { file, english } of await translated()) {
    const texts = Object.entries(english).map(([key, text]) => [key, pseudoOf(text)]);
    const name = path.relative(root, file).replace('.de.json', `.${pseudoLanguage}.json`);
    await writeFile(path.join(folder, name), JSON.stringify(Object.fromEntries(texts)));
  }
  return folder;
}

/** Texts and accessible names that are visible and have a word of English letters. Those of the invented language have accents. */
async function plainTexts(frame: Frame): Promise<string[]> {
  const texts = await frame.evaluate(readTexts);
  return [...new Set(texts)].filter((text) => /[a-z]{3}/i.test(text) && !/[ËÅÎÖÛëåîöûñçšÿ]/.test(text));
}

/** Runs in the page. */
function readTexts(): string[] {
  const names = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'];
  const skipped = 'script, style, .cm-content, .view-lines';
  const seen = [...document.querySelectorAll('body *')].filter(
    (element) => !element.closest(skipped) && element.getClientRects().length > 0,
  );
  const texts = seen.flatMap((element) => [
    ...[...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent),
    ...names.map((name) => element.getAttribute(name)),
  ]);
  return texts.flatMap((text) => text?.trim() || []);
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
  await tree.click(cohort);
  const cohortPage = await pageWith(`section[aria-label="${say('Definition')}"]`);
  await cohortPage.locator('tbody tr').first().waitFor();
  await look('cohort');
}

async function lookAtFilters(): Promise<void> {
  await tree.pressButton(cohort, say('Edit Filters'));
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
    await tree.pressButton(name, say('Edit Filters'));
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
