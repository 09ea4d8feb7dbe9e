import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { dayOf, formatRelativeDate, parseRelativeDate, replaceDay } from '#filters/parseRelativeDate.ts';
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

describe('a relative date is described', () => {
  for (const [text, expected] of [
    ['-90d', '90 days ago'],
    ['-1d', '1 day ago'],
    ['-2q', '2 quarters ago'],
    ['-1q', '1 quarter ago'],
    ['-30s', '30 seconds ago'],
    ['-1s', '1 second ago'],
    ['-5M', '5 minutes ago'],
    ['-5min', '5 minutes ago'],
    ['-5m', '5 months ago'],
    ['-6h', '6 hours ago'],
    ['-2w', '2 weeks ago'],
    ['-3y', '3 years ago'],
    ['hStart', 'the start of this hour'],
    ['dStart', 'today'],
    ['-0dStart', 'today'],
    ['wStart', 'the start of this week'],
    ['mStart', 'the start of this month'],
    ['qStart', 'the start of this quarter'],
    ['yStart', 'the start of this year'],
    ['hEnd', 'the end of this hour'],
    ['dEnd', 'the end of today'],
    ['wEnd', 'the end of this week'],
    ['mEnd', 'the end of this month'],
    ['qEnd', 'the end of this quarter'],
    ['yEnd', 'the end of this year'],
    ['-1dStart', 'the start of the day 1 day ago'],
    ['-1mStart', 'the start of the month 1 month ago'],
    ['-1mEnd', 'the end of the month 1 month ago'],
    ['-2qEnd', 'the end of the quarter 2 quarters ago'],
    ['-1yStart', 'the start of the year 1 year ago'],
    ['-1wStart', 'the start of the week 1 week ago'],
    ['-1hEnd', 'the end of the hour 1 hour ago'],
  ] as const)
    test(text, () => assert.equal(formatRelativeDate({ kind: 'text', text }, inEnglish), expected));

  for (const text of ['', 'd', '-d', '30d', '-30', '-30x', 'Start', '-1sStart', '2025-01-31', '-1234567d'])
    test(`“${text}” is none`, () =>
      assert.equal(formatRelativeDate({ kind: 'text', text }, inEnglish), undefined));

  test('in German', () => {
    const words = (text: string) => formatRelativeDate({ kind: 'text', text }, inGerman);
    assert.equal(words('-2q'), 'vor 2 Quartalen');
    assert.equal(words('-2mEnd'), 'zum Ende des Monats vor 2 Monaten');
  });
});

test('a picked day replaces the day of a date and keeps its time', () => {
  for (const [text, day, after] of [
    ['2025-01-31', '2025-01-31', '2026-02-01'],
    ['2025-01-31T10:00:00Z', '2025-01-31', '2026-02-01T10:00:00Z'],
    ['2025-01-31 10:00', '2025-01-31', '2026-02-01 10:00'],
    ['2025-01-311', '', '2026-02-01'],
    ['-30d', '', '2026-02-01'],
    ['', '', '2026-02-01'],
  ] as const) {
    assert.equal(dayOf(text), day);
    assert.equal(replaceDay(text, '2026-02-01'), after, text);
  }
});

test('no day or the same one changes nothing', () => {
  for (const picked of ['', '2025-01-31'])
    assert.equal(replaceDay('2025-01-31T10:00', picked), undefined, picked);
});
