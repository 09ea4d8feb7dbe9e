import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { parseRelativeDate } from '#filters/parseRelativeDate.ts';
import { inEnglish, type Translate } from '#text/translate.ts';

const german: Record<string, string> = JSON.parse(await readFile('l10n/bundle.l10n.de.json', 'utf8'));
const inGerman: Translate = (message, ...args) => inEnglish(german[message] ?? message, ...args);

describe('a date in words is read', () => {
  for (const [typed, t, expected] of [
    ['14 days ago', inEnglish, '-14d'],
    ['1 day ago', inEnglish, '-1d'],
    ['6 hours ago', inEnglish, '-6h'],
    ['3 weeks ago', inEnglish, '-3w'],
    ['2 months ago', inEnglish, '-2m'],
    [' 1  Year ago ', inEnglish, '-1y'],
    ['yesterday', inEnglish, '-1d'],
    ['Last month', inEnglish, '-1m'],
    ['vor 14 Tagen', inGerman, '-14d'],
    ['vor 1 Woche', inGerman, '-1w'],
    ['gestern', inGerman, '-1d'],
    ['letzten Monat', inGerman, '-1m'],
    ['14 days ago', inGerman, '-14d'],
    ['yesterday', inGerman, '-1d'],
  ] as const) {
    test(`${typed} is ${expected}`, () => assert.equal(parseRelativeDate(typed, t), expected));
  }

  for (const typed of ['', '-14d', '14 days', '2025-01-31', 'in 14 days', '14 beers ago', 'vor 14 Tagen'])
    test(`“${typed}” is none in English`, () => assert.equal(parseRelativeDate(typed, inEnglish), undefined));
});
