import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsModel, noChartSentence } from '#webview/cohort/countSection.tsx';

const header = {
  place: 'Web',
  name: 'Paying',
  title: 'Paying',
  description: '',
  owner: '',
  createdAt: '',
  canEdit: true,
  hasWebPage: true,
  deletion: undefined,
};
const deletion = { note: 'It is deleted.', canRestore: true };

test('a chart is promised only where the next calculation makes one', () => {
  assert.match(noChartSentence({ source: 'filters', header }, true), /next calculation/);
  assert.equal(noChartSentence({ source: 'static', header }, true), '');
  assert.equal(noChartSentence({ source: 'filters', header }, false), '', 'before the service has responded');
  assert.equal(noChartSentence({ source: 'filters', header: { ...header, deletion } }, true), '');
});

test('counts are drawn in the order of their times', () => {
  const [hour, noon] = [3_600_000, Date.UTC(2026, 10, 22, 12)];
  const counts = [noon, noon + 3 * hour, noon + hour].map((at, place) => ({ at, count: place }));
  assert.deepEqual(countsModel(counts).series[0]?.values, [0, 2, 1]);
});
