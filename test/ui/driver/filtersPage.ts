// The text on the filters editor's page, of a long one the lines around the visible ones.
import type { Frame } from 'playwright-core';
import { eventually } from './eventually.ts';

export async function textOf(frame: Frame): Promise<string> {
  return (await frame.locator('.cm-line').allTextContents()).join('\n');
}

/** The text once two looks in a row find the same. */
export async function textAtRest(frame: Frame): Promise<string> {
  let text: string | undefined;
  await eventually('the text to come to rest', async () => {
    const before = text;
    text = await textOf(frame);
    return text === before;
  });
  return text ?? '';
}

export async function waitForText(frame: Frame, wanted: string | RegExp): Promise<void> {
  await eventually(`the page to show ${String(wanted)}`, async () => {
    const text = await textOf(frame);
    return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
  });
}

/**
 * Waits until the text is this one and no other.
 * @param page a function, where another page may take the place of the one that shows
 */
export async function waitForWholeText(page: Frame | (() => Promise<Frame>), wanted: string): Promise<void> {
  await eventually(`the page to show ${wanted} alone`, async () => {
    const frame = typeof page === 'function' ? await page() : page;
    return (await textOf(frame)) === wanted;
  });
}
