import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChartSentence } from '#webview/cohort/countSection.tsx';

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
