// Pieces of the page, made by hand: there are few of them.
import { block } from '#webview/elements/controls.ts';

/** An element with a text and nothing else: whatever the text holds, it stays a text. */
export function words<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text: string,
  className = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className !== '') element.className = className;
  return element;
}

/** Says things to people who cannot see the page. */
export function liveRegion(): { readonly element: HTMLElement; say(text: string): void } {
  const element = block('only-heard');
  element.setAttribute('aria-live', 'polite');
  return { element, say: (text) => (element.textContent = text) };
}

/** One for all, as a screen has many numbers: asked itself, each would look for its format again. */
const numbers = new Intl.NumberFormat();

export const count = (value: number): string => numbers.format(value);
