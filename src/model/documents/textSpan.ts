// A place in a text that moves along while the text is edited elsewhere.

/** Offsets of UTF-16 code units; `to` is the first one behind the place. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** One change of an event of the editor; its changes come from the text's end to its start. */
export interface SpanChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/**
 * Where the place is after the changes; undefined if one of them touched it. An insertion directly beside
 * it does not count.
 */
export function moveSpan(place: TextSpan, changes: readonly SpanChange[]): TextSpan | undefined {
  let { from, to } = place;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (rangeOffset >= to) continue;
    if (rangeOffset + rangeLength > from) return undefined;
    from += text.length - rangeLength;
    to += text.length - rangeLength;
  }
  return { from, to };
}
