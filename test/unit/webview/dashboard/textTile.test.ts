import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isValidElement } from 'preact';
import { markdownElements } from '#webview/dashboard/textTile.tsx';

test('a list begins with its own number', () => {
  const startOf = (text: string) => {
    const content = markdownElements(text);
    const list = Array.isArray(content)
      ? content.find((one) => isValidElement(one) && one.type === 'ol')
      : undefined;
    assert.ok(list);
    return list.props.start;
  };
  assert.equal(startOf('First steps.\n\n3. Pay\n4. Ship\n'), 3);
  assert.equal(startOf('1. Pay\n2. Ship\n'), undefined);
});
