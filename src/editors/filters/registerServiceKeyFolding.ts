// Folds for what only the service writes into conditions, in VS Code's own text editor.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { findServiceKeyFolds } from '#model/documents/documentPlaces.ts';

export function registerServiceKeyFolding(): vscode.Disposable {
  return vscode.languages.registerFoldingRangeProvider(
    { scheme },
    {
      provideFoldingRanges: (document) =>
        findServiceKeyFolds(document.getText()).map(({ start, end }) => new vscode.FoldingRange(start, end)),
    },
  );
}
