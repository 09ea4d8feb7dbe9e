// The numbers of charts as people read them, each in its unit.
import type { NumberStyle } from '#insights/chartModel.ts';
import { formatNumber, formatPercent, formatPlainNumber, isBeyondWords } from '#text/formatNumber.ts';

export function formatValue(value: number, style: NumberStyle): string {
  return `${style.prefix}${formatUnit(value, style.unit)}${style.postfix}`;
}

function formatUnit(value: number, unit: NumberStyle['unit']): string {
  switch (unit) {
    case 'plain':
      return formatPlainNumber(value);
    case 'percent':
      return formatPercent(value, 100);
    case 'share':
      return formatPercent(value, 1);
    case 'seconds':
      return formatSeconds(value);
    case 'milliseconds':
      return formatSeconds(value / 1000);
  }
}

/** The unit of an axis, of which its ticks are multiples. `length`: the unit in values of the axis. */
interface AxisUnit {
  readonly name: 'day' | 'hour' | 'minute' | 'second' | 'millisecond';
  readonly length: number;
}

/**
 * The longest unit of time that fits into the axis at least twice. All ticks have it: in steps of 5 hours, no tick after
 * “20 hours” may be “1 day”. Undefined if the values are no times.
 */
export function axisUnit({ unit }: NumberStyle, most: number): AxisUnit | undefined {
  if (unit !== 'seconds' && unit !== 'milliseconds') return undefined;
  const perSecond = unit === 'seconds' ? 1 : 1000;
  const [name, seconds] = timeUnits.find(([, size]) => most >= 2 * size * perSecond) ?? milliseconds;
  return { name, length: seconds * perSecond };
}

/** @param ticks all of the axis: they have one notation, so that “500T” is not beside “1E15” */
export function tickFormat(
  ticks: readonly number[],
  style: NumberStyle,
  unit: AxisUnit | undefined,
): (value: number) => string {
  const { prefix, postfix } = style;
  if (unit) return (value) => `${prefix}${formatNumber(value / unit.length, unit.name)}${postfix}`;
  if (style.unit !== 'plain') return (value) => formatValue(value, style);
  const isScientific = ticks.some(isBeyondWords);
  return (value) => `${prefix}${formatNumber(value, tickForm(value, isScientific))}${postfix}`;
}

function tickForm(value: number, isScientific: boolean) {
  if (value === 0) return 'exact';
  return isScientific ? 'scientific' : Math.abs(value) < 1 ? 'small' : 'short';
}

const milliseconds = ['millisecond', 0.001] as const;
const timeUnits = [['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1], milliseconds] as const;

/** `1.5 hr` */
export function formatSeconds(seconds: number): string {
  const size = Math.abs(seconds);
  const [unit, length] = timeUnits.find((one) => size >= one[1]) ?? milliseconds;
  return size === 0 ? formatNumber(0, 'second') : formatNumber(seconds / length, unit);
}
