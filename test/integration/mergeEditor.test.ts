import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MergeEditor } from '../../src/files/mergeEditor.ts';
import { Snapshots } from '../../src/files/snapshots.ts';
import { DocumentConflict } from '../../src/model/documentErrors.ts';
import { toDocument } from '../../src/model/documents.ts';
import { sampleRef, startSampleData, until, uriOf } from './sampleData.ts';

describe('a merge editor', () => {
  const ref = sampleRef('cohort', 4);
  const uri = uriOf(ref);
  const conflict = new DocumentConflict(toDocument(ref, 'filters'), '{"a": 1}', '{"a": 2}');
  const snapshots = new Snapshots();
  const merges = new MergeEditor(snapshots);

  before(startSampleData);
  after(() => {
    merges.dispose();
    snapshots.dispose();
  });

  /** Opens one. @returns where its result is, and what was saved of it */
  async function open(): Promise<{ readonly result: vscode.Uri; readonly saved: readonly string[] }> {
    const saved: string[] = [];
    await merges.open(uri, 'Any name', conflict, async (text) => void saved.push(text));
    const results = () =>
      vscode.workspace.textDocuments.filter((one) => one.uri.scheme === 'cohortdeck-merge');
    await until(vscode.workspace.onDidOpenTextDocument, () => results().length > 0);
    const [result] = results();
    assert.ok(result);
    return { result: result.uri, saved };
  }

  async function close(result: vscode.Uri): Promise<void> {
    const isOpen = () =>
      vscode.workspace.textDocuments.some((one) => one.uri.toString() === result.toString());
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(vscode.workspace.onDidCloseTextDocument, () => !isOpen());
    await new Promise((resolve) => setTimeout(resolve, 0)); // a document that changes its language closes for a moment
  }

  const isKept = async (result: vscode.Uri): Promise<boolean> => {
    try {
      await vscode.workspace.fs.stat(result);
      return true;
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
      throw error;
    }
  };

  it('keeps its result while it is open, and hands on what is saved of it', async () => {
    const { result, saved } = await open();
    assert.ok(await isKept(result));
    await vscode.workspace.fs.writeFile(result, Buffer.from('{"a": 3}'));
    assert.equal(saved.at(-1), '{"a": 3}');
    await close(result);
    assert.ok(!(await isKept(result)), 'nothing is kept of one that is closed');
  });

  it('has a result of its own each time', async () => {
    const first = await open();
    await close(first.result);
    const second = await open();
    assert.notEqual(second.result.toString(), first.result.toString());
    await close(second.result);
  });
});
