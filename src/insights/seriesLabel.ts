import type { ChartLimits } from './chartLimits.ts';
import { breakdownParts, nameCode, type Fields, fieldsOf, isFields, textOf } from './resultValues.ts';

/** The label of a series, with what distinguishes it from the others: the custom name is that of their common event. */
export function seriesLabel(series: Fields, limits: ChartLimits): string {
  const action = fieldsOf(series.action);
  const [custom, label] = [textOf(action.custom_name, limits), textOf(series.label, limits)];
  const parts = breakdownParts(series.breakdown_value, limits);
  const value = parts.join(' · ');
  if (value === '') return custom || label;
  const names = [custom, textOf(action.name, limits), textOf(action.id, limits)].filter(
    (name) => name !== '',
  );
  if (label === '' || names.includes(label)) return joined(custom || label, value);
  if (label === parts.join('::') || label === sentLabel(series.breakdown_value)) return joined(custom, value);
  const [nameless] = series.breakdown_value === '' ? names.filter((name) => label === `${name} - `) : [];
  if (nameless !== undefined) return joined(custom || nameless, value);
  // The label of a formula is that of all its series.
  if (!isFields(series.action) && !label.endsWith(value)) return joined(label, value);
  if (custom === '') return label;
  const event = names.find((name) => label.startsWith(`${name} - `));
  return joined(custom, event === undefined ? label : label.slice(event.length + 3));
}

/** As services join the values of a breakdown by several properties. */
function sentLabel(value: unknown): string | undefined {
  return Array.isArray(value) ? value.join('::') : undefined;
}

function joined(event: string, part: string): string {
  return event === '' ? part : `${event} · ${part}`;
}

/** How events are counted, for which `shownName` has words. */
const namedMaths: readonly string[] = [
  'total',
  'dau',
  'weekly_active',
  'monthly_active',
  'unique_session',
  'first_time_for_user',
  'first_matching_event_for_user',
  'sum',
  'avg',
  'median',
  'min',
  'max',
];

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The labels, of which the same ones get what tells their series apart, if anything does: how they are counted, or their letter
 * in the query. A series of an earlier period has the same label as its counterpart.
 */
export function labelsApart(all: readonly Fields[], labels: readonly string[]): readonly string[] {
  const places = Map.groupBy(all.keys(), (place) => `${textOf(all[place]?.compare_label)} ${labels[place]}`);
  const apart = [...labels];
  for (const same of places.values()) {
    if (same.length < 2) continue;
    const maths = same.map((place) => textOf(fieldsOf(all[place]?.action).math) || 'total');
    const orders = same.map((place) => letters[Number(fieldsOf(all[place]?.action).order)] ?? '');
    const areNamed = areDistinct(maths) && maths.every((math) => namedMaths.includes(math));
    const parts = areNamed
      ? maths.map((math) => nameCode(`math_${math}`))
      : areDistinct(orders)
        ? orders
        : same.map((_, index) => String(index + 1)); // several formulas may have one label
    for (const [index, part] of parts.entries()) {
      const place = same[index] ?? 0;
      apart[place] = joined(labels[place] ?? '', part);
    }
  }
  return apart;
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
