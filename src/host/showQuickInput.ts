import type * as vscode from 'vscode';
import type { DisposableStore } from './disposables.ts';
import { focusReturned } from './pageFocus.ts';

let openBoxes = 0;

/** While one is open, code that selects tree items must not take the focus. */
export function isQuickInputOpen(): boolean {
  return openBoxes > 0;
}

/**
 * Shows an input box or a quick pick once nothing takes the focus from it.
 * @param whileOpen disposed of when the box closes
 */
export async function showQuickInput(box: vscode.QuickInput, whileOpen: DisposableStore): Promise<void> {
  openBoxes++;
  whileOpen.add({ dispose: () => openBoxes-- });
  await focusReturned();
  box.show();
}
