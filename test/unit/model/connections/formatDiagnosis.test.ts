import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { formatDiagnosis, inCode, type Step } from '#model/connections/formatDiagnosis.ts';
import { inEnglish } from '#text/translate.ts';

function format(...steps: readonly Step[]): string {
  return formatDiagnosis(steps, { at: new Date(0), isSample: false, versions: [] }, inEnglish);
}

test('the headline describes the first problem to solve, and names all others', () => {
  const missing = (project: number): Step => ({
    title: `Project ${project}`,
    status: 'failed',
    ms: 1,
    text: 'It is gone.',
  });
  const first = '**Project 1:** It is gone.';
  const [, ...blocks] = format(missing(1), missing(3)).split('\n\n');
  assert.deepEqual(blocks.slice(0, 2), [first, 'Fix this problem first. Other problems: Project 3.']);
  const [, headline, list] = format(missing(1)).split('\n\n');
  assert.deepEqual([headline, list], [first, '1. Project 1: **failed** (1 ms). It is gone.']);
});

test('a step that the rate limit has cut short is a problem, and one that was left out is none', () => {
  const leftOut: Step = { title: 'Scopes', status: 'skipped', ms: 1, text: 'Not checked.' };
  assert.match(format(leftOut), /No problem found\./);
  assert.match(format({ ...leftOut, advice: 'Wait.' }), /\*\*Scopes:\*\* Not checked\./);
});

test('a text from a service is neither markup nor a link, even in viewers that make links of bare addresses', () => {
  const texts = [
    'https://a.example',
    '//b.example/x',
    'mailto:c@d.example',
    '<https://e.example>',
    'www.f.example',
    '`https://g.example',
    'https://h.example`<b>``https://i.example',
    '[j](https://k.example)',
    '![x](https://l.example)\n\n# <b>',
  ];
  const say = inCode(inEnglish, '');
  const steps = texts.map((text): Step => ({
    title: 'DNS',
    status: 'failed',
    ms: 1,
    text: say('{0} was not found ({1}).', text, 'x'),
  }));
  const shown = new MarkdownIt({ linkify: true, html: true }).render(format(...steps));
  assert.ok(!/<a |<img|<b>/.test(shown), shown);
  assert.match(shown, /<code>https:\/\/a\.example<\/code> was not found/);
});

test('a key is in no text, whatever is in it', () => {
  assert.equal(inCode(inEnglish, 'phx_*`s')('Got {0}.', 'a phx_*`s b'), 'Got `a ••• b`.');
});
