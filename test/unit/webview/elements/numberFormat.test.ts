import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type * as numberFormat from '#webview/elements/numberFormat.ts';

/** What a page says about itself: `lang` is VS Code's display language. */
function openPage(lang: string): void {
  Object.assign(globalThis, { document: { documentElement: { lang } } });
}

/** The module keeps formats, and other tests of this process have made some in another language. */
function importAnew(): Promise<typeof numberFormat> {
  return import(`${import.meta.resolve('#webview/elements/numberFormat.ts')}?german`);
}

afterEach(() => void Reflect.deleteProperty(globalThis, 'document'));

test('the numbers of a page are in its language, whatever the machine’s is', async () => {
  openPage('de');
  const { formatCount, formatDecimal, formatPercent } = await importAnew();
  assert.equal(formatCount(12_345), '12.345');
  assert.equal(formatDecimal(1.25), '1,25');
  assert.match(formatPercent(1, 40), /^2,5\s%$/);
});
