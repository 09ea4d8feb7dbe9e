/** A piece of a sentence; with an id, a link. */
export interface SentencePart {
  readonly text: string;
  readonly id?: number;
}

/** Cuts a sentence around the words that name records; the longest come first where one is in another. */
export function splitAtLinks(
  sentence: string,
  links: readonly { readonly id: number; readonly words: string }[],
): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  const longestFirst = links.toSorted((a, b) => b.words.length - a.words.length);
  let rest = sentence;
  for (;;) {
    const found = longestFirst
      .map((link) => ({ ...link, at: rest.indexOf(link.words) }))
      .filter(({ at, words }) => at >= 0 && words !== '')
      .toSorted((a, b) => a.at - b.at)[0];
    if (!found) break;
    if (found.at > 0) parts.push({ text: rest.slice(0, found.at) });
    parts.push({ text: found.words, id: found.id });
    rest = rest.slice(found.at + found.words.length);
  }
  return rest === '' ? parts : [...parts, { text: rest }];
}
