import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { accessibilityProblems, rulesOfColors } from './accessibility.ts';
import { keepsPictures, type Theme, themes } from './colorTheme.ts';
import type { Session } from './session.ts';

/** What VS Code adds to the class of a page's body. */
const marks: Readonly<Record<Theme, string>> = {
  'Light 2026': 'light',
  'Dark 2026': 'dark',
  'Light High Contrast': 'high-contrast-light',
  'Dark High Contrast': 'high-contrast',
};

/** The light one last. Where no pictures are kept, it is the only one for three pages in four: each other costs a look. */
export function themesToLookAt(): readonly Theme[] {
  return [...(keepsPictures || Math.random() < 0.25 ? themes.slice(1) : []), 'Light 2026'];
}

/**
 * Shows a page, or what VS Code draws itself, in each color theme, and fails for what cannot be read in the page.
 * @param show brings about what is to be seen, and waits for it; unless given, pictures are all that comes of it
 */
export async function inEachTheme(
  session: Session,
  picture: string,
  show?: () => Promise<Frame>,
): Promise<void> {
  if (!show && !keepsPictures) return; // nothing is to be found out
  for (const theme of themesToLookAt()) {
    const mark = marks[theme];
    await session.useTheme(theme);
    const frame = await show?.();
    await frame?.locator(`body.vscode-${mark}`).waitFor();
    await session.workbench.screenshot(`${picture}-${mark}`);
    const rules = mark === 'light' ? undefined : rulesOfColors; // all others find the same in each theme
    if (frame) assert.deepEqual(await accessibilityProblems(frame, rules), [], theme);
  }
}
