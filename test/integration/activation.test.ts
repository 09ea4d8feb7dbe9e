import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const id = 'cohort-deck.cohort-deck';

describe('the extension in its host', () => {
  it('is installed, and inactive until it is needed', () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, `${id} is not among the extensions`);
    assert.equal(extension.isActive, false);
  });

  it('activates without an error', async () => {
    await vscode.extensions.getExtension(id)?.activate();
    assert.equal(vscode.extensions.getExtension(id)?.isActive, true);
  });

  it('registers every command that its manifest names', async () => {
    const manifest: { contributes: { commands: { command: string }[] } } =
      vscode.extensions.getExtension(id)?.packageJSON;
    const named = manifest.contributes.commands.map(({ command }) => command);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      named.filter((command) => !registered.has(command)),
      [],
    );
    assert.ok(named.length > 0);
  });
});
