import type * as vscode from 'vscode';
import type { DisposableStore } from '#host/disposables.ts';

let openBoxes = 0;

/** While one is open, code that selects tree items must not take the focus. */
export function isQuickInputOpen(): boolean {
  return openBoxes > 0;
}

/**
 * Shows an input box or a quick pick.
 * @param whileOpen disposed of when the box closes
 */
export function showQuickInput(box: vscode.QuickInput, whileOpen: DisposableStore): void {
  openBoxes++;
  whileOpen.add({ dispose: () => openBoxes-- });
  box.show();
}
