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

/** For the person's settings: the command goes from light to dark and back, and in high contrast, too. So the four are a ring. */
export const ringOfThemes = {
  'workbench.preferredDarkColorTheme': 'Dark 2026',
  'workbench.preferredLightColorTheme': 'Default High Contrast Light',
  'workbench.preferredHighContrastColorTheme': 'Default High Contrast',
  'workbench.preferredHighContrastLightColorTheme': 'Light 2026',
};

export async function useTheme(page: Page, theme: Theme): Promise<void> {
  const has = (wanted: Theme) => page.locator(`.monaco-workbench.${marks[wanted]}`);
  const ring: readonly Theme[] = ['Light 2026', 'Dark 2026', 'Light High Contrast', 'Dark High Contrast'];
  const shown = await Promise.all(ring.map((one) => has(one).count()));
  const first = shown.findIndex((count) => count > 0);
  for (let at = first; ring[at % ring.length] !== theme; at++) {
    await page.keyboard.press(nextTheme.press);
    await has(ring[(at + 1) % ring.length] ?? theme).waitFor();
  }
}
