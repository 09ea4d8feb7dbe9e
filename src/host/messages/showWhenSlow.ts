import * as vscode from 'vscode';
import { withProgress } from './showProgress.ts';

/** What ends sooner is not mentioned. */
const slowMs = 300;

/** Shows a slow task in the status bar. Ends as `task` does. */
export async function showWhenSlow<T>(title: () => string, task: () => Promise<T>): Promise<T> {
  return withSlowProgress((ended) => {
    const options = { location: vscode.ProgressLocation.Window, title: title() };
    void withProgress(options, () => ended);
  }, task);
}

/**
 * Shows a slow task in a message with Cancel, which aborts it. Ends as `task` does; undefined if it was canceled, also
 * if `task` ended nevertheless.
 */
export async function showCancellableWhenSlow<T>(
  title: string,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const canceling = new AbortController();
  const show = (ended: Promise<void>): void => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void withProgress(options, (_, token) => {
      token.onCancellationRequested(() => canceling.abort());
      return ended;
    });
  };
  return withSlowProgress(show, () => resultUnlessAborted(canceling.signal, task));
}

/** Ends as `task` does; undefined if `signal` was aborted by then. */
export async function resultUnlessAborted<T>(
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    const result = await task(signal);
    return signal.aborted ? undefined : result;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

async function withSlowProgress<T>(show: (ended: Promise<void>) => void, task: () => Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(() => show(ended.promise), slowMs);
  try {
    return await task();
  } finally {
    clearTimeout(timer);
    ended.resolve();
  }
}
