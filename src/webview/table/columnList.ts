// All columns: which of them show, and in which order.
import { block, button } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from './columnLabel.ts';
import type { ColumnLayout } from './columnLayout.ts';
import { words } from './tableElements.ts';

export interface ColumnListActions {
  /** Returns false where that cannot be: one column has to show. */
  readonly onHide: (column: number, isHidden: boolean) => boolean;
  readonly onMove: (column: number, step: number) => void;
  readonly onShowAll: () => void;
}

export function drawColumnList(layout: ColumnLayout, actions: ColumnListActions): Node[] {
  const find = document.createElement('input');
  find.type = 'search';
  find.className = 'input';
  find.placeholder = t('Find a Column');
  find.ariaLabel = find.placeholder;
  const list = document.createElement('ul');
  list.className = 'column-list';
  list.ariaLabel = t('Columns');
  for (const column of layout.order) list.append(createItem(layout, column, actions));
  find.addEventListener('input', () => {
    const wanted = find.value.toLowerCase();
    for (const item of list.children) {
      if (item instanceof HTMLElement) item.hidden = !(item.textContent ?? '').toLowerCase().includes(wanted);
    }
  });
  const all = button({ label: t('Show All'), withWords: true, run: actions.onShowAll });
  return [block('column-tools', find, all), list];
}

function createItem(layout: ColumnLayout, column: number, actions: ColumnListActions): HTMLElement {
  const name = columnLabel(layout.name(column), column);
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = !layout.isHidden(column);
  box.addEventListener('change', () => {
    if (!actions.onHide(column, !box.checked)) box.checked = true;
  });
  const label = document.createElement('label');
  label.title = name;
  label.append(box, words('span', name));
  const item = document.createElement('li');
  const up = button({
    icon: 'up',
    label: t('Move {0} Left', name),
    run: () => actions.onMove(column, -1),
  });
  const down = button({
    icon: 'down',
    label: t('Move {0} Right', name),
    run: () => actions.onMove(column, 1),
  });
  up.disabled = layout.isHidden(column);
  down.disabled = layout.isHidden(column);
  item.append(label, block('column-moves', up, down));
  return item;
}
