// Pieces of the page, made by hand: there are few of them.
import { block } from '../filters/controls.ts';

const paths = {
  arrowUp: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  arrowDown: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  chevron: 'M4 6.5 8 10.5 12 6.5',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11ZM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  filter: 'M2 3h12L9.5 8.5v4.5l-3-1.5v-3Z',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 14 14',
  person: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 14c.3-3 2.4-4.4 5.2-4.4s4.9 1.4 5.2 4.4',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3',
  summary: 'M2.5 13.5h11M4.5 13V8M8 13V3M11.5 13V6',
  text: 'M9 2H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5.5L9 2ZM9 2v3.5h3.5M6 8.5h4M6 11h4',
  warning: 'M8 2.5 14.2 13.5H1.8L8 2.5ZM8 6.5v3.2M8 11.4v.6',
} as const;

export type IconName = keyof typeof paths;

/** Hidden from screen readers: the words beside it, or its button's label, say what it means. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

export interface ButtonOptions {
  readonly icon?: IconName;
  readonly label: string;
  /** Shown on hover; may hold the key. The label where it is left out. */
  readonly title?: string;
  readonly withWords?: boolean;
  readonly run: () => void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button';
  element.title = options.title ?? options.label;
  element.ariaLabel = options.label;
  if (options.icon) element.append(icon(options.icon));
  if (options.withWords) element.append(words('span', options.label));
  element.addEventListener('click', options.run);
  return element;
}

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

export const count = (value: number): string => value.toLocaleString();
