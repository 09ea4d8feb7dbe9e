import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { exportFormats } from '#exports/files/exportFormat.ts';
import { knownTableFormat, tableFormatOf, tableFormats } from '#table/tableFormat.ts';

const packageText = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');

describe('the format of a table', () => {
  it('is that of its extension in any case, and CSV for others', () => {
    assert.deepEqual(
      ['a.csv', 'A.CSV', 'a.csv.json', 'a.NDJSON', 'a.jsonl', 'a.txt', 'csv'].map(tableFormatOf),
      ['csv', 'csv', 'json', 'ndjson', 'ndjson', 'csv', 'csv'],
    );
    assert.equal(tableFormatOf('a.ndjson.12.part'), 'ndjson', 'a whole export that could not be renamed');
    assert.deepEqual(['a.txt', 'csv', 'a.'].map(knownTableFormat), [undefined, undefined, undefined]);
  });

  it('is known for each format of exports, which are opened as tables', () => {
    for (const { extension, lines } of Object.values(exportFormats)) {
      const format = knownTableFormat(`a.${extension}`);
      assert.ok(format !== undefined, extension);
      assert.equal(tableFormats[format].cells, lines);
    }
  });

  it('has the extensions that package.json offers tables for', () => {
    const extensions = Object.values(tableFormats).flatMap((format) => format.extensions);
    const patterns = [...packageText.matchAll(/[({]([a-z]+(?:[|,][a-z]+)*)[)}](?=\$\/i|")/g)]
      .map(([, list = '']) => list.split(/[|,]/))
      .filter((list) => list.includes('ndjson'));
    assert.equal(patterns.length, 5);
    for (const pattern of patterns) assert.deepEqual(pattern, extensions);
  });
});
