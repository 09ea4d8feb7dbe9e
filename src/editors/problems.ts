// Errors of filters documents in the Problems panel and as squiggles, in whatever editor shows the document.
import * as vscode from 'vscode';
import { scheme } from '../manifest.ts';

/** How long a document has to be left alone before it is checked again. */
const checkDelayMs = 200;

export function registerProblems(): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('cohortDeck');
  const timers = new Map<string, NodeJS.Timeout>();
  const check = async (document: vscode.TextDocument) => {
    timers.delete(document.uri.toString());
    const { findTextProblems } = await import('./textProblems.ts'); // with the first document, not with the extension
    if (!document.isClosed) collection.set(document.uri, findTextProblems(document));
  };
  const checkAfter = (document: vscode.TextDocument, delayMs: number) => {
    clearTimeout(timers.get(document.uri.toString()));
    timers.set(
      document.uri.toString(),
      setTimeout(() => void check(document), delayMs),
    );
  };
  const forget = ({ uri }: vscode.TextDocument) => {
    clearTimeout(timers.get(uri.toString()));
    timers.delete(uri.toString());
    collection.delete(uri);
  };
  for (const document of vscode.workspace.textDocuments) if (isOurs(document)) checkAfter(document, 0);
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isOurs(document)) checkAfter(document, 0);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (isOurs(document) && contentChanges.length > 0) checkAfter(document, checkDelayMs);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (isOurs(document)) forget(document);
    }),
    {
      dispose: () => {
        for (const timer of timers.values()) clearTimeout(timer);
      },
    },
  );
}

function isOurs({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === scheme;
}
