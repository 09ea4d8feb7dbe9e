import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFinding } from '#model/connections/describeFinding.ts';
import { inEnglish } from '#text/translate.ts';

test('a certificate expires in whole days, in one day, or in less', () => {
  assert.deepEqual(
    [12, 2, 1, 0].map((days) => describeFinding({ is: 'expiresSoon', days }, inEnglish)[0]),
    [
      'A certificate expires in 12 days.',
      'A certificate expires in 2 days.',
      'A certificate expires in 1 day.',
      'A certificate expires in less than a day.',
    ],
  );
});
