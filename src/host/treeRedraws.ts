// After VS Code redraws items of a tree, it gives the focus back to the tree if the tree had it before (`doRefresh` in
// VS Code's treeView.ts). A box that opens in between would lose the focus, and keys would go to the tree.

/** With 20 ms no box lost the focus. */
const restMs = 50;
/** A tree that is drawn without end does not keep a box closed. */
const longestWaitMs = 250;

let drawnAt = Number.NEGATIVE_INFINITY;
/** How many items are being revealed, which may give the tree the focus. */
let reveals = 0;

/** VS Code has asked for an item. */
export function treeDrawn(): void {
  drawnAt = performance.now();
}

export async function whileRevealing(reveal: () => Thenable<void>): Promise<void> {
  reveals++;
  try {
    await reveal();
  } finally {
    reveals--;
  }
}

/** Resolves immediately where nothing is drawn or revealed. */
export async function whenTreeRedrawn(): Promise<void> {
  const until = performance.now() + longestWaitMs;
  for (let now = performance.now(); now < until; now = performance.now()) {
    const restsInMs = reveals > 0 ? restMs : drawnAt + restMs - now;
    if (restsInMs <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(restsInMs, until - now)));
  }
}
