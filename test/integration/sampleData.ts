// What the tests in the host share: the sample data, and places in it.
import * as vscode from 'vscode';
import { scheme } from '../../src/manifest.ts';
import { formatPlace, toDocument } from '../../src/model/documents.ts';
import type { RecordKind, RecordRef } from '../../src/model/refs.ts';

export async function startSampleData(): Promise<void> {
  await vscode.commands.executeCommand('cohortDeck.trySampleData');
}

export function sampleRef(kind: RecordKind, id: number): RecordRef {
  return { connectionId: 'sample-data', projectId: '1', kind, id };
}

export function uriOf(ref: RecordRef, name = 'Any name'): vscode.Uri {
  return vscode.Uri.from({ scheme, ...formatPlace(toDocument(ref, 'filters'), name) });
}

/** Whether the service knows the record and does not count it as deleted, as far as a document can tell. */
export async function exists(ref: RecordRef): Promise<boolean> {
  const uri = uriOf(ref, `Look ${Math.random()}`);
  try {
    await vscode.workspace.fs.readFile(uri);
    // A deleted one shows what it had last, and takes no changes.
    const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) === 0;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** Waits for an event of the editor that makes `isTrue` true; the suite's own time limit bounds it. */
export async function until(event: vscode.Event<unknown>, isTrue: () => boolean): Promise<void> {
  if (isTrue()) return;
  await new Promise<void>((resolve) => {
    const listener = event(() => {
      if (!isTrue()) return;
      listener.dispose();
      resolve();
    });
  });
}
