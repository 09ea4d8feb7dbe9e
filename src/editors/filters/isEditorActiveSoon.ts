import * as vscode from 'vscode';
import { activeDocumentTab } from '#host/pages/tabs.ts';

/** VS Code looks four times a second which page has the focus. */
const maxMs = 1000;

/** Whether an editor of the document is active. Waits a moment for it: a page gets keys before VS Code knows of its focus. */
export async function isEditorActiveSoon(
  uri: vscode.Uri,
  panel?: Pick<vscode.WebviewPanel, 'active' | 'onDidChangeViewState'>,
): Promise<boolean> {
  const isActive = () => panel?.active === true || activeDocumentTab()?.uri.toString() === uri.toString();
  if (isActive()) return true;
  const decided = Promise.withResolvers<boolean>();
  const check = (): void => {
    if (isActive()) decided.resolve(true);
  };
  const { tabGroups } = vscode.window;
  const subscriptions = [
    tabGroups.onDidChangeTabGroups(check),
    tabGroups.onDidChangeTabs(check),
    panel?.onDidChangeViewState(check),
  ];
  const timer = setTimeout(() => decided.resolve(false), maxMs);
  try {
    return await decided.promise;
  } finally {
    clearTimeout(timer);
    for (const subscription of subscriptions) subscription?.dispose();
  }
}
