// Retention: a table whose cells are darker the more persons returned.
import type { RetentionModel } from '#insights/chartModel.ts';
import { retentionColumn, shareOf } from '#insights/dataTable.ts';
import { formatCount, formatShare } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { formatDate } from './formatDate.ts';
import { heatOf } from './retentionHeat.ts';
import { LongTable, type TableCell } from './longTable.tsx';

interface RetentionProps {
  readonly model: RetentionModel;
  readonly title: string;
}

export function Retention({ model: { rows, interval }, title }: RetentionProps) {
  const width = rows.reduce((widest, { counts }) => Math.max(widest, counts.length), 0);
  const columns = Array.from({ length: width }, (_, index) => index);
  const isBrokenDown = rows.some(({ breakdown }) => breakdown !== '');
  const heads = [
    ...(isBrokenDown ? [{ text: t('Breakdown'), widestPx: 110 }] : []),
    { text: t('Cohort') },
    { text: t('Persons'), class: 'numeric' },
    ...columns.map((index) => ({ text: retentionColumn(interval, index, t), class: 'numeric' })),
  ];
  return (
    <div class="data-frame" role="region" aria-label={title} tabIndex={0}>
      <LongTable
        heads={heads}
        rows={rows}
        headColumn={isBrokenDown ? 1 : 0}
        stuckColumns={2}
        cellsOf={({ label, date, breakdown, counts, completeCounts }) => [
          ...(isBrokenDown ? [{ text: breakdown, title: breakdown }] : []),
          { text: date === undefined ? label : formatDate(date, interval) },
          { text: counts[0] === undefined ? '' : formatCount(counts[0]), class: 'numeric' },
          ...columns.map((index) => heatCell(counts[index], counts[0], index >= completeCounts)),
        ]}
      />
    </div>
  );
}

function heatCell(count: number | undefined, size: number | undefined, isIncomplete: boolean): TableCell {
  if (count === undefined) return { text: '' };
  const share = shareOf(count, size);
  return {
    text: share === null ? '–' : formatShare(share, 1),
    class: `numeric heat h${heatOf(share)}${isIncomplete ? ' incomplete' : ''}`,
    title: isIncomplete ? t('{0} (incomplete)', formatCount(count)) : formatCount(count),
    note: isIncomplete ? t('(incomplete)') : undefined,
  };
}
