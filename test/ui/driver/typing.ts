// Types like a person: into whatever has the focus. Only a click moves the focus here.
import type { Locator, Page } from 'playwright-core';
import { eventually, tryMs } from './eventually.ts';

/**
 * Clicks a field or an editor, and looks whether the cursor stays there: a tree that has just redrawn takes the focus back,
 * until VS Code has noticed that it went elsewhere.
 */
export async function clickInto(field: Locator): Promise<void> {
  await eventually('the field to keep the focus', async () => {
    await field.click();
    return field.evaluate(keepsFocus);
  });
}

/** Runs in the page, over two frames: the first is drawn before what was waiting when the click came has run. */
async function keepsFocus(field: Element): Promise<boolean> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < 2; frame++) await nextFrame();
  // VS Code's own editor has the cursor beside the lines that are clicked.
  const place = field.closest('.monaco-editor') ?? field;
  return document.hasFocus() && place.contains(document.activeElement);
}

/** Hovers over something until its hover shows: one that redraws at that moment drops it until the pointer moves again. */
export async function hoverUntil(hovered: Locator, shown: Locator): Promise<void> {
  await eventually('the hover', async () => {
    await hovered.page().mouse.move(1, 1);
    await hovered.hover({ timeout: tryMs });
    await shown.first().waitFor({ timeout: tryMs });
    return true;
  });
}

/** Clicks a field or an editor and types over all that it holds. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await selectAllOf(field);
  const { keyboard } = field.page();
  await (text === '' ? keyboard.press('Delete') : keyboard.type(text));
}

/** Types as an input method does that waits for a confirmation; an empty text ends it. */
export async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [selectionStart, selectionEnd] = [text.length, text.length];
  await session.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  await session.detach();
}

/** Clicks a field or an editor and pastes over all that it holds. No key is pressed: nothing completes or indents it. */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  await selectAllOf(field);
  const { keyboard } = field.page();
  await (text === '' ? keyboard.press('Delete') : keyboard.insertText(text));
}

/** Not by Ctrl+A: VS Code selects everything once more then, when the first letters are there already. */
export async function selectAllOf(field: Locator): Promise<void> {
  await clickInto(field);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+Home');
  await keyboard.press('ControlOrMeta+Shift+End');
}

/** Presses Ctrl+Z until a field has what was there: slow letters are taken back one or several at a time, as the browser likes. */
export async function takeBack(field: Locator, what: string): Promise<void> {
  await eventually(`the field to have “${what}” again`, async () => {
    await field.page().keyboard.press('ControlOrMeta+Z');
    return (await field.inputValue()) === what;
  });
}

/**
 * Chooses from a drop-down list the first entry that begins with some words. The list closes if its page scrolls as it
 * opens, and forgets letters after a second: who chooses would try again.
 */
export async function chooseOption(select: Locator, words: string): Promise<void> {
  const { keyboard } = select.page();
  const chosen = select.locator('option:checked');
  await eventually(`“${words}” to be chosen`, async () => {
    await eventually('the list to open', async () => {
      await select.click();
      return select.evaluate((element) => element.matches(':open'));
    });
    await keyboard.press('Home'); // the search begins behind what is chosen
    await keyboard.type(words);
    await keyboard.press('Enter');
    if ((await select.count()) === 0) return true; // what was chosen has changed the page
    const isLeft = await select.evaluate((element) => element !== document.activeElement);
    return isLeft || ((await chosen.textContent()) ?? '').trim().startsWith(words);
  });
}

/** What was copied last. */
export async function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
