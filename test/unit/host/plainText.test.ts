import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainText } from '../../../src/host/plainText.ts';

/** As the editor finds links in its messages (`parseLinkedText`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

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
