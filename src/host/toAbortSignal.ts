import type { CancellationToken } from 'vscode';

/** Turns the editor's cancellation into the platform's; the only place that does. */
export function toAbortSignal(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
