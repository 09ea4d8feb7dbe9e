// What only the service writes into conditions is folded: when the text is opened, and where a change brings it. What a
// person has unfolded stays so.
import { foldedRanges, foldEffect, foldService, unfoldEffect } from '@codemirror/language';
import {
  EditorState,
  type Extension,
  type StateEffect,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { type ServiceKeyRun, serviceKeyRuns } from '#filters/serviceKeys.ts';

/** A longer text takes longer to read than a key may: what was unfolded there cannot be folded again. */
const maxLength = 300_000;

/** The length of `"bytecode": []`: a change by fewer letters, such as a typed one, brings no key with its value. */
const minRunLength = 14;

type Runs = ReadonlyMap<number, ServiceKeyRun>;

const known = new WeakMap<Text, Runs>();

/** Runs by the offset at which each begins. The gutter asks for each line, so a text is read once. */
function runsOf(doc: Text): Runs {
  const runs: Runs = known.get(doc) ?? new Map(serviceKeyRuns(doc.toString()).map((run) => [run.from, run]));
  known.set(doc, runs);
  return runs;
}

/** The keys of the service that a fold hides; undefined for any other fold. */
export function foldedServiceKeys(
  { doc }: EditorState,
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[] | undefined {
  const run = runsOf(doc).get(from);
  return run?.to === to ? run.keys : undefined;
}

export interface FoldingEditor {
  readonly state: EditorState;
  readonly dispatch: (folds: TransactionSpec) => void;
}

/** Call when the text is opened, whatever its length. */
export function foldServiceKeys({ state, dispatch }: FoldingEditor): void {
  const { head } = state.selection.main;
  const runs = [...runsOf(state.doc).values()].filter((run) => !isWithin(head, run));
  if (runs.length > 0) dispatch({ effects: runs.map(({ from, to }) => foldEffect.of({ from, to })) });
}

export function serviceKeyFolding(): Extension {
  return [
    foldService.of(({ doc }, lineFrom, lineTo) => {
      if (doc.length > maxLength) return null;
      for (const run of runsOf(doc).values())
        if (run.from >= lineFrom) return run.from <= lineTo ? run : null;
      return null;
    }),
    EditorState.transactionExtender.of((transaction) => {
      const effects = insertedLength(transaction) < minRunLength ? [] : effectsOf(transaction);
      return effects.length > 0 ? { effects } : null;
    }),
  ];
}

function insertedLength({ changes }: Transaction): number {
  let length = 0;
  changes.iterChanges((_from, _to, start, end) => (length += end - start));
  return length;
}

/** Folds the keys that the change brings, and those that were folded where it wrote them anew. */
function effectsOf({
  startState,
  changes,
  newDoc,
  newSelection,
}: Transaction): readonly StateEffect<unknown>[] {
  const runs = [...runsOf(newDoc).values()];
  if (runs.length === 0) return [];
  const folded = foldsOf(startState);
  const before = [...runsOf(startState.doc).values()].map((run) => ({
    run,
    isFolded: folded.has(`${run.from} ${run.to}`),
  }));
  // A run is the one that stood where it starts, or else the one of the same condition.
  const moved = new Map(before.map((one) => [changes.mapPos(one.run.from, 1), one]));
  const stayed = new Set(runs.map(({ from }) => moved.get(from)));
  const left = new Map(before.filter((one) => !stayed.has(one)).map((one) => [identityOf(one.run), one]));
  return runs.flatMap((run) => {
    const old = moved.get(run.from) ?? left.get(identityOf(run));
    if ((old && !old.isFolded) || isWithin(newSelection.main.head, run)) return [];
    const fold = foldEffect.of({ from: run.from, to: run.to });
    if (!old) return [fold];
    // The old fold moves along with the text. If its range is another one now, it is replaced.
    const span = { from: changes.mapPos(old.run.from, 1), to: changes.mapPos(old.run.to, -1) };
    const isSame = span.from === run.from && span.to === run.to;
    return isSame || span.from >= span.to ? [fold] : [unfoldEffect.of(span), fold];
  });
}

function foldsOf(state: EditorState): ReadonlySet<string> {
  const folds = new Set<string>();
  foldedRanges(state).between(0, state.doc.length, (from, to) => void folds.add(`${from} ${to}`));
  return folds;
}

const identityOf = ({ path, keys }: ServiceKeyRun): string => JSON.stringify([path, keys[0]]);

function isWithin(offset: number, { from, to }: ServiceKeyRun): boolean {
  return from < offset && offset < to;
}
