import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeSet, type ChangeSpec, type Text } from '@codemirror/state';
import * as fc from 'fast-check';
import { TextSync, type OutgoingEdit } from '#webview/filters/sync/textSync.ts';
import { toText } from '#webview/filters/sync/positionedChanges.ts';
import { HomeDocument, Host, Network, type Webview } from '../../../../unit/webview/filters/modelHost.ts';
import { cases } from '../../../../cases.ts';

/** One thing that happens: somebody changes the text at a place, or a message arrives. */
type Step =
  | { readonly who: 'network'; readonly choice: number }
  | {
      readonly who: 'home' | 'first' | 'second';
      readonly at: number;
      readonly cut: number;
      readonly lines: boolean;
      /** In place of the whole text. */
      readonly isAll: boolean;
    };

const stepsWith = (isAll: fc.Arbitrary<boolean>) =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ who: fc.constant('network' as const), choice: fc.nat(20) }) },
      {
        weight: 3,
        arbitrary: fc.record({
          who: fc.constantFrom('home' as const, 'first' as const, 'second' as const),
          at: fc.nat(60),
          cut: fc.nat(4),
          lines: fc.boolean(),
          isAll,
        }),
      },
    ),
    { maxLength: 60 },
  );

/** Each change inserts marks that nobody else inserts, so that a lost or doubled keystroke shows. */
class Marks {
  #next = 0xe000;
  readonly cut = new Set<string>();
  #isReplaced = false;
  readonly typed: string[] = [];

