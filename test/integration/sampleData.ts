// Shared by the tests in the extension host: the sample data, and records in it.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { formatPlace, toDocument } from '#model/documents/documentUri.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';

export async function startSampleData(): Promise<void> {
  await vscode.commands.executeCommand('cohortDeck.trySampleData');
}

export function sampleRef(kind: RecordKind, id: number): RecordRef {
  return { connectionId: 'sample-data', projectId: '1', kind, id };
}

export function uriOf(ref: RecordRef, name = 'Any name'): vscode.Uri {
  return vscode.Uri.from({ scheme, ...formatPlace(toDocument(ref, 'filters'), name) });
}

/** Whether the record can be edited, as far as a document can tell: a deleted one shows what it had last, at most. */
export async function exists(ref: RecordRef): Promise<boolean> {
  try {
    const { permissions } = await vscode.workspace.fs.stat(uriOf(ref, `Look ${Math.random()}`));
    return permissions === undefined;
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
