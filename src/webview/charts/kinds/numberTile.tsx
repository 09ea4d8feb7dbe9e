import { capitalized, periodWord } from '#insights/chartLabels.ts';
import type { ModelOf } from '#insights/chartModel.ts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatPercent } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { formatValue } from '#webview/charts/formatValue.ts';
import { HiddenTable } from '#webview/charts/dataTable/modelTable.tsx';

interface NumberValueProps {
  readonly model: ModelOf<'number'>;
  readonly title: string;
}

/** One number and its difference from the previous period. */
export function NumberTile({ model, title }: NumberValueProps) {
  const { value, previous, style } = model;
  const text = formatValue(value, style);
  const shown = useRef<HTMLDivElement>(null);
  // A number must never be cut off. By a property: the page's policy allows no style attribute.
  useLayoutEffect(() => shown.current?.style.setProperty('--letters', String(text.length)), [text]);
  return (
    <div class={previous === undefined ? 'number' : 'number compared'}>
      <div class="number-value" ref={shown}>
        {text}
      </div>
      {previous !== undefined && <div class="faint">{comparison(model, previous)}</div>}
      <HiddenTable model={model} title={title} />
    </div>
  );
}

function comparison({ value, style, comparedTo }: ModelOf<'number'>, previous: number): string {
  const before = formatValue(previous, style);
  const period = periodWord(comparedTo, t);
  if (value === previous) return t('Same as {0}', period);
  if (previous === 0) return t('{0}: {1}', capitalized(period), before);
  const change = formatPercent(Math.abs(value - previous), Math.abs(previous));
  return value > previous
    ? t('▲ {0} more than {1} ({2})', change, before, period)
    : t('▼ {0} less than {1} ({2})', change, before, period);
}
