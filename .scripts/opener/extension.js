import * as vscode from 'vscode';

/** Shows the view and fills it; both do nothing where that is done already. */
export async function activate() {
  await vscode.commands.executeCommand('workbench.view.extension.cohortDeck');
  await vscode.commands.executeCommand('cohortDeck.trySampleData');
  await vscode.commands.executeCommand('cohortDeck.tree.focus');
}
