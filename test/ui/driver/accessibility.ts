import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The rules of axe whose outcome depends on the color theme; those of a higher contrast are not ours. */
export const rulesOfColors = ['color-contrast', 'link-in-text-block'];

/**
 * The problems that axe finds in a webview's page: the rule and the elements, one problem per line. @param rules all
 * unless given
 */
export async function accessibilityProblems(
  frame: Frame,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(await readFile(axeFile, 'utf8'));
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const { violations } = await frame.evaluate<Result>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => {
    const problems = nodes.filter(
      ({ html }) => !ofTextEditor.some((one) => one.id === id && one.html.test(html)),
    );
    return problems.length === 0
      ? []
      : [`${id}: ${problems.map(({ html }) => html.slice(0, 200)).join(' | ')}`];
  });
}

/** Findings that are by design in the text of the filters editor. */
const ofTextEditor = [
  // Line numbers have the color that the theme gives them in every editor of VS Code.
  { id: 'color-contrast', html: /^<div class="cm-gutterElement/ },
  // The text in it can have the focus: it is contenteditable, which axe does not count.
  { id: 'scrollable-region-focusable', html: /class="cm-scroller"/ },
  // The focus stays in the text, whose keys scroll the suggestions: `aria-activedescendant` names the selected one.
  { id: 'scrollable-region-focusable', html: /^<ul id="cm-ac-/ },
];

interface Result {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}
