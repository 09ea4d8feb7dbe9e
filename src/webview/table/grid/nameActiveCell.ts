/** Tells screen readers which cell of a grid is active. None is if it is scrolled out of view or the table is empty. */
export function nameActiveCell(grid: HTMLElement, id: string): void {
  const isDrawn = grid.querySelector(`:not([hidden]) > #${id}:not([hidden])`) !== null;
  if (isDrawn) grid.setAttribute('aria-activedescendant', id);
  else grid.removeAttribute('aria-activedescendant');
}
