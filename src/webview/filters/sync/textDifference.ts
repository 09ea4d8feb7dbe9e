// Texts with lines as VS Code counts them.
import { ChangeSet, Text } from '@codemirror/state';
import { findChangedPart } from '#text/changedPart.ts';

export function toText(text: string): Text {
  return Text.of(text.split(/\r\n|\n|\r/));
}

/** One change from one text to the other that leaves their common beginning and end alone. */
export function difference(from: Text, to: Text): ChangeSet {
  return ChangeSet.of(findChangedPart(from.toString(), to.toString()) ?? [], from.length);
}
