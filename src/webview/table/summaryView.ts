// A column's summary: how much of it is filled, what is most frequent, and how numbers and times are spread.
import type { TableSummary } from '#protocol/table.ts';
import { block } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { count, words } from './tableElements.ts';

export interface SummaryActions {
  /** A frequent value was chosen: show those that have it. */
  readonly onValue: (value: string) => void;
}

export function drawSummary(summary: TableSummary, actions: SummaryActions): Node[] {
  const { rows, filled, distinct } = summary;
  const facts = document.createElement('dl');
  facts.className = 'facts';
  addFact(facts, t('Filled'), `${count(filled)} (${percent(filled, rows)})`);
  addFact(facts, t('Empty'), `${count(rows - filled)} (${percent(rows - filled, rows)})`);
  addFact(facts, t('Distinct'), count(distinct));
  const isTime = summary.kind === 'time';
  if (summary.least !== undefined) addFact(facts, isTime ? t('Earliest') : t('Least'), summary.least);
  if (summary.most !== undefined) addFact(facts, isTime ? t('Latest') : t('Most'), summary.most);
  if (summary.mean !== undefined) addFact(facts, t('Mean'), formatNumber(summary.mean));
  if (summary.kind === 'number' && summary.others > 0)
    addFact(facts, t('Not a Number'), count(summary.others));
  if (summary.kind === 'time' && summary.others > 0) addFact(facts, t('Not a Date'), count(summary.others));
  return [
    meter(filled, rows),
    facts,
    ...(summary.bins.length > 1 ? [words('h3', t('Spread')), drawHistogram(summary)] : []),
    ...drawFrequent(summary, actions),
  ];
}

/** Of many values that all come once, none is frequent. */
function drawFrequent(summary: TableSummary, actions: SummaryActions): Node[] {
  const { top, filled, distinct } = summary;
  if (top.length === 0) return [];
  if (distinct === filled && filled > top.length) return [words('p', t('Each value comes once.'), 'unique')];
  return [words('h3', t('Most Frequent')), drawTop(summary, actions)];
}

function addFact(list: HTMLElement, name: string, value: string): void {
  list.append(words('dt', name), words('dd', value));
}

function meter(filled: number, rows: number): HTMLElement {
  const bar = block('bar');
  bar.style.width = `${rows === 0 ? 0 : (filled / rows) * 100}%`;
  const element = block('meter', bar);
  element.setAttribute('role', 'meter');
  element.setAttribute('aria-valuemin', '0');
  element.setAttribute('aria-valuemax', String(rows));
  element.setAttribute('aria-valuenow', String(filled));
  element.ariaLabel = t('Filled');
  return element;
}

/** A list for those who listen, bars for those who look. */
function drawHistogram(summary: TableSummary): HTMLElement {
  const most = Math.max(1, ...summary.bins.map((bin) => bin.count));
  const bars = block('histogram');
  bars.setAttribute('role', 'list');
  bars.ariaLabel = t('Spread');
  for (const bin of summary.bins) {
    const span = describeSpan(bin, summary);
    const bar = block('bar');
    bar.style.height = `${(bin.count / most) * 100}%`;
    const slot = block('slot', bar);
    slot.setAttribute('role', 'listitem');
    slot.ariaLabel = t('{0}: {1}', span, count(bin.count));
    slot.title = slot.ariaLabel;
    bars.append(slot);
  }
  const first = summary.bins[0];
  const last = summary.bins.at(-1);
  const ends = block(
    'histogram-ends',
    words('span', first ? formatPlace(first.from, summary) : ''),
    words('span', last ? formatPlace(last.to, summary) : ''),
  );
  ends.ariaHidden = 'true';
  return block('histogram-frame', bars, ends);
}

function describeSpan(bin: TableSummary['bins'][number], summary: TableSummary): string {
  const from = formatPlace(bin.from, summary);
  const to = formatPlace(bin.to, summary);
  return from === to ? from : t('{0} to {1}', from, to);
}

function formatPlace(value: number, { kind }: TableSummary): string {
  return kind === 'time' ? new Date(value * 1000).toISOString().slice(0, 10) : formatNumber(value);
}

function drawTop({ top, rows }: TableSummary, { onValue }: SummaryActions): HTMLElement {
  const most = Math.max(1, ...top.map((one) => one.count));
  const list = document.createElement('ul');
  list.className = 'top';
  for (const { value, count: times } of top) {
    const bar = block('bar');
    bar.style.width = `${(times / most) * 100}%`;
    const choose = document.createElement('button');
    choose.type = 'button';
    choose.className = 'top-value';
    choose.title = t('Show Persons with “{0}”', value);
    choose.append(
      bar,
      words('span', value, 'value'),
      words('span', count(times), 'times'),
      words('span', percent(times, rows), 'share'),
    );
    choose.addEventListener('click', () => onValue(value));
    const item = document.createElement('li');
    item.append(choose);
    list.append(item);
  }
  return list;
}

function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  const share = (part / whole) * 100;
  return `${share.toLocaleString(undefined, { maximumFractionDigits: share < 10 ? 1 : 0 })} %`;
}

function formatNumber(value: number): string {
  return value.toLocaleString(undefined, { maximumFractionDigits: 2 });
}
