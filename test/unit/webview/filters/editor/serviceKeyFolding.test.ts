import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldable, foldedRanges, codeFolding, unfoldEffect } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { foldServiceKeys, serviceKeyFolding } from '#webview/filters/editor/serviceKeyFolding.ts';

const own = (name: string) =>
  `{\n"key": "${name}",\n"bytecode": [\n"_H"\n],\n"conditionHash": "${name}",\n"negation": false\n}`;
const plain = (name: string) => `{\n"key": "${name}"\n}`;
const filters = (...leaves: string[]) => `{"properties": {"values": [\n${leaves.join(',\n')}\n]}}`;

/** An editor's state without the editor. */
class Editor {
  state: EditorState;

  constructor(doc: string, anchor = 0) {
    this.state = EditorState.create({
      doc,
      selection: { anchor },
      extensions: [codeFolding(), serviceKeyFolding()],
    });
  }

  readonly dispatch = (spec: TransactionSpec) => {
    this.state = this.state.update(spec).state;
  };

  get text(): string {
    return this.state.doc.toString();
  }

  /** The names of the conditions whose keys are folded. */
  get folded(): readonly string[] {
    const names: string[] = [];
    foldedRanges(this.state).between(0, this.text.length, (from, to) => {
      const hidden = this.text.slice(from, to);
      names.push(/^"bytecode".*"conditionHash": "(.*)",\n"negation": false$/s.exec(hidden)?.[1] ?? hidden);
    });
    return names;
  }

  open(): this {
    foldServiceKeys(this);
    return this;
  }

  unfold(name: string): void {
    foldedRanges(this.state).between(0, this.text.length, (from, to) => {
      if (this.text.slice(from, to).includes(`"${name}"`))
        this.dispatch({ effects: unfoldEffect.of({ from, to }) });
    });
  }

  /** One change from the first difference to the last, as the document's own are. */
  become(text: string): void {
    this.dispatch({ changes: { from: 0, to: this.text.length, insert: text } });
  }
}

describe('keys of the service', () => {
  it('are folded when a text is opened, one fold for each condition', () => {
    assert.deepEqual(new Editor(filters(own('a'), plain('b'), own('c'))).open().folded, ['a', 'c']);
  });

  it('stay open around the cursor', () => {
    const text = filters(own('a'), own('b'));
    assert.deepEqual(new Editor(text, text.indexOf('_H')).open().folded, ['b']);
  });

  it('are folded where a change brings them', () => {
    const editor = new Editor(filters(plain('a'), plain('b'))).open();
    assert.deepEqual(editor.folded, []);
    editor.become(filters(own('a'), own('b')));
    assert.deepEqual(editor.folded, ['a', 'b']);
  });

  it('that a person has unfolded stay so while the service writes them anew', () => {
    const editor = new Editor(filters(own('a'), own('b'))).open();
    editor.unfold('a');
    assert.deepEqual(editor.folded, ['b']);
    editor.become(filters(own('x'), own('y')));
    assert.deepEqual(editor.folded, ['y']);
    editor.dispatch({ changes: { from: editor.text.indexOf('"y"') + 1, insert: 'more' } });
    assert.deepEqual(editor.folded, ['y']);
  });

  it('stay folded while the text around them moves, and a condition that comes before them is folded', () => {
    const editor = new Editor(filters(own('a'), own('b'))).open();
    editor.unfold('b');
    editor.dispatch({ changes: { from: editor.text.indexOf('{\n"key"'), insert: `${own('new')},\n` } });
    assert.deepEqual(editor.folded, ['new', 'a']);
  });

  it('have one fold where a change makes them more', () => {
    const editor = new Editor(filters(own('a').replace(',\n"negation": false', ''))).open();
    const end = editor.text.indexOf('\n}\n]');
    editor.dispatch({ changes: { from: end, insert: ',\n"negation": false' } });
    assert.deepEqual(editor.folded, ['a']);
  });

  it('are not folded while they are typed', () => {
    const editor = new Editor(filters(plain('a')));
    const at = editor.text.indexOf('\n}\n]');
    for (const [offset, insert] of ',\n"bytecode": [1]'.split('').entries())
      editor.dispatch({ changes: { from: at + offset, insert }, userEvent: 'input.type' });
    assert.deepEqual(editor.folded, []);
  });

  it('can be folded again at their first line', () => {
    const { state, text } = new Editor(filters(own('a')));
    const line = state.doc.lineAt(text.indexOf('"bytecode"'));
    const range = foldable(state, line.from, line.to);
    assert.equal(text.slice(range?.from, range?.to).split('\n').length, 5);
  });
});
