import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import type { Step } from '#api/diagnosis/findings.ts';
import { inEnglish } from '#text/translate.ts';
import { formatDiagnosis } from '#model/connections/formatDiagnosis.ts';

test('the headline describes the first problem to solve, and names all others', () => {
  const missing = (project: number): Step => ({
    name: { project },
    status: 'failed',
    ms: 1,
    findings: [{ is: 'projectMissing' }],
  });
  const context = { at: new Date(), isSample: false, versions: [], secrets: [] };
  const headlineOf = (...steps: readonly Step[]) => formatDiagnosis(steps, context, inEnglish).split('\n\n');
  const first = '**Project 1 in the tree:** The service has no such project (404).';
  const others = 'Fix this problem first. Other problems: Project 3 in the tree.';
  assert.deepEqual(headlineOf(missing(1), missing(3)).slice(1, 3), [first, others]);
  assert.deepEqual(headlineOf(missing(1)).slice(1, 3), [
    first,
    '0 passed, 0 with a warning, 1 failed, 0 skipped.',
  ]);
});

test('text from a service is not markup on the page, and a key that is markup is not on it', () => {
  const context = { at: new Date(), isSample: false, versions: [], secrets: ['phx_*secret*'] };
  const step: Step = {
    name: 'dns',
    status: 'failed',
    ms: 1,
    findings: [{ is: 'unresolved', host: '![x](https://evil.example)<b>', code: 'phx_*secret*' }],
  };
  const text = formatDiagnosis([step], context, inEnglish);
  assert.ok(text.includes('`![x](https://evil.example)<b>` was not found (•••).'), text);
  assert.ok(!text.includes('secret'), text);
});

test('text from a service is never a link, even in viewers that make links of bare addresses', () => {
  const context = { at: new Date(0), isSample: false, versions: [], secrets: [] };
  const bare = [
    'https://a.example',
    '//b.example/x',
    'mailto:c@d.example',
    '<https://e.example>',
    'www.f.example',
  ];
  const hosts = [
    ...bare,
    '`https://g.example',
    'https://h.example`<b>``https://i.example',
    '[j](https://k.example)',
  ];
  const steps = hosts.map((host): Step => ({
    name: 'dns',
    status: 'failed',
    ms: 1,
    findings: [{ is: 'unresolved', host, code: 'x' }],
  }));
  const shown = new MarkdownIt({ linkify: true, html: true }).render(
    formatDiagnosis(steps, context, inEnglish),
  );
  assert.ok(!/<a |<img|<b>/.test(shown), shown);
  assert.match(shown, /<code>https:\/\/a\.example<\/code> was not found/);
});
