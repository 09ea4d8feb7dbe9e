// Texts with lines as VS Code counts them, and their changes: by offset, as CodeMirror has them, and by line and character,
// as messages have them.
import { ChangeSet, type ChangeSpec, Text } from '@codemirror/state';
import type { PositionedChange, TextPosition } from '#protocol/filtersMessages.ts';
import { findChangedPart } from '#text/changedPart.ts';

/** An edit of more changes is sent as one replacement of the text from its first change to its last. */
const maxChanges = 1000;

interface OffsetChange {
  from: number;
  to: number;
  insert: string;
}

/**
 * The changes by positions in `doc`, the document that they were made to. A change that replaces a text by itself is
 * left out. None begins or ends inside a surrogate pair, because VS Code would move such a position.
 */
export function toPositionedChanges(doc: Text, changes: ChangeSet): readonly PositionedChange[] {
  const all: OffsetChange[] = [];
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    all.push({ from, to, insert: inserted.toString() });
  });
  return (all.length > maxChanges ? [mergeChanges(doc, changes, all)] : all)
    .filter(({ from, to, insert }) => to - from !== insert.length || doc.sliceString(from, to) !== insert)
    .map((change) => {
      const { from, to, insert } = widenToPairs(doc, change);
      return { from: positionAt(doc, from), to: positionAt(doc, to), text: insert };
    });
}

/** The changes of one message as a ChangeSet; undefined where a position is not in the document. */
export function toChangeSet(doc: Text, changes: readonly PositionedChange[]): ChangeSet | undefined {
  const specs: ChangeSpec[] = [];
  for (const change of changes) {
    const from = offsetAt(doc, change.from);
    const to = offsetAt(doc, change.to);
    if (from === undefined || to === undefined || to < from) return undefined;
    specs.push({ from, to, insert: change.text.replaceAll(/\r\n|\r/g, '\n') });
  }
  return ChangeSet.of(specs, doc.length, '\n');
}

export function positionAt(doc: Text, offset: number): TextPosition {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** Undefined where the document has no such position. */
export function offsetAt(doc: Text, { line, character }: TextPosition): number | undefined {
  if (line >= doc.lines) return undefined;
  const { from, length } = doc.line(line + 1);
  return character > length ? undefined : from + character;
}

function mergeChanges(doc: Text, changes: ChangeSet, all: readonly OffsetChange[]): OffsetChange {
  const from = all[0]?.from ?? 0;
  const to = all.at(-1)?.to ?? 0;
  const changed = changes.apply(doc);
  return { from, to, insert: changed.sliceString(from, changes.mapPos(to, 1)) };
}

function widenToPairs(doc: Text, { from, to, insert }: OffsetChange): OffsetChange {
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

/** Where a set's change ends in the new document; undefined where there are several. */
export function endOfOnlyChange(changes: ChangeSet): number | undefined {
  const ends: number[] = [];
  changes.iterChangedRanges((_fromOld, _toOld, _from, to) => void ends.push(to));
  return ends.length === 1 ? ends[0] : undefined;
}

export function toText(text: string): Text {
  return Text.of(text.split(/\r\n|\n|\r/));
}

/** One change from one text to the other that leaves their common beginning and end alone. */
export function difference(from: Text, to: Text): ChangeSet {
  return ChangeSet.of(findChangedPart(from.toString(), to.toString()) ?? [], from.length);
}
