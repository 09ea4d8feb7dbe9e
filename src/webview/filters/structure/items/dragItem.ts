// Moves an item with the pointer. A line shows where it would go; Escape cancels.
import { gapAt, type Drop, type Gap } from './dropTarget.ts';

/** A shorter movement of the pointer is a click. */
const minDragPx = 4;
/** Near the upper and lower edge the pane scrolls. */
const edgePx = 32;
const scrollStepPx = 10;

/**
 * Follows the pointer until it is released.
 * @param pane the scrolling element
 * @param row the element of the item
 */
export function dragItem(
  pane: HTMLElement,
  row: HTMLElement,
  start: PointerEvent,
  onDrop: (drop: Drop) => void,
): void {
  const grip = start.target;
  if (!(grip instanceof HTMLElement || grip instanceof SVGElement)) return;
  const line = document.createElement('div');
  line.className = 'drop-line';
  let gap: Gap | undefined;
  let isDragging = false;

  const end = new AbortController();
  const { signal } = end;
  const finish = (): void => {
    end.abort();
    line.remove();
    row.classList.remove('is-dragged');
  };

  const move = (event: PointerEvent): void => {
    isDragging ||= distance(event, start) >= minDragPx;
    if (!isDragging) return;
    row.classList.add('is-dragged');
    scrollNearEdge(pane, event.clientY);
    gap = gapAt(pane, row, event);
    if (gap) placeLine(pane, line, gap);
    else line.remove();
  };

  const drop = (): void => {
    finish();
    if (gap) onDrop(gap.drop);
  };

  grip.setPointerCapture(start.pointerId);
  grip.addEventListener('pointermove', (event) => event instanceof PointerEvent && move(event), { signal });
  grip.addEventListener('pointerup', drop, { signal });
  grip.addEventListener('lostpointercapture', finish, { signal });
  onEscape(finish, signal);
}

/** The key does nothing else meanwhile. */
function onEscape(cancel: () => void, signal: AbortSignal): void {
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  addEventListener('keydown', handleKey, { signal, capture: true });
}

function distance(one: PointerEvent, other: PointerEvent): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function placeLine(pane: HTMLElement, line: HTMLElement, { list, top }: Gap): void {
  const box = list.getBoundingClientRect();
  const outer = pane.getBoundingClientRect();
  line.style.top = `${top - outer.top + pane.scrollTop}px`;
  line.style.left = `${box.left - outer.left}px`;
  line.style.width = `${box.width}px`;
  if (!line.isConnected) pane.append(line);
}

function scrollNearEdge(pane: HTMLElement, y: number): void {
  const { top, bottom } = pane.getBoundingClientRect();
  if (y < top + edgePx) pane.scrollTop -= scrollStepPx;
  else if (y > bottom - edgePx) pane.scrollTop += scrollStepPx;
}
