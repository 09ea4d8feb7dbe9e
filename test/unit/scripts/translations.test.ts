import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, stringsIn, mapTexts } from '../../../.scripts/translations.ts';

test('a string is found wherever a t translates it, also one that was passed along', () => {
  const source = `
    vscode.l10n.t('of VS Code');
    const row = (t: Translate) => [t('passed along', 1), this.#t("a member's")];
    log.warn('not translated');
    format('not translated either');`;
  assert.deepEqual(stringsIn('a.ts', source), ['of VS Code', 'passed along', "a member's"]);
  assert.deepEqual(stringsIn('a.tsx', "const a = <p title={t('Title')}>{t('Text')}</p>;"), ['Title', 'Text']);
});

test('a text that is put together has no translation, so its place is reported', () => {
  const put = /^Error: a\.ts:2: the first argument of t has to be a string\.$/;
  for (const argument of ['`${count} persons`', "'a' + 'b'", 'isOne ? "a" : "b"', ''])
    assert.throws(() => stringsIn('a.ts', `\nt(${argument});`), put, argument);
});

test('a translation that is missing, unused or differs in a fixed part is reported', () => {
  const english = { a: 'A', b: '{0} of {1}', c: 'Connect…', d: '[Try](command:try)', e: 'E' };
  const german = { b: '{1} von {0}', c: 'Verbinden', d: '[Testen](command:test)', e: 'E {0}', f: 'F' };
  assert.deepEqual(problemsOf(english, german), [
    'Not translated: a',
    'No longer in use: f',
    'Other dots at the end than in English: c',
    'Other links than in English: d',
    'Other placeholders than in English: e',
  ]);
});

test('of a schema only what people read is translated, not what is checked or inserted', () => {
  const upper = (text: string) => text.toUpperCase();
  const schema = {
    title: 'a',
    properties: { title: { const: 'a', markdownDescription: 'b', default: { title: 'a' } } },
    enum: ['a'],
    markdownEnumDescriptions: ['c'],
    defaultSnippets: [{ label: 'd', description: 'e', body: { title: 'a' } }],
  };
  assert.deepEqual(mapTexts(schema, upper), {
    title: 'A',
    properties: { title: { const: 'a', markdownDescription: 'B', default: { title: 'a' } } },
    enum: ['a'],
    markdownEnumDescriptions: ['C'],
    defaultSnippets: [{ label: 'D', description: 'E', body: { title: 'a' } }],
  });
});
