// Moves the focus to a control, and keeps it near where it was.
import type { Part } from './structureContext.ts';

/**
 * Focuses a control of the item itself, not of an item in it: the first of the parts that it has, its first control where
 * it has none of them.
 */
export function focusPart(itemElement: HTMLElement | undefined, ...parts: readonly Part[]): void {
  const controls = [...(itemElement?.querySelectorAll<HTMLElement>('[data-part]') ?? [])].filter(
    (element) => element.closest('[data-id]') === itemElement,
  );
  const found = parts.map((part) => controls.find((element) => element.dataset['part'] === part));
  const target = found.find((element) => element !== undefined) ?? controls[0];
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

/** @param part is preferred where it is there */
export function focusFirst(element: HTMLElement, part: Part = ''): void {
  const preferred = element.querySelector<HTMLElement>(`[data-part="${part}"]`);
  (preferred ?? element.querySelector<HTMLElement>('select, input, button'))?.focus();
}

/** Selects the text of the field that has the focus, if a field has it. */
export function selectFocusedText(): void {
  const { activeElement: control } = document;
  if (control instanceof HTMLInputElement) control.select();
}

/** Returns what restores the focus after rendering: on the same control, or near it if that is gone. */
export function rememberFocus(element: HTMLElement): () => void {
  const { activeElement: control } = document;
  if (!(control instanceof HTMLElement) || !element.contains(control)) return () => undefined;
  const part = control.dataset['part'] ?? '';
  const index = itemsIn(element).findIndex((item) => item === control.closest('[data-id]'));
  const position = index < 0 ? controlsIn(element).indexOf(control) : 0;
  return () => {
    if (document.activeElement === control) return;
    if (element.contains(control)) return control.focus({ preventScroll: true });
    const items = itemsIn(element);
    const nearest = items[Math.min(index, items.length - 1)];
    if (nearest) focusPart(nearest, part, 'add-property'); // a group that is left without conditions begins there
    else controlsIn(element)[position]?.focus(); // of a member beside the conditions
  };
}

function controlsIn(element: HTMLElement): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('select, input, textarea, button')];
}

function itemsIn(element: HTMLElement): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[data-id]')];
}
