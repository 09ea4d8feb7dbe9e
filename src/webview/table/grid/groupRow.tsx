// The row of a group: its value, how many rows it has, and a bar that compares it with the other groups.
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { GroupState, RowGroups } from './rowGroups.ts';

interface GroupRowProps {
  readonly group: GroupState;
  readonly of: Pick<RowGroups, 'largest' | 'isNarrowed'>;
  /** Rows of all groups. */
  readonly allRows: number;
  /** The element's id where it is the active cell. */
  readonly activeId: string | undefined;
  readonly columns: number;
}

export function GroupRow({ group, of, allRows, activeId, columns }: GroupRowProps) {
  const { value, rows, isOpen } = group;
  const share = formatPercent(rows, allRows);
  return (
    <div
      id={activeId}
      class={activeId === undefined ? 'group-row' : 'group-row active'}
      role="gridcell"
      aria-colindex={2}
      aria-colspan={columns}
    >
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      <span class={value === '' ? 'group-value faint' : 'group-value'}>
        {value === '' ? t('(empty)') : value}
      </span>
      <span class="group-rows">{formatCount(rows)}</span>
      <span class={of.isNarrowed ? 'group-share of-shown' : 'group-share'}>
        {of.isNarrowed ? t('{0} of {1} shown', share, formatCount(allRows)) : share}
      </span>
      <span class="group-bar" aria-hidden="true">
        <span class="bar" style={{ width: `${(rows / of.largest) * 100}%` }} />
      </span>
    </div>
  );
}
