import type { CancellationToken } from 'vscode';

/** The one place where the editor's cancellation becomes the platform's. */
export function toAbortSignal(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
