// The progress of a task, in a message, the status bar or the tree. Its texts may come from the service, so all of them pass
// through withoutLinksAndIcons; lint allows VS Code's own function here, and in openNotification.ts for messages with buttons.
import * as vscode from 'vscode';
import { withoutLinksAndIcons } from './withoutLinksAndIcons.ts';

/** @param increment percent of the bar */
export type ReportProgress = (text: string, increment?: number) => void;

/** Ends as `task` does. */
export async function withProgress<T>(
  { title, ...options }: vscode.ProgressOptions,
  task: (report: ReportProgress, token: vscode.CancellationToken) => Thenable<T>,
): Promise<T> {
  const shown = title === undefined ? options : { ...options, title: withoutLinksAndIcons(title) };
  return vscode.window.withProgress<T>(shown, (progress, token) => {
    const report: ReportProgress = (text, increment) => {
      const message = withoutLinksAndIcons(text);
      progress.report(increment === undefined ? { message } : { message, increment });
    };
    return task(report, token);
  });
}
