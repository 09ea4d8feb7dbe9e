import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainItem, plainText } from '#host/plainText.ts';

/** As the editor finds links in its messages (`parseLinkedText`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

/** As the editor finds icons in the lists to pick from and in the status bar (`renderLabelWithIcons`). */
const icon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;

describe('words from elsewhere in a message', () => {
  for (const name of ['[Undo](command:workbench.action.quit)', 'a [b](https://c.example) [d](file:///e)']) {
    it(`are no link: ${name}`, () => {
      assert.match(name, link);
      assert.doesNotMatch(plainText(name), link);
      assert.equal(plainText(name).replaceAll('\u2060', ''), name);
    });
  }

  it('stay as they are where they hold none', () => {
    assert.equal(plainText('Users [beta] (2024)'), 'Users [beta] (2024)');
  });
});

describe('words from elsewhere in a list to pick from', () => {
  for (const name of ['$(check) Paid', '$(sync~spin)', 'a\\$(warning)$(error)']) {
    it(`are no icon: ${name}`, () => {
      assert.match(name, icon);
      assert.doesNotMatch(plainText(name), icon);
      assert.equal(plainText(name).replaceAll('\u2060', ''), name);
    });
  }

  it('are those of each part of an item, of which all else stays', () => {
    const value = { name: '$(check)' };
    const item = { label: '$(check)', description: '#1 $(check)', detail: 'of $(check)', value };
    const plain = plainItem(item);
    for (const words of [plain.label, plain.description, plain.detail]) assert.doesNotMatch(words, icon);
    assert.equal(plain.value, value);
    assert.equal(value.name, '$(check)');
    assert.deepEqual(plainItem({ label: 'Costs $5 (net)' }), { label: 'Costs $5 (net)' });
  });
});
