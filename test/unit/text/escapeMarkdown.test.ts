import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import markdownIt from 'markdown-it';
import { escapeMarkdown, markdownToText } from '#text/escapeMarkdown.ts';

const texts = [
  '=HYPERLINK("https://example.com"), a name from a spreadsheet',
  'http://a.example, ftp://a.example, www.a.example and ada@brightloaf.example',
  '<https://a.example> <mailto:a@b.example> <b>bold</b> &lt; &#58; &amp;amp;',
  '[run](command:workbench.action.quit) ![x](https://a.example/x.png) [x]: https://a.example',
  '# **bold** _it_ ~~no~~ `code` $(check) \\* | a |',
  '1. one',
  '- one',
  '> quoted',
  '    code,  with spaces ',
];

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

describe('an escaped text', () => {
  for (const text of texts) {
    it(`is shown as it is on a page that makes links of addresses: ${text}`, () => {
      const html = markdownIt({ linkify: true, html: true }).render(escapeMarkdown(text));
      const [, shown = html] = /^<p>([^<]*)<\/p>\n$/.exec(html) ?? [];
      const read = shown.replaceAll('\u00a0', ' ').replaceAll(/&(\w+);/g, (_, name) => signs[name] ?? '?');
      assert.equal(read, text);
    });

    it(`is read back from a hover: ${text}`, () => {
      assert.equal(markdownToText(escapeMarkdown(text)), text.trim());
    });
  }

  it('has its lines as paragraphs', () => {
    assert.equal(escapeMarkdown('a\nb'), 'a\n\nb');
  });
});

for (const [markdown, text] of [
  ['Matches **all** (`AND`) of *them*.', 'Matches all (AND) of them.'],
  ['`not_icontains` and `$os`', 'not_icontains and $os'],
  ['see [the page](https://x.test/a) \\*now\\*', 'see the page *now*'],
  ['2 * 3 * 4, snake_case_name', '2 * 3 * 4, snake_case_name'],
  ['a\n\n\n\nb', 'a\n\nb'],
] as const) {
  test(`${JSON.stringify(markdown)} reads ${JSON.stringify(text)}`, () => {
    assert.equal(markdownToText(markdown), text);
  });
}
