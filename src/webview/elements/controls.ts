// Elements for the text editor, which takes elements and no components.
import { icon, type IconName } from './icons.ts';

export { isMac, keyName } from './keyName.ts';

export interface ButtonOptions {
  readonly icon?: IconName;
  /** Said by screen readers and, where the button is drawn with words, shown. */
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
  if (options.withWords) {
    const words = document.createElement('span');
    words.textContent = options.label;
    element.append(words);
  }
  element.addEventListener('click', options.run);
  return element;
}

export function block(className: string, ...children: readonly Node[]): HTMLDivElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...children);
  return element;
}
