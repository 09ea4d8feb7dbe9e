// The log can be pasted into a bug report: it has no names of records, which messages have.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showCommandError } from '#host/messages/showCommandError.ts';
import { showError } from '#host/messages/showError.ts';

describe('an error that is shown', () => {
  after(() => vscode.commands.executeCommand('notifications.clearAll'));

  it('is logged without what was tried, which may name records, but with the command', () => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const log = { debug: note, info: note, warn: note, error: note, show: () => undefined };
    void showError('Could not undo: Rename “Secret” to “Other”.', new Error('No.'), log);
    showCommandError('cohortDeck.rename', new Error('No.'), log, undefined);
    assert.deepEqual(lines, ['', 'cohortDeck.rename failed.']);
  });
});
