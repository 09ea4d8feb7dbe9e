// npm run translations does what is left to do.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { problemsOf, readStrings, translated } from '../../.scripts/translations.ts';

describe('the German texts', async () => {
  for (const { file, english } of await translated()) {
    it(`are those of all English ones and of no others, with the same placeholders: ${path.basename(file)}`, async () => {
      assert.ok(Object.keys(english).length > 100);
      assert.deepEqual(problemsOf(english, await readStrings(file)), []);
    });

    it(`need no font for Chinese, Japanese or Korean, without which their signs are empty boxes: ${path.basename(file)}`, async () => {
      const texts = [...Object.values(english), ...Object.values(await readStrings(file))];
      assert.deepEqual(
        texts.filter((text) =>
          /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]/.test(text),
        ),
        [],
      );
    });
  }
});
