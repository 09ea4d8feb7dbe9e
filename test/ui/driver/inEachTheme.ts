import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { accessibilityProblems, rulesOfColors } from './accessibility.ts';
import type { Theme } from './colorTheme.ts';
import type { Session } from './session.ts';
import { keepsPictures } from './workbench.ts';

/** The theme that tests begin with comes last, so that it stays. `mark`: of the page's body. */
const themes: readonly { readonly theme: Theme; readonly mark: string }[] = [
  { theme: 'Dark 2026', mark: 'dark' },
  { theme: 'Light High Contrast', mark: 'high-contrast-light' },
  { theme: 'Dark High Contrast', mark: 'high-contrast' },
  { theme: 'Light 2026', mark: 'light' },
];

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
  for (const { theme, mark } of themes) {
    await session.useTheme(theme);
    const frame = await show?.();
    await frame?.locator(`body.vscode-${mark}`).waitFor();
    await session.workbench.screenshot(`${picture}-${mark}`);
    const rules = mark === 'light' ? undefined : rulesOfColors; // all others find the same in each theme
    if (frame) assert.deepEqual(await accessibilityProblems(frame, rules), [], theme);
  }
}
