import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itemWithoutLinksAndIcons, withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';

/** As the editor finds links in its messages (`parseLinkedText`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

/** As the editor finds icons in the lists to pick from and in the status bar (`renderLabelWithIcons`). */
const icon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;

describe('text from elsewhere in a message', () => {
  for (const name of ['[Undo](command:workbench.action.quit)', 'a [b](https://c.example) [d](file:///e)']) {
    it(`is no link: ${name}`, () => {
      assert.match(name, link);
      assert.doesNotMatch(withoutLinksAndIcons(name), link);
      assert.equal(withoutLinksAndIcons(name).replaceAll('\u2060', ''), name);
    });
  }

  it('is no part of the link that follows it', () => {
    for (const name of ['Draft [', '[a] [[b', '[', ']['])
      assert.equal(link.exec(`${withoutLinksAndIcons(name)} [Undo](command:undo)`)?.[1], 'Undo', name);
  });

  it('is unchanged if it has neither', () => {
    assert.equal(withoutLinksAndIcons('Users [beta] (2024)'), 'Users [beta] (2024)');
  });
});

describe('text from elsewhere in a quick pick', () => {
  for (const name of ['$(check) Paid', '$(sync~spin)', 'a\\$(warning)$(error)']) {
    it(`is no icon: ${name}`, () => {
      assert.match(name, icon);
      assert.doesNotMatch(withoutLinksAndIcons(name), icon);
      assert.equal(withoutLinksAndIcons(name).replaceAll('\u2060', ''), name);
    });
  }

  it('is made safe in each text of an item; the rest stays', () => {
    const value = { name: '$(check)' };
    const item = { label: '$(check)', description: '#1 $(check)', detail: 'of $(check)', value };
    const plain = itemWithoutLinksAndIcons(item);
    for (const words of [plain.label, plain.description, plain.detail]) assert.doesNotMatch(words, icon);
    assert.equal(plain.value, value);
    assert.equal(value.name, '$(check)');
    assert.deepEqual(itemWithoutLinksAndIcons({ label: 'Costs $5 (net)' }), { label: 'Costs $5 (net)' });
  });
});
