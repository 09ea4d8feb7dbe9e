// Messages of ours that are open: each has a command for its buttons until it closes.
import * as vscode from 'vscode';
import { eventually } from '../ui/driver/eventually.ts';

async function findAll(): Promise<readonly string[]> {
  return (await vscode.commands.getCommands()).filter((id) => id.startsWith('cohortDeck.message.'));
}

/** Those that open from now on. */
export async function watchMessages() {
  const before = new Set(await findAll());
  const open = async () => (await findAll()).filter((id) => !before.has(id));
  return {
    open,
    /** Resolves with the one message that is open, once it is not `last` any more. */
    next: async (last?: string): Promise<string> => {
      let found: readonly string[] = [];
      await eventually('one new message', async () => {
        found = await open();
        return found.length === 1 && found[0] !== last;
      });
      return found[0] ?? '';
    },
    waitForNone: () => eventually('all messages to close', async () => (await open()).length === 0),
    press: (message: string, button: number) => vscode.commands.executeCommand(message, button),
  };
}
