// The texts in a document that are not in the invented language.
import type { Frame } from 'playwright-core';

/** Texts and accessible names that are visible and have a word of English letters. Those of the invented language have accents. */
export async function plainTexts(frame: Frame): Promise<string[]> {
  const texts = await frame.evaluate(readTexts);
  return [...new Set(texts)].filter((text) => /[a-z]{3}/i.test(text) && !/[ËÅÎÖÛëåîöûñçšÿ]/.test(text));
}

/** Runs in the page. */
function readTexts(): string[] {
  const texts: string[] = [];
  const add = (text: string | null) => text?.trim() && texts.push(text.trim());
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('script, style, .cm-content, .view-lines') || element.getClientRects().length === 0)
      continue;
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent);
    for (const name of [
      'aria-label',
      'title',
      'placeholder',
      'alt',
      'aria-description',
      'aria-roledescription',
    ])
      add(element.getAttribute(name));
  }
  return texts;
}
