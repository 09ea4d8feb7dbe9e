// Brings the keyboard to a control, and keeps it near where it was.
import type { Part } from './renderContext.ts';

/** The item's own part, not one of an item in it; the first control where it has no such part. */
export function focusPart(row: HTMLElement | undefined, part: Part): void {
  const own = [...(row?.querySelectorAll<HTMLElement>('[data-part]') ?? [])].filter(
    (element) => element.closest('[data-id]') === row,
  );
  const target = own.find((element) => element.dataset['part'] === part) ?? own[0];
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

export function focusFirst(element: HTMLElement): void {
  element.querySelector<HTMLElement>('select, input, button')?.focus();
}

/** Call what it returns when all is drawn anew: a control that was moved has the keyboard again, or one near it. */
export function keepFocus(element: HTMLElement): () => void {
  const { activeElement: control } = document;
  if (!(control instanceof HTMLElement) || !element.contains(control)) return () => undefined;
  const part = control.dataset['part'] ?? '';
  const at = rowsIn(element).findIndex((row) => row === control.closest('[data-id]'));
  return () => {
    if (document.activeElement === control) return;
    if (element.contains(control)) return control.focus({ preventScroll: true });
    const rows = rowsIn(element);
    const near = rows[Math.min(at, rows.length - 1)];
    if (near) focusPart(near, part);
    else focusFirst(element);
  };
}

function rowsIn(element: HTMLElement): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[data-id]')];
}
