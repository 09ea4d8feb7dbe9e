// How long a large export takes to open; the bench reads the figures.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

/** Where the bench wants the figures. It asks for 100 MB; to see that it works, a little is enough, once. */
const figures = process.env['COHORT_DECK_OPENED'];
const bytes = Number(process.env['COHORT_DECK_OPENED_BYTES'] ?? 1e6);
const turns = figures ? 6 : 0;
const line = `{"id":"0195b2c4-7a3e-7000-8000-000000000000","properties":{"note":"${'x'.repeat(900)}"}}\n`;

describe('a large export', () => {
  let file: vscode.Uri;
  const extension = vscode.extensions.getExtension('cohort-deck.cohort-deck');
  const asText = () => vscode.commands.executeCommand('vscode.open', file, { preview: false });

  before(async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    file = vscode.Uri.file(path.join(directory, 'persons.ndjson'));
    await writeFile(file.fsPath, line.repeat(Math.ceil(bytes / line.length)));
  });
  after(() => rm(path.dirname(file.fsPath), { recursive: true, force: true }));

  /** What it takes before this extension has run is VS Code’s own time. Suites that ran earlier may have started it. */
  it('opens as text by VS Code alone', async () => {
    const name = extension?.isActive === false ? 'alone' : 'unknown';
    await openByTurns(name, asText);
  });

  it('opens as text', async () => {
    await extension?.activate();
    await openByTurns('text', asText);
  });

  it('opens as table', async () => {
    const asTable = () => vscode.commands.executeCommand('vscode.openWith', file, 'cohortDeck.table');
    await openByTurns('table', asTable);
  });
});

/** The first turn loads what is needed once, and does not count. */
async function openByTurns(name: string, open: () => Thenable<unknown>): Promise<void> {
  for (let turn = 0; turn <= turns; turn++) {
    const startedMs = performance.now();
    await open();
    const ms = performance.now() - startedMs;
    assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '', /^persons\.ndjson/);
    if (figures && turn > 0) appendFileSync(figures, `${name} ${ms}\n`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }
}
