// Runs in the extension host: opens a large file as text and as a table, and writes down how long each took.
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';

const turns = 6;

export async function run(): Promise<void> {
  const file = vscode.Uri.file(process.env.COHORT_DECK_EXPORT ?? '');
  const extension = vscode.extensions.getExtension('cohort-deck.cohort-deck');
  if (!extension || extension.isActive) throw new Error('ours is not there, or was activated before');
  const asText = () => vscode.commands.executeCommand('vscode.open', file, { preview: false });
  await openByTurns('alone', asText); // before ours has run at all
  await extension.activate();
  await openByTurns('text', asText);
  await openByTurns('table', () =>
    vscode.commands.executeCommand('vscode.openWith', file, 'cohortDeck.table'),
  );
}

/** The first turn loads what is needed once, and does not count. */
async function openByTurns(name: string, open: () => Thenable<unknown>): Promise<void> {
  for (let turn = 0; turn <= turns; turn++) {
    const startedMs = performance.now();
    await open();
    const ms = performance.now() - startedMs;
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    if (!label?.startsWith('persons.ndjson')) throw new Error(`${label} opened`);
    if (turn > 0) appendFileSync(process.env.COHORT_DECK_FIGURES ?? '', `${name} ${ms}\n`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }
}
