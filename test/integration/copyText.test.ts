// The offer that follows a copy of cells that a spreadsheet would run.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { copyText } from '#host/input/copyText.ts';

/** Each button of an open message is a command. */
async function offers(): Promise<readonly string[]> {
  const all = await vscode.commands.getCommands(true);
  return all.filter((command) => command.startsWith('cohortDeck.message.'));
}

describe('the offer to copy as text', () => {
  it('ends with the next copy, and with its table', async () => {
    const before = await offers();
    const mine = async () => (await offers()).filter((command) => !before.includes(command));
    const table = new AbortController();
    await copyText({ text: '=1', neutralText: '’=1' }, table.signal);
    const [first, ...others] = await mine();
    assert.ok(first !== undefined && others.length === 0);
    await copyText({ text: '=2', neutralText: '’=2' }, table.signal);
    const [second, ...more] = await mine();
    assert.ok(second !== undefined && second !== first && more.length === 0);
    await copyText({ text: 'plain', neutralText: undefined }, table.signal);
    assert.deepEqual(await mine(), []);
    await copyText({ text: '=3', neutralText: '’=3' }, table.signal);
    table.abort();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await mine(), []);
  });
});
