import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCsv, formatMarkdown } from '#editors/dashboardTableText.ts';
import type { DataTable } from '#insights/dataTable.ts';

const table: DataTable = {
  columns: [
    { title: 'Series, all', format: 'text' },
    { title: 'Total', format: 'value' },
  ],
  rows: [
    ['=HYPERLINK("x")', -5.25],
    ['a "b"\n|c| <img>', null],
  ],
};

test('CSV has quotes where it needs them, plain numbers, and no formula that a spreadsheet would run', () => {
  const csv = '"Series, all",Total\r\n"\'=HYPERLINK(""x"")",-5.25\r\n"a ""b""\n|c| <img>",\r\n';
  assert.equal(formatCsv(table), csv);
});

test('Markdown keeps each cell in its place, as text', () => {
  assert.equal(
    formatMarkdown(table),
    '| Series, all | Total |\n| --- | ---: |\n| =HYPERLINK("x") | -5.25 |\n| a "b" \\|c\\| \\<img\\> |  |\n',
  );
});
