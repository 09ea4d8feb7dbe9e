import type { ChartLimits } from './chartLimits.ts';
import { breakdownText, type Fields, fieldsOf, textOf } from './resultValues.ts';

/** The label of a series, with what distinguishes it from the others: the custom name is that of their common event. */
export function seriesLabel(series: Fields, limits: ChartLimits): string {
  const action = fieldsOf(series.action);
  const [custom, label] = [textOf(action.custom_name, limits), textOf(series.label, limits)];
  const value = breakdownText(series.breakdown_value, limits);
  if (value === '') return custom || label;
  const names = [custom, textOf(action.name, limits), textOf(action.id, limits)].filter(
    (name) => name !== '',
  );
  if (label === '' || names.includes(label)) return joined(custom || label, value);
  if (custom === '') return label;
  const event = names.find((name) => label.startsWith(`${name} - `));
  return joined(custom, event === undefined ? label : label.slice(event.length + 3));
}

function joined(event: string, part: string): string {
  return event === '' ? part : `${event} · ${part}`;
}
