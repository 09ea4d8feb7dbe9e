import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainStyle } from '#insights/insightSettings.ts';
import { toDataTable } from '#insights/dataTable.ts';
import { inEnglish } from '#json/translate.ts';
import { countryName } from '#webview/charts/countryName.ts';
import { shownTable } from '#webview/charts/shownTable.ts';

test('a country has its name in the table that is shown, as on the map, and its code in copies', () => {
  const labels = ['DE', '', 'Elsewhere'];
  const slices = labels.flatMap((label) =>
    [false, true].map((isComparison) => ({ label, value: 3, isComparison })),
  );
  const shown = { shown: 6, total: 6 };
  const map = { kind: 'worldMap', slices, totals: undefined, style: plainStyle, shown } as const;
  const name = countryName('DE');
  assert.notEqual(name, 'DE');
  const rest = ['None', 'None (previous period)', 'Elsewhere', 'Elsewhere (previous period)'];
  assert.deepEqual(
    shownTable(map)?.rows.map(([first]) => first),
    [name, `${name} (previous period)`, ...rest],
  );
  assert.deepEqual(
    toDataTable(map, inEnglish)?.rows.map(([first]) => first),
    ['DE', 'DE (previous period)', ...rest],
  );
});
