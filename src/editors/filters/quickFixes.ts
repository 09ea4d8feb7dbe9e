// Quick fixes of filters in VS Code's text editor.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { flattenGroupsFix } from '#model/documents/documentPlaces.ts';
import { isOfService } from './serviceDiagnostics.ts';

export function registerQuickFixes(): vscode.Disposable {
  const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];
  return vscode.languages.registerCodeActionsProvider(
    { scheme },
    {
      provideCodeActions: (document, _range, { diagnostics, only, triggerKind }) => {
        // A save asks for the kinds that the settings name, a folder's own included, and applies what it gets; the light bulb
        // asks for all. Only a person changes what filters mean.
        const isForSave = only !== undefined && triggerKind === vscode.CodeActionTriggerKind.Automatic;
        return isForSave ? [] : plainListFix(document, diagnostics);
      },
    },
    { providedCodeActionKinds },
  );
}

function plainListFix(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const place = parsePlace(document.uri);
  const edits = place && flattenGroupsFix(place, document.getText());
  if (!edits) return [];
  const fix = new vscode.CodeAction(
    vscode.l10n.t('Make a Plain List (All Conditions Must Match)'),
    vscode.CodeActionKind.QuickFix,
  );
  fix.edit = new vscode.WorkspaceEdit();
  for (const { offset, length, text } of edits) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    fix.edit.replace(document.uri, range, text);
  }
  fix.diagnostics = diagnostics.filter(isOfService);
  return [fix];
}
