import * as vscode from 'vscode';

/** What ends sooner is not mentioned. */
const slowMs = 300;

/** Shows a slow task in the status bar. Ends as `task` does. */
export async function showWhenSlow<T>(title: () => string, task: () => Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<void>();
  const show = (): void => {
    const options = { location: vscode.ProgressLocation.Window, title: title() };
    void vscode.window.withProgress(options, () => ended.promise);
  };
  const timer = setTimeout(show, slowMs);
  try {
    return await task();
  } finally {
    clearTimeout(timer);
    ended.resolve();
  }
}
