// A context menu below an element.
import { render } from 'preact';
import './menu.css';
import { keyName } from './pressedKey.ts';
import { t } from './translate.ts';

const marginPx = 4;

/** @param onClose returns the focus to where it was */
export function openMenu(
  label: string,
  items: readonly MenuItem[],
  place: DOMRect,
  onClose: () => void,
): void {
  const root = document.createElement('div');
  const close = () => {
    if (!root.isConnected) return;
    root.remove();
    removeEventListener('pointerdown', closeOutside, true);
    removeEventListener('blur', close);
    onClose();
  };
  const closeOutside = ({ target }: PointerEvent) => {
    if (!(target instanceof Node) || !root.contains(target)) close();
  };
  document.body.append(root);
  render(<Menu label={label} items={items} onClose={close} />, root);
  addEventListener('pointerdown', closeOutside, true);
  addEventListener('blur', close);
  const menu = root.firstElementChild;
  if (menu instanceof HTMLElement) placeInWindow(menu, place);
  root.querySelector<HTMLElement>(focusableItems)?.focus();
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

function Menu({ label, items, onClose }: MenuProps) {
  const handleKey = (event: KeyboardEvent, menu: HTMLElement): void => {
    moveFocus(menu, event.key);
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== ' ') event.preventDefault();
  };
  return (
    <div
      class="menu"
      role="menu"
      aria-label={label}
      onKeyDown={(event) => handleKey(event, event.currentTarget)}
    >
      {items.map((item) => (
        <MenuEntry key={item.label} item={item} onClose={onClose} />
      ))}
    </div>
  );
}

function MenuEntry({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) {
  const { isDisabled = false, disabledReason } = item;
  const choose = (): void => {
    if (disabledReason !== undefined) return;
    onClose();
    item.run();
  };
  return (
    <button
      type="button"
      class={item.startsGroup ? 'menu-item starts-group' : 'menu-item'}
      role="menuitem"
      tabIndex={-1}
      disabled={isDisabled}
      title={disabledReason}
      aria-disabled={disabledReason !== undefined || undefined}
      onClick={choose}
      onPointerEnter={({ currentTarget }) => currentTarget.focus()}
    >
      <span class="menu-label">{item.label}</span>
      {item.key !== undefined && <span class="menu-key">{item.key}</span>}
    </button>
  );
}

const focusableItems = '[role=menuitem]:not(:disabled)';

function moveFocus(menu: HTMLElement, key: string): void {
  const items = [...menu.querySelectorAll<HTMLElement>(focusableItems)];
  const index = items.findIndex((item) => item === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: -1,
  };
  const target = targets[key];
  if (target !== undefined) items.at(target % items.length)?.focus();
}

/** Puts the menu below the place, or as near to it as the window has room. */
function placeInWindow(menu: HTMLElement, place: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const maxLeft = innerWidth - width - marginPx;
  const maxTop = innerHeight - height - marginPx;
  menu.style.left = `${Math.max(marginPx, Math.min(place.left, maxLeft))}px`;
  menu.style.top = `${Math.max(marginPx, Math.min(place.bottom, maxTop))}px`;
}

export interface MenuItem {
  readonly label: string;
  /** The key that does the same, shown beside the label. */
  readonly key?: string;
  /** It is not possible now, which the other items or the place explain. */
  readonly isDisabled?: boolean;
  /** Why it is disabled, where nothing else says so. It can still be focused, so that screen readers read it. */
  readonly disabledReason?: string | undefined;
  /** Separated from the items above by a line. */
  readonly startsGroup?: boolean;
  readonly run: () => void;
}

// The menu of a selected text. VS Code’s own would offer Cut and Paste if nothing can be written.

/** Where VS Code’s menu has its place. */
const editable =
  'input:enabled:not([readonly]), textarea:enabled:not([readonly]), [contenteditable=true]:not([aria-readonly=true])';

/** A field keeps VS Code’s menu; where no text is selected there is none. @param copy by default as the keys do it */
export function listenForSelectedText(copy: (text: string) => void = copySelection): void {
  document.addEventListener('contextmenu', (event) => {
    const { target } = event;
    if (event.defaultPrevented || (target instanceof Element && target.closest(editable))) return;
    event.preventDefault();
    const text = getSelection()?.toString() ?? '';
    if (text === '') return;
    const item = { label: t('Copy'), key: keyName('Mod+C'), run: () => copy(text) };
    const focused = document.activeElement;
    openMenu(t('Selected Text'), [item], new DOMRect(event.clientX, event.clientY), () => {
      if (focused instanceof HTMLElement) focused.focus();
    });
  });
}

/** A table copies its cells in its own way. */
function copySelection(): void {
  document.execCommand('copy');
}
