// After VS Code redraws items of a tree, it gives the focus back to the tree if the tree had it before (`doRefresh` in
// VS Code's treeView.ts). A box that opens in between would lose the focus, and keys would go to the tree.

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
    await new Promise((resolve) => setTimeout(resolve, drawnAt + restMs - now));
}
