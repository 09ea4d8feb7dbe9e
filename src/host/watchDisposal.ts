import type * as vscode from 'vscode';

/** Whether a panel is closed, also while it is still being set up. */
export function watchDisposal(panel: vscode.WebviewPanel): () => boolean {
  let isGone = false;
  panel.onDidDispose(() => (isGone = true));
  return () => isGone;
}
