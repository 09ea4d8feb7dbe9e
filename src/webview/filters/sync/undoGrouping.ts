// Which changes are undone together: a typed word, deletions in a row. Any other change is a group of its own.
import { Annotation, type Transaction } from '@codemirror/state';

/** Marks changes by typing in a field of the structure view; those with the same number are undone together. */
export const typedInField = Annotation.define<number>();

interface Run {
  readonly kind: 'type' | 'deleteBackward' | 'deleteForward';
  /** Where a change has to happen to continue the run. */
  readonly at: number;
  readonly endsWithSpace: boolean;
}

export class UndoGrouping {
  #group = 0;
  #run: Run | undefined;
  /** The last change was typed into a field. */
  #field: number | undefined;

  /** The group of a change that the person made. */
  groupOf(transaction: Transaction): number {
    const change = singleChange(transaction);
    const run = change && runOf(transaction, change);
    const field = transaction.annotation(typedInField);
    const isContinued =
      field === undefined ? run && change && continues(this.#run, run, change) : field === this.#field;
    if (!isContinued) this.#group++;
    this.#run = run;
    this.#field = field;
    return this.#group;
  }

  /** The next change begins a new group: the cursor was moved, or the text changed elsewhere. */
  end(): void {
    this.#run = undefined;
    this.#field = undefined;
  }
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
}

function singleChange(transaction: Transaction): Change | undefined {
  const changes: Change[] = [];
  transaction.changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    changes.push({ from, to, inserted: inserted.toString() });
  });
  return changes.length === 1 ? changes[0] : undefined;
}

function runOf(transaction: Transaction, { from, to, inserted }: Change): Run | undefined {
  if (transaction.isUserEvent('input.type') && !inserted.includes('\n')) {
    return { kind: 'type', at: from + inserted.length, endsWithSpace: /\s$/.test(inserted) };
  }
  if (inserted !== '' || to === from) return undefined;
  if (transaction.isUserEvent('delete.backward'))
    return { kind: 'deleteBackward', at: from, endsWithSpace: false };
  if (transaction.isUserEvent('delete.forward'))
    return { kind: 'deleteForward', at: from, endsWithSpace: false };
  return undefined;
}

function continues(before: Run | undefined, run: Run, { from, to, inserted }: Change): boolean {
  if (before?.kind !== run.kind) return false;
  if (run.kind === 'deleteBackward') return to === before.at;
  if (run.kind === 'deleteForward') return from === before.at;
  // Composition replaces the last letters of the run; a new word begins after a space.
  const isAtEnd = from === before.at || (to === before.at && from < to);
  return isAtEnd && !(before.endsWithSpace && /^\S/.test(inserted));
}
