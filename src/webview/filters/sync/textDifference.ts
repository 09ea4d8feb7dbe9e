// Texts with lines as VS Code counts them.
import { ChangeSet, Text, type ChangeSpec } from '@codemirror/state';

export function toText(text: string): Text {
  return Text.of(text.split(/\r\n|\n|\r/));
}

/** One change from one text to the other that leaves their common beginning and end alone. */
export function difference(from: Text, to: Text): ChangeSet {
  const a = from.toString();
  const b = to.toString();
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < most - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const change: ChangeSpec = { from: start, to: a.length - end, insert: to.slice(start, b.length - end) };
  return ChangeSet.of(start + end === most && a.length === b.length ? [] : change, a.length);
}
