import * as vscode from 'vscode';
import { eventually } from '../ui/driver/eventually.ts';

/** Presses Enter in each quick pick that a command opens, until it has ended. */
export async function withFirstPicks<T>(command: Promise<T>): Promise<T> {
  let hasEnded = false;
  const end = () => (hasEnded = true);
  command.then(end, end);
  await eventually('the command to end', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return hasEnded;
  });
  return command;
}

/** Closes the box that a command has opened, as Escape does. */
export async function untilBoxCloses(command: Promise<unknown>): Promise<void> {
  const ended = command.then(() => true);
  const notYet = () => new Promise<boolean>((resolve) => void setImmediate(() => resolve(false)));
  do {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  } while (!(await Promise.race([ended, notYet()])));
}
