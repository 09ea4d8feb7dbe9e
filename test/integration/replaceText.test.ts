import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeEditors } from './closeEditors.ts';
import { keepDirtyMark } from '#fileSystem/keepDirtyMark.ts';
import { replaceText } from '#fileSystem/replaceText.ts';

describe('an edit of a document by code leaves no half of a character', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'replaceText-'))));
  afterEach(closeEditors);
  after(async () => rm(folder, { recursive: true }));

  let opened = 0;
  const open = async (text: string) => {
    const path = join(folder, `${opened++}.json`);
    await writeFile(path, text);
    return vscode.workspace.openTextDocument(path);
  };

  const show = {
    'where no editor shows it': async () => undefined,
    'in a text editor': async (document: vscode.TextDocument) => vscode.window.showTextDocument(document),
    'in a comparison with another text on the right': async ({ uri }: vscode.TextDocument) => {
      const other = await open('{}');
      return vscode.commands.executeCommand('vscode.diff', uri, other.uri, 'compared');
    },
  };
  for (const [where, showIn] of Object.entries(show)) {
    for (const text of ['😁 x', '\u{1FA00} x', '{"name": "😁 x"}']) {
      it(`${where}: ${text}`, async () => {
        const document = await open('😀 x');
        await showIn(document);
        assert.equal(await replaceText(document.uri, text), true);
        assert.equal(document.getText(), text);
        assert.equal(await replaceText(document.uri, text), false);
      });
    }
  }

  it('where a text that begins with an emoji stays unsaved', async () => {
    const document = await open('😀 x');
    await vscode.window.showTextDocument(document);
    assert.equal(await keepDirtyMark(document.uri), true);
    assert.equal(document.getText(), '😀 x');
  });
});
