import type * as vscode from 'vscode';
import { focusReturned } from './pageMessages.ts';

let openBoxes = 0;

/** What is selected elsewhere meanwhile must leave the focus to the box. */
export function isBoxOpen(): boolean {
  return openBoxes > 0;
}

/** Shows an input box or a quick pick once nothing takes the focus from it. */
export async function showBox(box: vscode.QuickInput): Promise<void> {
  openBoxes++;
  const hidden = box.onDidHide(() => {
    openBoxes--;
    hidden.dispose();
  });
  await focusReturned();
  box.show();
}
