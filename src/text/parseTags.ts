// Tags as one line of text, and back.

/** `growth, "a tag, with a comma"`: in quotes if the tag alone would be read as something else. */
export function formatTags(tags: readonly string[]): string {
  return tags.map((tag) => (isPlain(tag) ? tag : `"${tag.replaceAll('"', '""')}"`)).join(', ');
}

/** Each once; in small letters, as services keep them, but for those in quotes. */
export function parseTags(text: string): readonly string[] {
  const tags = new Set<string>();
  for (let at = 0; at < text.length;) {
    const quoted = quotedAt(text, skipSpaces(text, at));
    const comma = text.indexOf(',', at);
    const end = quoted?.end ?? (comma < 0 ? text.length : comma);
    const plain = text.slice(at, end).trim().toLowerCase();
    if (quoted) tags.add(quoted.tag);
    else if (plain !== '') tags.add(plain);
    at = end + 1;
  }
  return [...tags];
}

/** Undefined if no text in quotes begins there that is a whole tag. `end`: of the comma behind it, or of the text. */
function quotedAt(text: string, start: number): { readonly tag: string; readonly end: number } | undefined {
  if (text[start] !== '"') return undefined;
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close < 0 ? -1 : skipSpaces(text, close + 1);
  if (end < 0 || (end < text.length && text[end] !== ',')) return undefined;
  return { tag: text.slice(start + 1, close).replaceAll('""', '"'), end };
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

function isPlain(tag: string): boolean {
  return tag !== '' && tag === tag.trim().toLowerCase() && !/[",]/.test(tag);
}
