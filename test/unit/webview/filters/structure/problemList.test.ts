import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isValidElement } from 'preact';
import { ProblemList } from '#webview/filters/structure/groupCard.tsx';

/** What a component returns is typed without its children. */
function childrenOf(part: unknown): readonly unknown[] {
  assert.ok(isValidElement(part));
  return [part.props.children].flat();
}

test('who reports a problem stands behind its last word, and not in a column that takes its width', () => {
  const problem = {
    from: 0,
    to: 1,
    severity: 'warning',
    message: 'Unknown operator.',
    source: 'Deck',
  } as const;
  const list = ProblemList({ problems: [problem] });
  assert.ok(list);
  const [row] = childrenOf(list).flat();
  const [, words, ...columns] = childrenOf(row);
  assert.deepEqual(columns, []);
  const [message, , source] = childrenOf(words);
  assert.equal(message, 'Unknown operator.');
  assert.deepEqual(childrenOf(source), ['Deck']);
});
