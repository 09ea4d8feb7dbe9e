import * as vscode from 'vscode';
import { type ReportProgress, withProgress } from './showProgress.ts';

/** What ends sooner is not mentioned. */
const slowMs = 300;
/** A step that begins after another one has ended shows its message when VS Code has closed that of the other one. */
const slowStepMs = 1000;

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
  return showStepsWhenSlow(title, (_, signal) => resultUnlessAborted(signal, task), slowMs);
}

/**
 * Shows a slow task, and how far it is, in a message with Cancel, which aborts `signal`. Ends as `task` does. VS Code keeps
 * such a message for 800 ms and shows three: those of quick steps would hide the message that says how they ended.
 */
export async function showStepsWhenSlow<T>(
  title: string,
  task: (report: (text: string) => void, signal: AbortSignal) => Promise<T>,
  afterMs = slowStepMs,
): Promise<T> {
  const canceling = new AbortController();
  let last: string | undefined;
  let reportShown: ReportProgress | undefined;
  const show = (ended: Promise<void>): void => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void withProgress(options, (report, token) => {
      token.onCancellationRequested(() => canceling.abort());
      reportShown = report;
      if (last !== undefined) report(last);
      return ended;
    });
  };
  const report = (text: string): void => {
    last = text;
    reportShown?.(text);
  };
  return withSlowProgress(show, () => task(report, canceling.signal), afterMs);
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

async function withSlowProgress<T>(
  show: (ended: Promise<void>) => void,
  task: () => Promise<T>,
  afterMs = slowMs,
): Promise<T> {
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(() => show(ended.promise), afterMs);
  try {
    return await task();
  } finally {
    clearTimeout(timer);
    ended.resolve();
  }
}
