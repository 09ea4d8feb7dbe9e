// Changes by offset, as CodeMirror has them, and by line and character, as they travel.
import { ChangeSet, type ChangeSpec, type Text } from '@codemirror/state';
import type { Place, PlacedChange } from '#protocol/filters.ts';

/** An edit of more pieces than this travels as one replacement of all that lies between its ends. */
const maxPieces = 1000;

interface Piece {
  from: number;
  to: number;
  insert: string;
}

/**
 * The changes as places of `doc`, the document that they were made to. Pieces that put back what was there are left
 * out, and no piece begins or ends inside a surrogate pair, because VS Code would move such a place.
 */
export function placeChanges(doc: Text, changes: ChangeSet): readonly PlacedChange[] {
  const pieces: Piece[] = [];
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    pieces.push({ from, to, insert: inserted.toString() });
  });
  return (pieces.length > maxPieces ? [spanOf(doc, changes, pieces)] : pieces)
    .filter(({ from, to, insert }) => to - from !== insert.length || doc.sliceString(from, to) !== insert)
    .map((piece) => {
      const { from, to, insert } = widenToPairs(doc, piece);
      return { from: placeAt(doc, from), to: placeAt(doc, to), text: insert };
    });
}

/** The changes of one message as a ChangeSet; undefined where a place is not in the document. */
export function unplaceChanges(doc: Text, changes: readonly PlacedChange[]): ChangeSet | undefined {
  const specs: ChangeSpec[] = [];
  for (const change of changes) {
    const from = offsetAt(doc, change.from);
    const to = offsetAt(doc, change.to);
    if (from === undefined || to === undefined || to < from) return undefined;
    specs.push({ from, to, insert: change.text.replaceAll(/\r\n|\r/g, '\n') });
  }
  return ChangeSet.of(specs, doc.length, '\n');
}

export function placeAt(doc: Text, offset: number): Place {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** Undefined where there is no such place. */
export function offsetAt(doc: Text, { line, character }: Place): number | undefined {
  if (line >= doc.lines) return undefined;
  const { from, length } = doc.line(line + 1);
  return character > length ? undefined : from + character;
}

function spanOf(doc: Text, changes: ChangeSet, pieces: readonly Piece[]): Piece {
  const from = pieces[0]?.from ?? 0;
  const to = pieces.at(-1)?.to ?? 0;
  const changed = changes.apply(doc);
  return { from, to, insert: changed.sliceString(from, changes.mapPos(to, 1)) };
}

function widenToPairs(doc: Text, { from, to, insert }: Piece): Piece {
  const before = splitsPair(doc, from) ? 1 : 0;
  const after = splitsPair(doc, to) ? 1 : 0;
  return {
    from: from - before,
    to: to + after,
    insert: doc.sliceString(from - before, from) + insert + doc.sliceString(to, to + after),
  };
}

function splitsPair(doc: Text, offset: number): boolean {
  if (offset === 0 || offset >= doc.length) return false;
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(doc.sliceString(offset - 1, offset + 1));
}