  change(
    text: Text,
    step: { readonly at: number; readonly cut: number; readonly lines: boolean; readonly isAll: boolean },
  ): ChangeSet {
    const from = step.isAll ? 0 : step.at % (text.length + 1);
    const to = step.isAll ? text.length : Math.min(text.length, from + step.cut);
    this.#isReplaced ||= step.isAll;
    for (const mark of text.sliceString(from, to)) this.cut.add(mark);
    const marks = [String.fromCharCode(this.#next++), String.fromCharCode(this.#next++)];
    this.typed.push(...marks);
    const spec: ChangeSpec = { from, to, insert: marks.join(step.lines ? '\n' : '') };
    return ChangeSet.of(spec, text.length);
  }

  /** Every mark that was not deleted is there exactly once. A text in place of the whole takes what others type, too. */
  assertKept(text: string): void {
    for (const mark of this.typed) {
      const count = text.split(mark).length - 1;
      assert.ok(count <= 1, 'a keystroke is there twice');
      if (!this.cut.has(mark) && !this.#isReplaced) assert.equal(count, 1, 'a keystroke is lost');
    }
  }
}

async function play(played: readonly Step[], eol: string): Promise<void> {
  const network = new Network();
  const home = new HomeDocument(network, 'line one\nline two\n😀 three', eol);
  const host = new Host(network, home);
  const webviews: Record<'first' | 'second', Webview> = {
    first: host.connect(eol),
    second: host.connect(eol),
  };
  const marks = new Marks();
  for (const [index, step] of played.entries()) {
    if (step.who === 'network') await network.deliver(step.choice);
    else if (step.who === 'home') home.change(marks.change(home.text, step));
    else webviews[step.who].type(marks.change(webviews[step.who].text, step), index >> 2);
  }
  let rounds = 0;
  while (!network.isQuiet) {
    assert.ok(rounds++ < 2000, 'the editors come to rest');
    await network.deliver(rounds);
  }
  const text = home.text.toString();
  for (const { text: shown, sync } of [webviews.first, webviews.second]) {
    assert.equal(shown.toString(), text);
    assert.equal(sync.confirmed.toString(), text);
    assert.equal(sync.version, home.version);
    assert.ok(sync.isSettled);
  }
  marks.assertKept(text);
}

for (const [name, eol] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
] as const) {
  test(`two editors and the document converge on one text that has every keystroke once (${name})`, async () => {
    await fc.assert(
      fc.asyncProperty(stepsWith(fc.constant(false)), (played) => play(played, eol)),
      cases(5_000),
    );
  });

  test(`two editors and the document converge on one text where whole texts are replaced, too (${name})`, async () => {
    const sometimes = fc.nat(5).map((number) => number === 0);
    await fc.assert(
      fc.asyncProperty(stepsWith(sometimes), (played) => play(played, eol)),
      cases(2_000),
    );
  });
}

function change(text: string, from: number, to: number, insert: string): ChangeSet {
  return ChangeSet.of({ from, to, insert }, text.length);
}

test('one edit is in flight at a time, and what is typed meanwhile becomes the next one', () => {
  const sent: OutgoingEdit[] = [];
  const sync = new TextSync('', 1, (edit) => sent.push(edit));
  sync.edited(change('', 0, 0, 'a'), 1);
  sync.edited(change('a', 1, 1, 'b'), 1);
  sync.edited(change('ab', 2, 2, 'c'), 1);
  assert.equal(sent.length, 1);
  sync.applied(1, 2);
  assert.deepEqual(sent[1], {
    id: 2,
    version: 2,
    group: 1,
    changes: [{ from: { line: 0, character: 1 }, to: { line: 0, character: 1 }, text: 'bc' }],
  });
  sync.applied(2, 3);
  assert.ok(sync.isSettled);
});

test('a text that is pasted over all but the line end at the end stays alone, and a deletion of all does not', () => {
  for (const [insert, expected] of [
    ['{"b": 2}', '{"b": 2}\n'],
    ['', '1\n'],
  ] as const) {
    const sync = new TextSync('{"a": 0}\n', 1, () => undefined);
    sync.edited(change('{"a": 0}\n', 0, 8, insert), 1);
    const [from, to] = [6, 7].map((character) => ({ line: 0, character }));
    assert.ok(from && to);
    sync.changed(2, [{ from, to, text: '1' }], 2);
    assert.equal(sync.unconfirmed?.apply(sync.confirmed).toString(), expected);
  }
});

test('one key in an empty document does not take what others type', () => {
  const sync = new TextSync(' \n', 1, () => undefined);
  sync.edited(change(' \n', 0, 1, 'x'), 1);
  const place = { line: 1, character: 0 };
  sync.changed(2, [{ from: place, to: place, text: 'other' }], 2);
  assert.equal(sync.unconfirmed?.apply(sync.confirmed).toString(), 'x\nother');
});

for (const [what, from, to] of [
  ['inside', 3, 7],
  ['at the beginning', 0, 2],
  ['at the end', 7, 8],
  ['before the beginning', 0, 0],
  ['after the end', 8, 8],
  ['everywhere', 0, 8],
] as const)
  test(`a text that is pasted over all stays alone if the document changes ${what} meanwhile`, () => {
    const sync = new TextSync('old text', 1, () => undefined);
    const pasted = change('old text', 0, 8, 'pasted');
    sync.edited(pasted, 1);
    sync.edited(ChangeSet.of({ from: 6, insert: '!' }, 6), 1);
    const { changes } = sync.changed(
      2,
      [{ from: { line: 0, character: from }, to: { line: 0, character: to }, text: 'other' }],
      1,
    );
    assert.equal(changes?.apply(toText('pasted!')).toString() ?? 'pasted!', 'pasted!');
    assert.equal(sync.unconfirmed?.apply(sync.confirmed).toString(), 'pasted!');
  });

test('an undo goes to the host after the edits before it, and before what is typed after it', () => {
  const sent: string[] = [];
  const sync = new TextSync('', 1, ({ id, changes }) =>
    sent.push(`${id} ${changes.map(({ text }) => text).join()}`),
  );
  const type = (text: string, at: number) => sync.edited(ChangeSet.of({ from: at, insert: text }, at), 1); // one word
  type('a', 0);
  type('b', 1);
  sync.asked(() => sent.push('undo'));
  type('c', 2);
  assert.deepEqual(sent, ['1 a']);
  sync.applied(1, 2);
  assert.deepEqual(sent, ['1 a', '2 b']);
  sync.applied(2, 3);
  assert.deepEqual(sent, ['1 a', '2 b', 'undo', '3 c']);
  assert.equal(sync.unconfirmed?.newLength, 3);
  sync.applied(3, 4);
  assert.ok(sync.isSettled);
  sync.asked(() => sent.push('at once'));
  assert.equal(sent.at(-1), 'at once');
});

test('edits of different groups stay apart, so that they are undone one by one', () => {
  const sent: OutgoingEdit[] = [];
  const sync = new TextSync('', 1, (edit) => sent.push(edit));
  sync.edited(change('', 0, 0, 'a'), 1);
  sync.edited(change('a', 1, 1, 'b'), 1);
  sync.edited(change('ab', 2, 2, 'c'), 2);
  sync.applied(1, 2);
  sync.applied(2, 3);
  assert.deepEqual(
    sent.map(({ group, changes }) => [group, changes[0]?.text]),
    [
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
    ],
  );
});

test('a stale edit is sent again, on top of the change that came first', () => {
  const sent: OutgoingEdit[] = [];
  const sync = new TextSync('ab', 1, (edit) => sent.push(edit));
  sync.edited(change('ab', 2, 2, 'mine'), 1);
  const place = { line: 0, character: 0 };
  const outcome = sync.changed(2, [{ from: place, to: place, text: 'theirs\n' }], 2);
  assert.equal(outcome.changes?.apply(toText('abmine')).toString(), 'theirs\nabmine');
  sync.rejected(1, 'stale');
  assert.deepEqual(sent[1], {
    id: 2,
    version: 2,
    group: 1,
    changes: [{ from: { line: 1, character: 2 }, to: { line: 1, character: 2 }, text: 'mine' }],
  });
});

test('a refused edit is kept, and can be sent again', () => {
  const sent: OutgoingEdit[] = [];
  const sync = new TextSync('', 1, (edit) => sent.push(edit));
  sync.edited(change('', 0, 0, 'a'), 1);
  sync.rejected(1, 'refused');
  assert.equal(sent.length, 1);
  assert.ok(!sync.isSettled);
  sync.retry();
  assert.equal(sent[1]?.changes[0]?.text, 'a');
});

const missed: readonly [name: string, version: number, line: number, lineCount: number][] = [
  ['a version was left out', 3, 0, 1],
  ['a place does not exist', 2, 7, 1],
  ['the number of lines differs', 2, 0, 9],
];
for (const [name, version, line, lineCount] of missed) {
  test(`the whole text is requested when ${name}, and what was typed survives`, () => {
    const sent: OutgoingEdit[] = [];
    const sync = new TextSync('ab', 1, (edit) => sent.push(edit));
    sync.edited(change('ab', 2, 2, 'mine'), 1);
    const place = { line, character: 0 };
    assert.ok(sync.changed(version, [{ from: place, to: place, text: 'x' }], lineCount).mustResync);
    sync.rejected(1, 'stale');
    assert.equal(sent.length, 1);
    const { changes } = sync.replaced(5, 'a new text\nab');
    assert.equal(changes?.apply(toText('abmine')).toString(), 'a new text\nabmine');
    assert.equal(sent[1]?.version, 5);
  });
}

test('a stale edit without a change that explains it leads to the whole text', () => {
  const sync = new TextSync('', 1, () => undefined);
  sync.edited(change('', 0, 0, 'a'), 1);
  assert.ok(sync.rejected(1, 'stale').mustResync);
});

test('a change that is known already is ignored', () => {
  const sync = new TextSync('ab', 4, () => undefined);
  const place = { line: 0, character: 0 };
  assert.deepEqual(sync.changed(4, [{ from: place, to: place, text: 'x' }], 1), {});
  assert.equal(sync.confirmed.toString(), 'ab');
});

test('an edit that changes nothing is not sent', () => {
  const sent: OutgoingEdit[] = [];
  const sync = new TextSync('ab', 1, (edit) => sent.push(edit));
  sync.edited(change('ab', 0, 1, 'a'), 1);
  assert.equal(sent.length, 0);
  assert.ok(sync.isSettled);
});

test('unconfirmed changes lead from the confirmed text to the shown one', () => {
  const sync = new TextSync('ab', 1, () => undefined);
  sync.edited(change('ab', 0, 1, ''), 1);
  sync.edited(change('b', 1, 1, 'c'), 2);
  const { unconfirmed } = sync;
  assert.equal(unconfirmed?.apply(sync.confirmed).toString(), 'bc');
});
