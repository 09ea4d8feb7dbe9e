// Where VS Code has drawn items of a tree anew, it gives the focus to the tree if the tree had it a moment before: a box that
// opens in between would lose it, and what is typed would go to the tree (`doRefresh` in VS Code's treeView.ts).
import { setTimeout as delay } from 'node:timers/promises';

/** With 20 ms no box lost the focus. */
const restMs = 50;
/** A tree that is drawn without end does not keep a box closed. */
const longestWaitMs = 250;

let drawnAt = Number.NEGATIVE_INFINITY;

/** VS Code has asked for an item. */
export function treeDrawn(): void {
  drawnAt = performance.now();
}

/** Resolves at once where nothing is drawn. */
export async function treeAtRest(): Promise<void> {
  const until = performance.now() + longestWaitMs;
  for (let now = performance.now(); now < Math.min(drawnAt + restMs, until); now = performance.now())
    await delay(drawnAt + restMs - now);
}
