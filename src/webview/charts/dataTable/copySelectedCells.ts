// Selected cells of a table that is laid out as a grid: the browser would copy each cell as a line of its own.

/** Handles a table's `copy` event: puts tabs between cells. A selection in one cell is left to the browser. */
export function copySelectedCells(event: ClipboardEvent): void {
  const { currentTarget: table, clipboardData } = event;
  const selection = getSelection();
  if (!(table instanceof HTMLTableElement) || !selection || !clipboardData) return;
  if (!table.contains(selection.anchorNode) || !table.contains(selection.focusNode)) return;
  if (!selection.toString().trim().includes('\n')) return;
  const range = selection.getRangeAt(0);
  const rows = [...table.rows]
    .map(({ cells }) => [...cells].filter((cell) => selection.containsNode(cell, true)))
    .filter((cells) => cells.length > 0);
  const lines = rows.map((cells) => cells.map((cell) => textWithin(range, cell)).join('\t'));
  clipboardData.setData('text/plain', lines.join('\n'));
  event.preventDefault();
}

/** The part of a cell's text that is in a range, in one line. */
function textWithin(range: Range, cell: HTMLTableCellElement): string {
  const part = document.createRange();
  part.selectNodeContents(cell);
  if (cell.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset);
  if (cell.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset);
  const shown = part.cloneContents();
  for (const note of shown.querySelectorAll('.visually-hidden')) note.remove();
  return shown.textContent.replaceAll(/\s+/g, ' ');
}
