// The row of a group: its value, how many rows it has, and a bar that compares it with the other groups.
import { render } from 'preact';
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { GroupState } from './rowGroups.ts';

export interface ShownGroup extends GroupState {
  /** Rows of the largest group. */
  readonly largest: number;
  /** Rows of all groups. */
  readonly allRows: number;
  /** These are the rows that a search or a filter found. */
  readonly isNarrowed: boolean;
  readonly isActive: boolean;
}

/** The element lives as long as its row, and is hidden while that shows no group. */
export class GroupRow {
  readonly element = document.createElement('div');
  #drawn: ShownGroup | undefined;

  constructor() {
    this.element.className = 'group-row';
    this.element.setAttribute('role', 'gridcell');
    this.element.setAttribute('aria-colindex', '2');
    this.element.hidden = true;
  }

  hide(): void {
    this.element.hidden = true;
    this.element.id = '';
    this.#drawn = undefined;
  }

  /** @param activeId of the grid's active cell */
  draw(group: ShownGroup, activeId: string, columns: number): void {
    const { element } = this;
    element.hidden = false;
    element.id = group.isActive ? activeId : '';
    element.classList.toggle('active', group.isActive);
    element.setAttribute('aria-colspan', String(columns));
    if (isSame(this.#drawn, group)) return;
    this.#drawn = group;
    render(<GroupLabel group={group} />, element);
  }
}

function isSame(one: ShownGroup | undefined, other: ShownGroup): boolean {
  return (
    one !== undefined &&
    one.value === other.value &&
    one.rows === other.rows &&
    one.isOpen === other.isOpen &&
    one.largest === other.largest &&
    one.allRows === other.allRows &&
    one.isNarrowed === other.isNarrowed
  );
}

function GroupLabel({ group }: { readonly group: ShownGroup }) {
  const { value, rows, isOpen, largest, allRows, isNarrowed } = group;
  const share = formatPercent(rows, allRows);
  return (
    <>
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      <span class={value === '' ? 'group-value faint' : 'group-value'}>
        {value === '' ? t('(empty)') : value}
      </span>
      <span class="group-rows">{formatCount(rows)}</span>
      <span class={isNarrowed ? 'group-share of-shown' : 'group-share'}>
        {isNarrowed ? t('{0} of {1} shown', share, formatCount(allRows)) : share}
      </span>
      <span class="group-bar" aria-hidden="true">
        <span class="bar" style={{ width: `${(rows / largest) * 100}%` }} />
      </span>
    </>
  );
}
