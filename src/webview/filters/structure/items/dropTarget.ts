// Where a dragged item would go: the gap between two rows that is nearest to the pointer.

/** Where an item is dropped: in the list of a group, before the item that had the index when the drag began. */
export interface Drop {
  readonly groupId: string;
  readonly index: number;
}

export interface Gap {
  readonly drop: Drop;
  readonly list: HTMLElement;
  /** The top in viewport coordinates. */
  readonly top: number;
}

/** The nearest gap between two rows, in the innermost list around the pointer; undefined inside the item itself. */
export function gapAt(
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
  const distance = (list: HTMLElement) => {
    const { top, bottom } = list.getBoundingClientRect();
    return Math.max(top - y, y - bottom);
  };
  return lists.toSorted((a, b) => distance(a) - distance(b))[0];
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
