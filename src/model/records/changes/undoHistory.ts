// The changes that a window made, in their order, for undoing and redoing them: of records, and of the names of
// connections. What undoes a change is in the file of its command; Ctrl+Z in the tree or on a page calls
// `commands/undoCommands.ts`.
import { Emitter } from '#model/storage/emitter.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import { isGone } from '#model/connections/connectionError.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';

export interface ReversibleChange {
  /** What was done, such as `Delete “Churn”`. */
  readonly label: string;
  /** What it changed: records, or what is in a project. None for a change of a connection. */
  readonly items: readonly ProjectRef[];
  /** Undoing it deletes records, which it has created or restored. */
  readonly undoDeletes?: boolean;
  /**
   * @returns whether all of it was undone, or `gone` if nothing of it is left that could be. What was not, and a change whose
   * undo threw, stays to be undone unless it is gone
   */
  readonly undo: () => Promise<boolean | 'gone'>;
  /** The same for doing it again. */
  readonly redo: () => Promise<boolean | 'gone'>;
}

interface OutcomeOfEach<T> {
  readonly done: readonly T[];
  readonly failed: readonly { readonly ref: T; readonly error: unknown }[];
}

/**
 * A change of several items, which was made already. Each step takes those that the steps before could not, without those
 * that are gone.
 */
export function changeOfEach<T extends ProjectRef>(
  label: string,
  items: readonly T[],
  undo: (items: readonly T[]) => Promise<OutcomeOfEach<T>>,
  redo: (items: readonly T[]) => Promise<OutcomeOfEach<T>>,
  undoDeletes = false,
): ReversibleChange {
  const left = new Set(items);
  const done = new Set(items);
  const drop = (failed: OutcomeOfEach<T>['failed']) => {
    for (const { ref, error } of failed) if (isGone(error) && left.delete(ref)) done.delete(ref);
  };
  return {
    label,
    items,
    undoDeletes,
    undo: async () => {
      const outcome = await undo([...done]);
      for (const item of outcome.done) done.delete(item);
      drop(outcome.failed);
      return left.size === 0 ? 'gone' : done.size === 0;
    },
    redo: async () => {
      const outcome = await redo([...left].filter((one) => !done.has(one)));
      for (const item of outcome.done) done.add(item);
      drop(outcome.failed);
      return left.size === 0 ? 'gone' : done.size === left.size;
    },
  };
}

export interface HistoryStep {
  readonly change: ReversibleChange;
  readonly isDone: boolean;
  /** It can never be made: the change was dropped. */
  readonly isGone: boolean;
  /** What the change has thrown. */
  readonly error?: unknown;
}

const maxChanges = 50;

export class UndoHistory {
  readonly #done: ReversibleChange[] = [];
  readonly #undone: ReversibleChange[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #changed = new Emitter<void>();
  readonly #steps = new SerialQueue();
  /** The change of the step that runs, until it is dropped. */
  #moving: ReversibleChange | undefined;

  /** Another change is the last one now. */
  readonly onDidChange = this.#changed.event;

  /** Makes a change, which calls `add`: an undo that is asked for meanwhile waits for it. */
  async track<T>(run: () => Promise<T>): Promise<T> {
    const running = run();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Drops what could be redone. Also for a change that is made again because a part of it failed: it becomes the last one. */
  add(change: ReversibleChange): void {
    this.#undone.length = 0;
    remove(this.#done, change);
    push(this.#done, change);
    this.#changed.fire();
  }

  /** Drops the changes that concern a connection. */
  forget(connectionId: string): void {
    const isOfIt = ({ items }: ReversibleChange) => items.some((item) => item.connectionId === connectionId);
    for (const changes of [this.#done, this.#undone])
      changes.splice(0, Infinity, ...changes.filter((change) => !isOfIt(change)));
    if (this.#moving && isOfIt(this.#moving)) this.#moving = undefined;
    this.#changed.fire();
  }

  /** False for one that is undone, or older than those that are kept. */
  canUndo(change: ReversibleChange): boolean {
    return this.#done.includes(change);
  }

  /** False also for one whose redo a new change has dropped. */
  canRedo(change: ReversibleChange): boolean {
    return this.#undone.includes(change);
  }

  /** Undoes the last change or the given one; undefined if there is none, or where it is undone already. */
  undo(change?: ReversibleChange): Promise<HistoryStep | undefined> {
    return this.#inOrder(async () => {
      const wanted = change ?? this.#done.at(-1);
      return wanted && this.#move(wanted, this.#done, this.#undone, wanted.undo);
    });
  }

  /** The same for the last change that was undone, or the given one. */
  redo(change?: ReversibleChange): Promise<HistoryStep | undefined> {
    return this.#inOrder(async () => {
      const wanted = change ?? this.#undone.at(-1);
      return wanted && this.#move(wanted, this.#undone, this.#done, wanted.redo);
    });
  }

  /** The change is back in its old place if the step fails or leaves a part that may succeed later. */
  async #move(
    change: ReversibleChange,
    from: ReversibleChange[],
    to: ReversibleChange[],
    run: ReversibleChange['undo'],
  ): Promise<HistoryStep | undefined> {
    const place = from.indexOf(change);
    if (!remove(from, change)) return undefined;
    push(to, change);
    this.#moving = change;
    const step = await take(change, run);
    const isLeft = this.#moving === change && !step.isDone && !step.isGone;
    this.#moving = undefined;
    if (!step.isDone) remove(to, change);
    if (isLeft && !from.includes(change)) from.splice(place, 0, change);
    if (step.isDone || step.isGone) this.#changed.fire();
    return step;
  }

  /** One step at a time, in the order of the key presses, each after the changes that were made before it. */
  #inOrder<T>(run: () => Promise<T>): Promise<T> {
    const before = [...this.#running];
    return this.#steps.run(async () => {
      await Promise.allSettled(before);
      return run();
    });
  }
}

async function take(change: ReversibleChange, run: ReversibleChange['undo']): Promise<HistoryStep> {
  try {
    const result = await run();
    return { change, isDone: result === true, isGone: result === 'gone' };
  } catch (error) {
    return { change, isDone: false, isGone: isGone(error), error };
  }
}

function push(changes: ReversibleChange[], change: ReversibleChange): void {
  changes.push(change);
  if (changes.length > maxChanges) changes.shift();
}

function remove(changes: ReversibleChange[], change: ReversibleChange): boolean {
  const index = changes.indexOf(change);
  if (index >= 0) changes.splice(index, 1);
  return index >= 0;
}
