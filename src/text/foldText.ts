// Search compares texts without regard to case and accents: `jurgen` finds “Jürgen”, and `Jürgen` finds “Jurgen”.

/** Latin, Greek and Cyrillic accents. Other marks, such as the vowels of Hindi, are letters to those who read them. */
const accents = /[\u0300-\u036F]/g;
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ascii = /^[\u0000-\u007F]*$/; // oxlint-disable-line no-control-regex -- the whole range

/** The same for two texts that differ in case and accents only. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  // A sigma at the end of a word has a form of its own, which depends on what follows.
  return lower.normalize('NFD').replaceAll(accents, '').replaceAll('ς', 'σ').normalize('NFC');
}

/** A folded text, and where in the given one each of its UTF-16 units comes from. */
export interface FoldedText {
  readonly text: string;
  /** One more than units: the last is the length of the given text. */
  readonly origins: readonly number[];
}

export function foldWithOrigins(text: string): FoldedText {
  if (ascii.test(text))
    return { text: foldText(text), origins: Array.from({ length: text.length + 1 }, (_, unit) => unit) };
  let folded = '';
  const origins: number[] = [];
  // By what a reader counts as one character: its parts may be folded into one.
  for (const { segment, index } of characters.segment(text)) {
    const part = foldText(segment);
    const isOneToOne = part.length === segment.length;
    for (let unit = 0; unit < part.length; unit++) origins.push(isOneToOne ? index + unit : index);
    folded += part;
  }
  return { text: folded, origins: [...origins, text.length] };
}
