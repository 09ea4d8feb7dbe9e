// Elements for the panels of the text editor: CodeMirror takes elements, not components.
import { icon, type IconName } from './icons.ts';

export interface ButtonOptions {
  readonly icon?: IconName;
  /** The accessible name. */
  readonly label: string;
  /** The hover's text, which may name the key; by default the label. */
  readonly title?: string;
  readonly run: () => void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button';
  element.title = options.title ?? options.label;
  element.ariaLabel = options.label;
  if (options.icon) element.append(icon(options.icon));
  element.addEventListener('click', options.run);
  return element;
}

export function block(className: string, ...children: readonly Node[]): HTMLDivElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...children);
  return element;
}
