import assert from 'node:assert/strict';
import test from 'node:test';
import { findHits } from '#webview/table/grid/searchHits.ts';

const marked = (text: string, search: string) =>
  findHits(text, search).map(({ from, to }) => text.slice(from, to));

test('a search is marked wherever it is in a text, without regard to case and accents', () => {
  assert.deepEqual(marked('Müller, MULLER and Mu\u0308ller', 'müller'), ['Müller', 'MULLER', 'Mu\u0308ller']);
  assert.deepEqual(marked('aaaa', 'aa'), ['aa', 'aa']);
  assert.deepEqual(marked('ﬁne print', 'fine'), ['ﬁne']);
  assert.deepEqual(marked('🍞 Brot', 'brot'), ['Brot']);
});

test('nothing is marked without a search, or without a match', () => {
  assert.deepEqual(findHits('text', ''), []);
  assert.deepEqual(findHits('', 'x'), []);
  assert.deepEqual(findHits('text', 'y'), []);
});
