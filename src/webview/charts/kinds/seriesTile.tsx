// Series over time with their legend.
import { useMemo } from 'preact/hooks';
import type { LifecycleModel, LifecycleStatus, SeriesModel } from '#insights/chartModel.ts';
import { comparedPlaces } from '#insights/comparedPlaces.ts';
import { toDataTable } from '#insights/dataTable.ts';
import { lifecycleWord, seriesName } from '#insights/chartLabels.ts';
import { t } from '#webview/elements/translate.ts';
import { HiddenTable } from '#webview/charts/dataTable/hiddenTable.tsx';
import { Legend } from '#webview/charts/legend.tsx';
import { SeriesChart } from './seriesChart.tsx';
import type { SeriesView } from '#webview/charts/seriesOutline.ts';
import { useHiddenSeries } from '#webview/charts/useHiddenSeries.ts';

interface SeriesTileProps {
  readonly model: SeriesModel | LifecycleModel;
  readonly title: string;
}

export function SeriesTile({ model, title }: SeriesTileProps) {
  const all = useMemo(() => viewsOf(model), [model]);
  const { hidden, toggle } = useHiddenSeries(all);
  const series = useMemo(() => all.filter((_, index) => !hidden.has(index)), [all, hidden]);
  const table = useMemo(() => toDataTable(model, t), [model]);
  const form = model.kind === 'lifecycle' ? 'stackedBars' : model.form;
  return (
    <>
      <SeriesChart
        title={title}
        axis={model.axis}
        form={form}
        series={series}
        style={model.style}
        isLastIncomplete={model.isLastIncomplete}
        partsShown={partsShown(model, hidden.size)}
      />
      {all.length > 1 && <Legend items={all} hidden={hidden} hasLines={form === 'line'} onToggle={toggle} />}
      {table && <HiddenTable table={table} label={title} style={model.style} />}
    </>
  );
}

function partsShown(model: SeriesModel | LifecycleModel, hiddenCount: number) {
  if (model.kind === 'lifecycle' || !model.areParts) return undefined;
  const { shown, total } = model.seriesShown;
  return hiddenCount > 0 || shown < total ? 'some' : 'all';
}

const statusColors: Readonly<Record<LifecycleStatus, number>> = {
  new: 0,
  returning: 2,
  resurrecting: 3,
  dormant: 1,
};

/** A period that is compared has the color and the number of the one it is compared with. */
function viewsOf(model: SeriesModel | LifecycleModel): readonly SeriesView[] {
  if (model.kind === 'lifecycle')
    return model.series.map((one) => ({
      ...one,
      label: lifecycleWord(one.status, t),
      color: statusColors[one.status],
    }));
  const places = comparedPlaces(model.series);
  return model.series.map((one, index) => ({
    ...one,
    label: seriesName(one.label, places[index] ?? index, one.isComparison, t),
    color: places[index] ?? index,
  }));
}
