// The numbers of charts as people read them, each in its unit.
import type { NumberStyle } from '#insights/chartModel.ts';
import { formatNumber, formatPercent } from '#webview/elements/numberFormat.ts';

/** `isShort`: for an axis. */
export function formatValue(value: number, style: NumberStyle, isShort = false): string {
  return `${style.prefix}${formatUnit(value, style.unit, isShort)}${style.postfix}`;
}

function formatUnit(value: number, unit: NumberStyle['unit'], isShort: boolean): string {
  switch (unit) {
    case 'plain':
      return formatNumber(value, isShort ? 'short' : 'exact');
    case 'percent':
      return formatPercent(value, 100);
    case 'share':
      return formatPercent(value, 1);
    case 'seconds':
      return formatSeconds(value);
  }
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `1.5 hr` */
export function formatSeconds(seconds: number): string {
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return formatNumber(seconds / length, unit);
}
