// Retention: a table whose cells are darker the more persons returned.
import type { RetentionModel, ValueCell } from '#insights/chartModel.ts';
import { shareOf } from '#insights/dataTable.ts';
import { retentionColumn, retentionWord, shownName } from '#insights/chartLabels.ts';
import { formatPercent } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { formatCell } from '#webview/charts/formatCell.ts';
import { formatDate } from '#webview/charts/formatDate.ts';
import { CellTable, type TableCell } from '#webview/charts/dataTable/dataTableView.tsx';

interface RetentionProps {
  readonly model: RetentionModel;
  readonly title: string;
}

export function Retention({ model, title }: RetentionProps) {
  const { rows, interval, aggregate } = model;
  const width = rows.reduce((widest, { counts }) => Math.max(widest, counts.length), 0);
  const columns = Array.from({ length: width }, (_, index) => index);
  const isBrokenDown = rows.some(({ breakdown }) => breakdown !== '');
  const heads = [
    ...(isBrokenDown ? [{ text: t('Breakdown'), class: 'cut' }] : []),
    { text: t('Cohort') },
    { text: retentionWord(model, t), class: 'numeric' },
    ...columns.map((index) => ({ text: retentionColumn(model, index, t), class: 'numeric' })),
  ];
  return (
    <div class="data-frame" role="region" aria-label={title} tabIndex={0}>
      <CellTable
        heads={heads}
        rows={rows.map(({ label, date, breakdown, counts, cells, completeCounts }) => [
          ...(isBrokenDown ? [breakdownCell(shownName(breakdown, t))] : []),
          { text: date === undefined ? label : formatDate(date, interval) },
          { text: counts[0] === undefined ? '' : formatCell(counts[0], 'number'), class: 'numeric' },
          ...columns.map((index) =>
            heatCell({
              count: counts[index],
              cell: cells?.[index],
              size: counts[0],
              isIncomplete: index >= completeCounts,
              isShare: aggregate === undefined,
            }),
          ),
        ])}
        headColumn={isBrokenDown ? 1 : 0}
        stuckColumns={2}
      />
    </div>
  );
}

/** A long one is cut; its title has all of it. */
function breakdownCell(name: string): TableCell {
  return { text: name, class: 'cut', title: name };
}

interface HeatCell {
  /** Undefined if the row has ended. */
  readonly count: number | null | undefined;
  /** What cannot be drawn, as it came. */
  readonly cell: ValueCell | undefined;
  readonly size: number | null | undefined;
  readonly isIncomplete: boolean;
  /** Of the persons of the cohort; otherwise the value itself is shown. */
  readonly isShare: boolean;
}

function heatCell({ count, cell, size, isIncomplete, isShare }: HeatCell): TableCell {
  if (count === undefined) return { text: '' };
  const share = shareOf(count, size);
  const text = formatCell(count ?? cell, 'number');
  return {
    text: !isShare ? text : share === null ? '–' : formatPercent(share, 1),
    class: `numeric heat h${heatOf(share)}${isIncomplete ? ' incomplete' : ''}`,
    title: isIncomplete ? t('{0} (incomplete)', text) : text,
    note: isIncomplete ? t('(incomplete)') : undefined,
  };
}

// How dark a cell of a retention grid is.

/** Colors of charts.css, `h0` to `h10`. */
export const maxHeat = 10;

/**
 * The step of a share by its square root, so that small shares, which are the most frequent, differ visibly.
 * @param share of the persons, null if unknown
 */
export function heatOf(share: number | null): number {
  return Math.round(Math.sqrt(Math.min(1, Math.max(0, share ?? 0))) * maxHeat);
}
