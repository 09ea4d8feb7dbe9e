import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { exportFileName } from '#exports/files/exportFileName.ts';
import { anyCharacter } from '../../../anyCharacter.ts';
import { cases } from '../../../cases.ts';

const now = new Date(2025, 10, 5, 9, 2, 3);

function nameFor(name: string | null | undefined): string {
  return exportFileName({ id: 12, name }, 'csv', now);
}

test('a file is named after its cohort, the id and the time', () => {
  assert.equal(nameFor('Power users'), 'Power users 12 2025-11-05 09-02-03.csv');
});

test('names of all scripts and emoji stay as they are', () => {
  for (const name of ['日本の利用者', 'Пользователи', 'مستخدم\u200Cها', '👩‍👩‍👧 families', 'naïve']) {
    assert.ok(nameFor(name).startsWith(`${name} 12 `), name);
  }
});

test('what file systems refuse is replaced or left out', () => {
  const examples: readonly (readonly [string | null | undefined, string])[] = [
    ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['  .hidden  ', 'hidden'],
    ['tab\tline\nnul\0end', 'tab line nul end'],
    ['evil\u202Egnp.exe', 'evilgnp.exe'],
    ['half \uD83D pair', 'half - pair'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1 .x', '_com1 .x'],
    ['console', 'console'],
    ['...', 'Cohort'],
    ['', 'Cohort'],
    [null, 'Cohort'],
    [undefined, 'Cohort'],
  ];
  for (const [name, expected] of examples)
    assert.equal(nameFor(name), `${expected} 12 2025-11-05 09-02-03.csv`);
});

test('any name becomes one that Windows, macOS and Linux take', () => {
  const name = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.stringMatching(/^[./\\ :]{0,9}(con|aux|lpt1|a)?[. ]{0,3}$/),
  );
  fc.assert(
    fc.property(name, (one) => {
      const file = nameFor(one);
      assert.ok(Buffer.byteLength(file) <= 180, 'short enough, with room for what a part adds');
      assert.doesNotMatch(file, /[<>:"/\\|?*\p{Cc}]/u);
      assert.doesNotMatch(file, /^[\s.]/);
      assert.doesNotMatch(file, /^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i);
      assert.equal(Buffer.from(file).toString(), file, 'no halves of letters');
    }),
    cases(2000),
  );
});

test('a long name is cut between letters as people see them', () => {
  const family = '👩‍👩‍👧';
  const kept = nameFor(family.repeat(100)).split(' 12 ')[0] ?? '';
  assert.equal(kept, family.repeat(kept.length / family.length));
  assert.ok(Buffer.byteLength(kept) <= 120 && Buffer.byteLength(kept) > 100);
});
