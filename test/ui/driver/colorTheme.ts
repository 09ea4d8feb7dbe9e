import type { Page } from 'playwright-core';

/** Color themes by their names, each with the class that it gives the workbench. */
const marks = {
  'Light 2026': 'vs',
  'Dark 2026': 'vs-dark',
  'Light High Contrast': 'hc-light',
  'Dark High Contrast': 'hc-black',
} as const;
export type Theme = keyof typeof marks;

/** For the person's key bindings: from each theme to the next one, without the list of all and without a file that changes. */
export const nextTheme = {
  key: 'ctrl+alt+shift+f8',
  press: 'Control+Alt+Shift+F8',
  command: 'workbench.action.toggleLightDarkThemes',
};

/** Whether pictures are kept in .build/screenshots: not in `npm test`. */
export const keepsPictures = process.env.COHORT_DECK_PICTURES !== 'none';

/**
 * The themes that tests use. The key goes from each to the next and from the last to the first, which tests begin with.
 * `npm test` uses two of the four.
 */
export const themes: readonly Theme[] = keepsPictures
  ? ['Light 2026', 'Dark 2026', 'Light High Contrast', 'Dark High Contrast']
  : ['Light 2026', 'Dark High Contrast'];

/** For the person's settings: the command goes from light to dark and back, and in high contrast, too. */
export const ringOfThemes = {
  'workbench.preferredDarkColorTheme': keepsPictures ? 'Dark 2026' : 'Default High Contrast',
  'workbench.preferredLightColorTheme': 'Default High Contrast Light',
  'workbench.preferredHighContrastColorTheme': 'Default High Contrast',
  'workbench.preferredHighContrastLightColorTheme': 'Light 2026',
};

export async function useTheme(page: Page, theme: Theme): Promise<void> {
  if (!themes.includes(theme))
    throw new Error(`${theme} is not among the themes of this run: ${themes.join(', ')}`);
  const has = (wanted: Theme) => page.locator(`.monaco-workbench.${marks[wanted]}`);
  const shown = await Promise.all(themes.map((one) => has(one).count()));
  const first = shown.findIndex((count) => count > 0);
  for (let at = first; themes[at % themes.length] !== theme; at++) {
    await page.keyboard.press(nextTheme.press);
    await has(themes[(at + 1) % themes.length] ?? theme).waitFor();
  }
}
