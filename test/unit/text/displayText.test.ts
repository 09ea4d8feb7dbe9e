import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { displayLines, displayDifference, displayText } from '#text/displayText.ts';
import { anyCharacter } from '../../anyCharacter.ts';
import { cases } from '../../cases.ts';

const runs = cases(10_000);

/** What may never be shown, but for joiners and selectors, whose places are checked by themselves. */
const forbidden = /[\p{Cc}\p{Cs}\p{Bidi_C}\u2028\u2029]/u;
const ignorable = /\p{DI}/u;
/** As escapes of a pattern: written out, they would join with what stands beside them. */
const joinerOrSelector =
  '\\u200c|\\u200d|[\\ufe00-\\ufe0f]|[\\u180b-\\u180f]|[\\u{e0020}-\\u{e007f}]|[\\u{e0100}-\\u{e01ef}]';
const joinersAndSelectors = new RegExp(joinerOrSelector, 'gu');
const oneTooMany = new RegExp(`(?:^|\\s|${joinerOrSelector})(?:${joinerOrSelector})`, 'u');

/** As people have it in names. */
const ordinary = [
  'Weekly active users (EU)',
  'Zürich – «Größe» 50 %',
  'Ὀδυσσεύς',
  'Пользователи',
  'שלום עולם',
  'المستخدمون النشطون',
  'می‌خواهم نمی‌دانم',
  'क्‍ष क्‌ष हिन्दी',
  'অর্ধেক র‍্যাব',
  'അവന്‍ മലയാളം',
  'ශ්‍රී ලංකා',
  'ภาษาไทย',
  'ភាសាខ្មែរ',
  'བོད་ཡིག',
  'ᠮᠣᠩᠭᠣᠯ',
  '日本語 葛󠄀城市',
  '한국어',
  'Tiếng Việt',
  '👩‍❤️‍👨 👨🏽‍🚀 🏳️‍🌈 🤷🏽‍♂️ 🤷‍♂ 🏴‍☠️',
  '1️⃣ ☎︎ ❤️ 🇪🇺 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'a\u00a0b\u3000c',
];

/** Text in which what must go is as frequent as what must stay. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...ordinary),
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        ...['\n', '\r\n', '\t', '\0', '\x1b[31m', '\x7f', '\x85', '\u2028', '\u2029', '\ud83d', '\ude00'],
        ...[
          '\u202e',
          '\u2066',
          '\u2069',
          '\u200f',
          '\u061c',
          '\u200b',
          '\u200c',
          '\u200d',
          '\u2060',
          '\ufeff',
        ],
        ...['\u00ad', '\u034f', '\u115f', '\u3164', '\ufe0f', '\ufe00', '\u180e', '\u{e0100}', '\u{e0041}'],
        ...['\u{e007f}', '\u0301', '\u{1f3fd}', 'ک', 'க', '葛', '👩', '🏴'],
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

for (const [name, display] of [
  ['displayText', displayText],
  ['displayLines', displayLines],
] as const) {
  describe(`a text shown by ${name}`, () => {
    it('has nothing that is invisible, reorders text or is half a character', () => {
      fc.assert(
        fc.property(anyText, fc.integer({ min: 1, max: 500 }), (text, maxLength) => {
          const shown = display(text, maxLength);
          const checked = name === 'displayLines' ? shown.replaceAll('\n', '') : shown;
          assert.doesNotMatch(checked, forbidden);
          assert.doesNotMatch(checked.replace(joinersAndSelectors, ''), ignorable);
        }),
        runs,
      );
    });

    it('has a joiner or selector only behind a character, one for each', () => {
      fc.assert(
        fc.property(anyText, (text) => {
          const flagsAside = display(text, 500).replace(/\u{1f3f4}[\u{e0030}-\u{e007a}]+\u{e007f}/gu, '');
          assert.doesNotMatch(flagsAside.replaceAll('\ufe0f\u200d', '\u200d'), oneTooMany);
        }),
        runs,
      );
    });

    it('stays the same when it is shown again', () => {
      fc.assert(
        fc.property(anyText, fc.integer({ min: 1, max: 500 }), (text, maxLength) => {
          const shown = display(text, maxLength);
          assert.equal(display(shown, maxLength), shown);
        }),
        runs,
      );
    });

    it('is never longer than the limit, nor is a character cut in two', () => {
      fc.assert(
        fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, maxLength) => {
          const shown = display(text, maxLength);
          assert.ok(shown.length <= maxLength);
          assert.ok(shown.isWellFormed());
        }),
        runs,
      );
    });

    it('is unchanged if it is ordinary text of any script', () => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...ordinary), { minLength: 1, maxLength: 8 }), (parts) => {
          const text = parts.join(' ');
          assert.equal(display(text, 1000), text);
        }),
        runs,
      );
    });
  });
}

describe('a text that is shown', () => {
  it('has one space for line breaks and tabs, and a sign for other controls', () => {
    assert.equal(displayText('a\r\n\u2028b\tc\0d\x1b[31me'), 'a b c\ufffdd\ufffd[31me');
    assert.equal(displayLines('a\r\nb\u2029c\td', 100), 'a\nb\nc d');
  });

  it('has no text that is written backwards and none that is hidden', () => {
    assert.equal(displayText('gpj.\u202etxt.exe'), 'gpj.txt.exe');
    const hidden = Array.from('delete it', (letter) =>
      String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)),
    );
    assert.equal(displayText(`Paid${hidden.join('')}`), 'Paid');
    assert.equal(displayText('Pa\u200b\u200d\ufe0fid'), 'Paid');
  });

  it('is cut between two characters as people see them', () => {
    assert.equal(displayText('👩‍👩‍👧‍👦'.repeat(100), 25), '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
    assert.equal(displayText('Paid users', 6), 'Paid…');
  });

  it('keeps eight marks on a character', () => {
    assert.equal(displayText(`e${'\u0301'.repeat(1000)}!`), `e${'\u0301'.repeat(8)}!`);
  });

  it('is read no further than what can be shown of it', () => {
    const endless = `Paid${'\u200b'.repeat(5_000_000)}`;
    assert.equal(displayText(endless), 'Paid…');
    assert.ok(displayText('👩\u200d'.repeat(1_000_000)).length <= 300);
  });
});

describe('the difference of two texts that are shown', () => {
  const long = 'Customers of the north who bought twice in the last quarter and ';
  for (const [what, a, b, expected] of [
    ['is there if both are short', 'Old', 'New', ['Old', 'New']],
    ['is there if it comes early', `A ${long}`, `B ${long}`, [/^A .{57}…$/, /^B .{57}…$/]],
    ['is there if it comes late', `${long}pay`, `${long}left`, [/^….{10,30}pay$/, /^….{10,30}left$/]],
    ['is there if one text goes on', long.trim(), `${long}left`, [/^….{10,30}and$/, /^….{10,30}left$/]],
    ['is there between long rests', `${long}1${long}`, `${long}2${long}`, [/^….*1.*…$/, /^….*2.*…$/]],
    [
      'is between characters as people see them',
      `${long}${'👩‍👩‍👧'.repeat(9)}1`,
      `${long}${'👩‍👩‍👧'.repeat(9)}2`,
      [/^…(?:👩‍👩‍👧)+1$/u, /^…(?:👩‍👩‍👧)+2$/u],
    ],
  ] as const)
    it(what, () => {
      for (const [index, shown] of displayDifference(a, b, 60).entries()) {
        const wanted = expected[index] ?? '';
        if (typeof wanted === 'string') assert.equal(shown, wanted);
        else assert.match(shown, wanted);
        assert.ok(shown.length <= 60, shown);
      }
    });
});
