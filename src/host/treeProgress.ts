// The bar at the top of the tree, and while the tree is hidden the clock on its icon.
import * as vscode from 'vscode';
import { treeViewId } from '#manifest.ts';

/** Less counts as instant. */
const slowMs = 300;

/** Shows that a task goes on where it takes long. */
export async function withTreeProgress<T>(task: () => Promise<T>): Promise<T> {
  const running = task();
  showTreeProgress(running);
  return running;
}

/** The same for one that has started; its error is up to the caller. */
export function showTreeProgress(running: Promise<unknown>): void {
  const location = { viewId: treeViewId };
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  const timer = setTimeout(() => void vscode.window.withProgress({ location }, () => ended), slowMs);
  void ended.then(() => clearTimeout(timer));
}
