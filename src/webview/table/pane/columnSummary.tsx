// The summary of a column: how many cells are filled, the most frequent values, and the distribution of numbers and dates.
import type { TableSummary } from '#protocol/tableMessages.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount, formatFraction, formatPercent, formatPlainNumber } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';

interface ColumnSummaryProps {
  readonly summary: TableSummary;
  readonly holdsPersons: boolean;
  /** A frequent value was chosen: shows the persons that have it. */
  readonly onValue: (value: string) => void;
}

export function ColumnSummaryPane(props: ColumnSummaryProps) {
  const { summary } = props;
  const { rows, filled, bins } = summary;
  return (
    <>
      <div
        class="meter"
        role="meter"
        aria-valuemin={0}
        aria-valuemax={rows}
        aria-valuenow={filled}
        aria-label={t('Filled')}
      >
        <Bar share={filled / Math.max(1, rows)} />
      </div>
      <Facts summary={summary} />
      {bins.length > 1 && (
        <>
          <h3>{t('Distribution')}</h3>
          <Histogram bins={bins} kind={summary.kind} />
        </>
      )}
      <FrequentValues {...props} />
    </>
  );
}

function Facts({ summary }: { readonly summary: TableSummary }) {
  const { rows, filled, distinct, kind, least, most, mean, others } = summary;
  const isTime = kind === 'time';
  const countOf = (count: number) => `${formatCount(count)} (${formatPercent(count, rows)})`;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t('Filled'), countOf(filled)],
    [t('Empty'), countOf(rows - filled)],
    [t('Distinct'), formatCount(distinct)],
    [isTime ? t('Earliest') : t('Min'), least && displayText(least)],
    [isTime ? t('Latest') : t('Max'), most && displayText(most)],
    [t('Mean'), mean === undefined ? undefined : formatPlainNumber(mean)],
    [
      isTime ? t('Not a Date') : t('Not a Number'),
      kind !== 'text' && others > 0 ? formatCount(others) : undefined,
    ],
  ];
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
      )}
    </dl>
  );
}

function FrequentValues({ summary, holdsPersons, onValue }: ColumnSummaryProps) {
  const { top, filled, distinct, rows } = summary;
  if (top.length === 0) return null;
  if (distinct === filled && filled > top.length) return <p class="unique">{t('All values are unique.')}</p>;
  const titleOf = (value: string) =>
    holdsPersons ? t('Show Persons with “{0}”', value) : t('Show Rows with “{0}”', value);
  const maxCount = Math.max(1, ...top.map(({ count }) => count));
  return (
    <>
      <h3>{t('Most Frequent')}</h3>
      <ul class="top">
        {top.map(({ value, count }) => (
          <li key={value}>
            <button
              type="button"
              class="top-value"
              title={titleOf(displayText(value))}
              onClick={() => onValue(value)}
            >
              <Bar share={count / maxCount} />
              <span class="value">{displayText(value)}</span>
              <span class="times">{formatCount(count)}</span>
              <span class="share">{formatPercent(count, rows)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Bar({ share }: { readonly share: number }) {
  return <div class="bar" style={{ width: `${share * 100}%` }} />;
}

type HistogramProps = Pick<TableSummary, 'bins' | 'kind'>;

/** Bars, and a list for screen readers. */
function Histogram({ bins, kind }: HistogramProps) {
  const maxCount = Math.max(1, ...bins.map(({ count }) => count));
  const first = bins[0];
  const last = bins.at(-1);
  const format = binFormat(bins, kind);
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

const daySeconds = 24 * 60 * 60;

/** How the ends of bins are written: no bin reads as the one beside it. */
export function binFormat(bins: TableSummary['bins'], kind: TableSummary['kind']): (value: number) => string {
  const [first, second] = bins;
  const width = first && second ? second.from - first.from : 1;
  if (kind === 'time') return (seconds) => formatTime(seconds, width);
  const texts = bins.map(({ from }) => formatPlainNumber(from));
  if (texts.every((text, at) => text !== texts[at - 1])) return formatPlainNumber;
  const digits = Math.max(0, 1 - Math.floor(Math.log10(width)));
  return (value) => formatFraction(value, digits);
}

/** In the form of cells, which have it from the service; with the time of day unless bins are days or longer. */
function formatTime(seconds: number, width: number): string {
  const length = width >= daySeconds ? 10 : width >= 60 ? 16 : 19;
  return new Date(seconds * 1000).toISOString().slice(0, length).replace('T', ' ');
}
