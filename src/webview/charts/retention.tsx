// Retention: a table whose cells are darker the more persons returned.
import type { RetentionModel } from '#insights/chartModel.ts';
import { retentionColumn, shareOf } from '#insights/dataTable.ts';
import { formatCount, formatShare } from '#text/localFormat.ts';
import { t } from '#webview/elements/translate.ts';
import { formatDate } from './formatDate.ts';
import { heatOf } from './heat.ts';
import { TableRows } from './tableRows.tsx';

interface RetentionProps {
  readonly model: RetentionModel;
  readonly title: string;
}

export function Retention({ model: { rows, interval }, title }: RetentionProps) {
  const width = rows.reduce((widest, { counts }) => Math.max(widest, counts.length), 0);
  const columns = Array.from({ length: width }, (_, index) => index);
  const isBrokenDown = rows.some(({ breakdown }) => breakdown !== '');
  return (
    <div class="data-frame" role="region" aria-label={title} tabIndex={0}>
      <table class="data retention">
        <thead>
          <tr>
            {isBrokenDown && <th scope="col">{t('Breakdown')}</th>}
            <th scope="col">{t('Cohort')}</th>
            <th scope="col" class="numeric">
              {t('Persons')}
            </th>
            {columns.map((index) => (
              <th key={index} scope="col" class="numeric">
                {retentionColumn(interval, index, t)}
              </th>
            ))}
          </tr>
        </thead>
        <TableRows
          rows={rows}
          columnCount={columns.length}
          draw={({ label, date, breakdown, counts }, row) => (
            <tr key={row}>
              {isBrokenDown && <td>{breakdown}</td>}
              <th scope="row">{date === undefined ? label : formatDate(date, interval)}</th>
              <td class="numeric">{counts[0] === undefined ? '' : formatCount(counts[0])}</td>
              {columns.map((index) => (
                <HeatCell key={index} count={counts[index]} size={counts[0]} />
              ))}
            </tr>
          )}
        />
      </table>
    </div>
  );
}

function HeatCell({
  count,
  size,
}: {
  readonly count: number | undefined;
  readonly size: number | undefined;
}) {
  if (count === undefined) return <td />;
  const share = shareOf(count, size);
  return (
    <td class={`numeric heat h${heatOf(share)}`} title={formatCount(count)}>
      {share === null ? '–' : formatShare(share, 1)}
    </td>
  );
}
