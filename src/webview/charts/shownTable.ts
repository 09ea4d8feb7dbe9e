import type { ChartModel } from '#insights/chartModel.ts';
import { type DataTable, toDataTable } from '#insights/dataTable.ts';
import { t } from '#webview/elements/translate.ts';
import { countryName } from './countryName.ts';

/** What a tile shows, as a table in the words of the page: copies and files have the codes of countries. */
export function shownTable(model: ChartModel): DataTable | undefined {
  return toDataTable(model, t, countryName);
}
