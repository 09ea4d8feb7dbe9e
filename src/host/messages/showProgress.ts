// The progress of a task, in a message, the status bar or the tree. Its texts may come from the service, so all of them pass
// through withoutLinksAndIcons; lint allows VS Code's own function here, and in openNotification.ts for messages with buttons.
import * as vscode from 'vscode';
import { treeViewId } from '#manifest.ts';
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

// The bar at the top of the tree, and while the tree is hidden the clock on its icon.

/** Less counts as instant. */
const slowMs = 300;

/** Shows a progress bar if the task is slow. */
export async function withTreeProgress<T>(task: () => Promise<T>): Promise<T> {
  const running = task();
  showTreeProgress(running);
  return running;
}

let runningTasks = 0;
let endBar = (): void => undefined;

/** The same for one that has started; its error is up to the caller. Tasks that go on at the same time share one bar. */
export function showTreeProgress(running: Promise<unknown>): void {
  if (++runningTasks === 1) endBar = startBar();
  const end = (): void => {
    if (--runningTasks === 0) endBar();
  };
  void running.then(end, end);
}

function startBar(): () => void {
  const location = { viewId: treeViewId };
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => void withProgress({ location }, () => promise), slowMs);
  return () => {
    clearTimeout(timer);
    resolve();
  };
}
