import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CannotEvaluate } from '#sandbox/membership/conditionTypes.ts';
import { before, momentIn, numberIn, spanOf } from '#sandbox/membership/readNumbersAndTimes.ts';

describe('values of properties', () => {
  const numbers = [
    ['5', 5],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['007', 7],
    ['', undefined],
    [' 5', undefined],
    ['5px', undefined],
    ['.5', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['1e999', undefined],
  ] as const;
  for (const [text, number] of numbers) {
    it(`"${text}" is ${number ?? 'no number'}`, () => assert.equal(numberIn(text), number));
  }

  const moments = [
    ['2026-05-17', '2026-05-17T00:00:00.000Z'],
    ['2026-05-17T13:30', '2026-05-17T13:30:00.000Z'],
    ['2026-05-17 13:30:05', '2026-05-17T13:30:05.000Z'],
    ['2026-05-17 13:30:05.123456+00:00', '2026-05-17T13:30:05.123Z'],
    ['2026-05-17T13:30:05+0200', '2026-05-17T11:30:05.000Z'],
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    [5, undefined],
    ['17 May', undefined],
    ['2026-13-01', undefined],
    ['2026-05-17T25:00', undefined],
    ['', undefined],
  ] as const;
  for (const [value, iso] of moments) {
    it(`${JSON.stringify(value)} is ${iso ?? 'no time'}`, () => {
      const ms = momentIn(value);
      assert.equal(ms === undefined ? undefined : new Date(ms).toISOString(), iso);
    });
  }

  it('months and years are subtracted by the calendar', () => {
    const back = (amount: number, unit: 'month' | 'year') =>
      new Date(before(Date.UTC(2026, 4, 17, 13, 30), amount, unit)).toISOString();
    assert.equal(back(3, 'month'), '2026-02-17T13:30:00.000Z');
    assert.equal(back(2, 'year'), '2024-05-17T13:30:00.000Z');
  });

  it('months without that day have their last one instead', () => {
    const back = (from: string, amount: number, unit: 'month' | 'year') =>
      new Date(before(Date.parse(from), amount, unit)).toISOString().slice(0, 10);
    assert.equal(back('2026-03-31', 1, 'month'), '2026-02-28');
    assert.equal(back('2024-03-31', 1, 'month'), '2024-02-29');
    assert.equal(back('2026-05-31', 1, 'month'), '2026-04-30');
    assert.equal(back('2026-03-28', 1, 'month'), '2026-02-28');
    assert.equal(back('2024-02-29', 1, 'year'), '2023-02-28');
    assert.equal(back('2024-02-29', 4, 'year'), '2020-02-29');
  });

  it('a relative date is the whole day it falls on', () => {
    const { startMs, endMs } = spanOf('-1w', Date.UTC(2026, 4, 17, 13, 30));
    assert.deepEqual([startMs, endMs], [Date.UTC(2026, 4, 10), Date.UTC(2026, 4, 11)]);
  });

  for (const value of ['soon', '-7x', '', null, {}, true]) {
    it(`${JSON.stringify(value)} is no date to compare with`, () => {
      assert.throws(() => spanOf(value, 0), CannotEvaluate);
    });
  }
});
