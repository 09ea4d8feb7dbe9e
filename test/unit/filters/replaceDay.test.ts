import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, replaceDay } from '#filters/replaceDay.ts';

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
