// What keys do anywhere in the structure. VS Code hears every key; one that was used here must not run a command as well.
import type { FilterItem } from '#filters/shape.ts';
import type { Part } from './renderContext.ts';

export interface KeyTarget {
  readonly element: HTMLElement;
  readonly isReadonly: boolean;
  /** Undo and redo, which are the document's; whether the key was one of them. */
  readonly historyKey: (event: KeyboardEvent) => boolean;
  readonly item: FilterItem | undefined;
  readonly move: (item: FilterItem, direction: 1 | -1, part: Part) => void;
}

export function handleKey(event: KeyboardEvent, at: KeyTarget): void {
  const { key, altKey, shiftKey, ctrlKey, metaKey, target } = event;
  const direction = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
  const part = target instanceof HTMLElement ? (target.dataset['part'] ?? 'grip') : 'grip';
  // What is being written is undone in its field, by the browser.
  const isWriting = target instanceof HTMLTextAreaElement && target.dataset['draft'] !== undefined;
  if (isWriting && (ctrlKey || metaKey) && !altKey && /^[yz]$/i.test(key)) return event.stopPropagation();
  if (at.historyKey(event)) event.preventDefault();
  else if (direction && altKey && !shiftKey && !ctrlKey && !metaKey && at.item && !at.isReadonly) {
    event.preventDefault(); // a select would open
    if (at.item.path.length > 1) at.move(at.item, direction, part);
  } else if (direction && part === 'grip' && target instanceof HTMLElement) {
    event.preventDefault();
    const grips = [...at.element.querySelectorAll<HTMLElement>('[data-part=grip]')];
    grips[grips.indexOf(target) + direction]?.focus();
  }
  if (event.defaultPrevented) event.stopPropagation();
}
