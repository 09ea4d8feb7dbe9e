// Folds for what only the service writes into conditions, in VS Code's own text editor: from the line above, because VS
// Code's JSON support has a fold on the line where a list begins.
import * as vscode from 'vscode';
import { serviceRuns } from '#filters/serviceRuns.ts';
import { scheme } from '#manifest.ts';

/** A longer text would take too long to read after each pause in typing, in code units. */
const maxLength = 1_000_000;

export function registerServiceKeyFolding(): vscode.Disposable {
  return vscode.languages.registerFoldingRangeProvider(
    { scheme },
    {
      provideFoldingRanges: (document) => {
        const text = document.getText();
        if (text.length > maxLength) return [];
        return serviceRuns(text).flatMap(({ from, to }) => {
          const [first, last] = [document.positionAt(from).line, document.positionAt(to).line];
          return first > 0 &&
            document.lineAt(first).firstNonWhitespaceCharacterIndex === document.positionAt(from).character
            ? [new vscode.FoldingRange(first - 1, last)]
            : [];
        });
      },
    },
  );
}
