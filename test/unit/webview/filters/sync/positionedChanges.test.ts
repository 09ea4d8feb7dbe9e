import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeSet, type ChangeSpec } from '@codemirror/state';
import * as fc from 'fast-check';
import {
  endOfOnlyChange,
  toChangeSet,
  toPositionedChanges,
  toText,
} from '#webview/filters/sync/positionedChanges.ts';
import { cases } from '../../../../cases.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '\n', '😀', '\ud83d', '"', ' '), { maxLength: 30 })
  .map((parts) => parts.join(''));

const edited = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(), fc.nat(4), text), { maxLength: 4 }))
  .map(([before, cuts]) => {
    const doc = toText(before);
    let last = 0;
    const specs: ChangeSpec[] = [];
    for (const [place, length, insert] of cuts.toSorted(([a], [b]) => (a % 31) - (b % 31))) {
      const from = Math.min(doc.length, Math.max(last, place % 31));
      const to = Math.min(doc.length, from + length);
      specs.push({ from, to, insert });
      last = to;
    }
    return { doc, changes: ChangeSet.of(specs, doc.length) };
  });

test('changes that are sent make the same text at the other end', () => {
  fc.assert(
    fc.property(edited, ({ doc, changes }) => {
      const arrived = toChangeSet(doc, toPositionedChanges(doc, changes));
      assert.equal(arrived?.apply(doc).toString(), changes.apply(doc).toString());
    }),
    cases(10_000),
  );
});

test('no place is inside a surrogate pair', () => {
  fc.assert(
    fc.property(edited, ({ doc, changes }) => {
      for (const { from, to } of toPositionedChanges(doc, changes)) {
        for (const { line, character } of [from, to]) {
          const around = doc.line(line + 1).text.slice(Math.max(0, character - 1), character + 1);
          assert.ok(character === 0 || !/^[\ud800-\udbff][\udc00-\udfff]$/.test(around));
        }
      }
    }),
    cases(10_000),
  );
});

test('pieces that change nothing are not sent', () => {
  const doc = toText('abc');
  const changes = ChangeSet.of(
    [
      { from: 0, to: 1, insert: 'a' },
      { from: 2, to: 3, insert: 'x' },
    ],
    3,
  );
  assert.deepEqual(toPositionedChanges(doc, changes), [
    { from: { line: 0, character: 2 }, to: { line: 0, character: 3 }, text: 'x' },
  ]);
});

test('very many pieces are sent as one', () => {
  const doc = toText('a\n'.repeat(5000));
  const specs = Array.from({ length: 5000 }, (_, line) => ({ from: line * 2, insert: '  ' }));
  const changes = ChangeSet.of(specs, doc.length);
  const placed = toPositionedChanges(doc, changes);
  assert.equal(placed.length, 1);
  assert.equal(toChangeSet(doc, placed)?.apply(doc).toString(), changes.apply(doc).toString());
});

test('line ends of any kind arrive as one character', () => {
  const doc = toText('ab');
  const at = { line: 0, character: 1 };
  assert.equal(
    toChangeSet(doc, [{ from: at, to: at, text: '1\r\n2\r3\n' }])
      ?.apply(doc)
      .toString(),
    'a1\n2\n3\nb',
  );
});

for (const [name, from, to] of [
  ['behind the last line', { line: 2, character: 0 }, { line: 2, character: 0 }],
  ['behind the end of its line', { line: 0, character: 3 }, { line: 1, character: 0 }],
  ['before its beginning', { line: 1, character: 0 }, { line: 0, character: 0 }],
] as const) {
  test(`a change whose place is ${name} is refused`, () => {
    assert.equal(toChangeSet(toText('ab\ncd'), [{ from, to, text: '' }]), undefined);
  });
}

test('a change in one place has an end, and one in several places has none', () => {
  const end = (...specs: ChangeSpec[]) => endOfOnlyChange(ChangeSet.of(specs, 10));
  assert.equal(end({ from: 2, insert: 'abc' }), 5);
  assert.equal(end({ from: 2, to: 6 }), 2);
  assert.equal(end({ from: 2, to: 3 }, { from: 6, insert: 'a' }), undefined);
  assert.equal(end(), undefined);
});
