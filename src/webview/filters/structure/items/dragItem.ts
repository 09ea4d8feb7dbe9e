// Moves an item with the pointer. A line shows where it would go; Escape cancels.

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

/** Where an item is dropped: in the list of a group, before the item that had the index when the drag began. */
export interface Drop {
  readonly groupId: string;
  readonly index: number;
}

interface Gap {
  readonly drop: Drop;
  readonly list: HTMLElement;
  /** The top in viewport coordinates. */
  readonly top: number;
}

/** The nearest gap between two rows, in the innermost list around the pointer; undefined inside the item itself. */
function gapAt(
  pane: HTMLElement,
  row: HTMLElement,
  { clientX: x, clientY: y }: PointerEvent,
): Gap | undefined {
  const lists = [...pane.querySelectorAll<HTMLElement>('[data-list]')].filter((list) => !row.contains(list));
  const box = pane.getBoundingClientRect();
  if (x < box.left || x > box.right) return undefined;
  const list = lists.findLast((each) => isAround(each, y)) ?? nearest(lists, y);
  if (!list) return undefined;
  const rows = rowsOf(list);
  const index = rows.findIndex((each) => y < middle(each));
  const at = index < 0 ? rows.length : index;
  const own = rows.indexOf(row);
  // A drop right before or after the item would not move it.
  if (own >= 0 && (at === own || at === own + 1)) return undefined;
  return { drop: { groupId: list.dataset['list'] ?? '', index: at }, list, top: topOf(list, rows, at) };
}

function rowsOf(list: HTMLElement): readonly HTMLElement[] {
  return [...list.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && 'id' in child.dataset,
  );
}

function isAround(list: HTMLElement, y: number): boolean {
  const { top, bottom } = list.getBoundingClientRect();
  return y >= top - 6 && y <= bottom + 6;
}

function nearest(lists: readonly HTMLElement[], y: number): HTMLElement | undefined {
  const distanceTo = (list: HTMLElement) => {
    const { top, bottom } = list.getBoundingClientRect();
    return Math.max(top - y, y - bottom);
  };
  return lists.toSorted((a, b) => distanceTo(a) - distanceTo(b))[0];
}

function middle(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}

function topOf(list: HTMLElement, rows: readonly HTMLElement[], index: number): number {
  const after = rows[index];
  if (after) return after.getBoundingClientRect().top - 3;
  const last = rows.at(-1);
  return last ? last.getBoundingClientRect().bottom + 1 : list.getBoundingClientRect().top + 4;
}
