// Work to do after a save has ended. Until then the editor holds on to the text.

/** Runs a task with the next turn of the event loop, when the editor knows that the save has ended. */
export function runAfterSave(task: () => Promise<void>, onError: (error: unknown) => void): void {
  const turn = new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  turn.then(task).catch(onError);
}
