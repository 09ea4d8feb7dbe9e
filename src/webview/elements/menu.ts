// A menu that opens under what was pressed.
import { block } from './controls.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style
import './menu.css';

export interface MenuItem {
  readonly label: string;
  /** The key that does the same; shown beside the label. */
  readonly key?: string;
  readonly isOff?: boolean;
  /** Drawn below a line. */
  readonly startsGroup?: boolean;
  readonly run: () => void;
}

/** `onClose` gets the focus back to where it was. */
export function openMenu(
  label: string,
  items: readonly MenuItem[],
  place: DOMRect,
  onClose: () => void,
): void {
  const menu = block('menu');
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', label);
  const close = () => {
    if (!menu.isConnected) return;
    menu.remove();
    removeEventListener('pointerdown', outside, true);
    removeEventListener('blur', close);
    onClose();
  };
  const outside = ({ target }: PointerEvent) => {
    if (!(target instanceof Node) || !menu.contains(target)) close();
  };
  for (const item of items) menu.append(createItem(item, close));
  menu.addEventListener('keydown', (event) => {
    moveInMenu(menu, event);
    if (event.key === 'Escape' || event.key === 'Tab') close();
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== ' ') event.preventDefault();
  });
  addEventListener('pointerdown', outside, true);
  addEventListener('blur', close);
  document.body.append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(place.left, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(place.bottom, innerHeight - height - 4))}px`;
  menu.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus();
}

function createItem(item: MenuItem, close: () => void): HTMLElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = item.startsGroup ? 'menu-item starts-group' : 'menu-item';
  element.setAttribute('role', 'menuitem');
  element.tabIndex = -1;
  element.disabled = item.isOff ?? false;
  element.append(words(item.label, 'menu-label'));
  if (item.key !== undefined) element.append(words(item.key, 'menu-key'));
  element.addEventListener('click', () => {
    close();
    item.run();
  });
  element.addEventListener('pointerenter', () => element.focus());
  return element;
}

function words(text: string, className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

function moveInMenu(menu: HTMLElement, { key }: KeyboardEvent): void {
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const step = steps[key];
  if (step !== undefined) items.at(step % items.length)?.focus();
}
