import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type * as numberFormat from '#webview/elements/numberFormat.ts';

/** What a page says about itself: `lang` is VS Code's display language. */
function openPage(lang: string): void {
  Object.assign(globalThis, { document: { documentElement: { lang } } });
}

/** The module keeps formats, and other tests of this process have made some in another language. */
function importAnew(name: string): Promise<typeof numberFormat> {
  return import(`${import.meta.resolve('#webview/elements/numberFormat.ts')}?${name}`);
}

afterEach(() => void Reflect.deleteProperty(globalThis, 'document'));

test('the numbers of a page follow its language, not the machine’s', async () => {
  openPage('de');
  const { formatCount, formatDecimal, formatPercent } = await importAnew('german');
  assert.equal(formatCount(12_345), '12.345');
  assert.equal(formatDecimal(1.25), '1,25');
  assert.match(formatPercent(1, 40), /^2,5\s%$/);
});

test('a part has one decimal: less than all is never 100%, and more than nothing never 0%', async () => {
  openPage('en');
  const { formatPercent } = await importAnew('english');
  const shown = (parts: readonly number[]) => parts.map((part) => formatPercent(part, 1000));
  assert.deepEqual(shown([124, 126, 500, 997, 1000]), ['12.4%', '12.6%', '50%', '99.7%', '100%']);
  assert.deepEqual(shown([999.2, 999.9999]), ['>99.9%', '>99.9%']);
  assert.deepEqual(shown([0, 0.4, 0.000_04]), ['0%', '0.04%', '0.000004%']);
  assert.deepEqual(shown([1001, 12_345, -126]), ['100.1%', '1,234.5%', '-12.6%']);
});
