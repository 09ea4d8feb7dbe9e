// A save that ends without an error though nothing was written must leave the document unsaved, in every editor.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors } from './closeEditors.ts';
import { SharedDocument } from '#editors/filters/sharedDocument.ts';
import { keepDirtyMark } from '#fileSystem/keepDirtyMark.ts';
import { editText } from './editText.ts';

const scheme = 'cohortdeck-declined';
const kept: boolean[] = [];
let isEdited = true;

/** Declines every save. */
const files: vscode.FileSystemProvider = {
  onDidChangeFile: () => ({ dispose: () => undefined }),
  watch: () => ({ dispose: () => undefined }),
  stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 1, size: 8 }),
  readDirectory: () => [],
  createDirectory: () => undefined,
  readFile: () => Buffer.from('{"a": 1}'),
  writeFile: async (uri) => void (isEdited && kept.push(await keepDirtyMark(uri))),
  delete: () => undefined,
  rename: () => undefined,
};

const tabOf = (uri: vscode.Uri): vscode.Tab | undefined =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => {
      if (input instanceof vscode.TabInputTextDiff) return input.modified.path === uri.path;
      return input instanceof vscode.TabInputText && input.uri.path === uri.path;
    });

describe('a save that is declined leaves the document unsaved', () => {
  let registration: vscode.Disposable;
  before(() => (registration = vscode.workspace.registerFileSystemProvider(scheme, files)));
  beforeEach(() => {
    kept.splice(0);
    isEdited = true;
  });
  afterEach(closeEditors);
  after(() => registration.dispose());

  const show = {
    'in a text editor': async (uri: vscode.Uri) => vscode.window.showTextDocument(uri),
    'beside what it is compared with': async (uri: vscode.Uri) => {
      const other = await vscode.workspace.openTextDocument({ content: 'other' });
      return vscode.commands.executeCommand('vscode.diff', other.uri, uri, 'compared');
    },
  };
  for (const [where, open] of Object.entries(show)) {
    it(where, async () => {
      const uri = vscode.Uri.from({ scheme, path: `/${where}.json` });
      await open(uri);
      const document = await editText(uri, ' ', 1);
      await document.save();
      assert.deepEqual(kept, [true]);
      assert.equal(document.getText(), '{ "a": 1}');
      assert.equal(tabOf(uri)?.isDirty, true);
    });
  }

  it('by an edit each time; without one, VS Code would count the text as saved', async () => {
    const uri = vscode.Uri.from({ scheme, path: '/again.json' });
    await vscode.window.showTextDocument(uri);
    const document = await editText(uri, ' ', 1);
    await document.save();
    assert.deepEqual([kept, tabOf(uri)?.isDirty], [[true], true]);
    isEdited = false;
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.equal(tabOf(uri)?.isDirty, false);
  });

  it('and undo still reverts one word at a time, and redo makes one again', async () => {
    const uri = vscode.Uri.from({ scheme, path: '/words.json' });
    const { document } = await vscode.window.showTextDocument(uri);
    const shared = new SharedDocument(document);
    const changes = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document) shared.changed(event);
    });
    const page = { changed: () => undefined, applied: () => undefined, rejected: () => undefined };
    shared.text.attach(page);
    const type = async (word: string): Promise<void> => {
      for (const [id, text] of word.split('').entries()) {
        const at = { line: 0, character: document.getText().length };
        const edit = { id, group: word, version: document.version, changes: [{ from: at, to: at, text }] };
        assert.ok(await shared.text.edit(page, edit));
      }
    };
    const original = document.getText();
    await type('one');
    await type('two');
    await document.save();
    await type('three');
    await document.save();
    assert.deepEqual(kept, [true, true]);
    const texts: string[] = [];
    for (const direction of ['undo', 'undo', 'redo', 'redo', 'undo', 'undo', 'undo'] as const) {
      await shared.moveInHistory(direction, async () => true);
      texts.push(document.getText().slice(original.length));
    }
    assert.deepEqual(texts, ['onetwo', 'one', 'onetwo', 'onetwothree', 'onetwo', 'one', '']);
    changes.dispose();
  });
});
