import type { TableSummary } from '#protocol/tableMessages.ts';
import { formatCount, formatNumber } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';

type HistogramProps = Pick<TableSummary, 'bins' | 'kind'>;

/** Bars, and a list for screen readers. */
export function Histogram({ bins, kind }: HistogramProps) {
  const maxCount = Math.max(1, ...bins.map(({ count }) => count));
  const format = (value: number): string =>
    kind === 'time' ? formatDate(value) : formatNumber(value, 'exact');
  const first = bins[0];
  const last = bins.at(-1);
  return (
    <div class="histogram-frame">
      <div class="histogram" role="list" aria-label={t('Distribution')}>
        {bins.map((bin, index) => {
          const label = t('{0}: {1}', rangeText(format(bin.from), format(bin.to)), formatCount(bin.count));
          return (
            <div key={index} class="slot" role="listitem" aria-label={label} title={label}>
              <div class="bar" style={{ height: `${(bin.count / maxCount) * 100}%` }} />
            </div>
          );
        })}
      </div>
      <div class="histogram-ends" aria-hidden="true">
        <span>{first && format(first.from)}</span>
        <span>{last && format(last.to)}</span>
      </div>
    </div>
  );
}

function rangeText(from: string, to: string): string {
  return from === to ? from : t('{0} to {1}', from, to);
}

/** The date in the form of cells, which have it from the service. */
function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
