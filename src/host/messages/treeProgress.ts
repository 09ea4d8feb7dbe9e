// The bar at the top of the tree, and while the tree is hidden the clock on its icon.
import { treeViewId } from '#manifest.ts';
import { withProgress } from './showProgress.ts';

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
