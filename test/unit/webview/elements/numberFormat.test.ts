import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

/** What a page says about itself: `lang` is VS Code's display language. */
function openPage(lang: string): void {
  Object.assign(globalThis, { document: { documentElement: { lang } } });
}

afterEach(() => void Reflect.deleteProperty(globalThis, 'document'));

test('the numbers of a page are in its language, whatever the machine’s is', async () => {
  openPage('de');
  const { formatCount, formatDecimal, formatPercent } = await import('#webview/elements/numberFormat.ts');
  assert.equal(formatCount(12_345), '12.345');
  assert.equal(formatDecimal(1.25), '1,25');
  assert.match(formatPercent(1, 40), /^2,5\s%$/);
});
