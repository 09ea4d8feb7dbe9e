// Tags as one line of text, and back.

/** `growth, "a tag, with a comma"`: in quotes where the tag alone would be read as something else. */
export function formatTags(tags: readonly string[]): string {
  return tags.map((tag) => (isPlain(tag) ? tag : `"${tag.replaceAll('"', '""')}"`)).join(', ');
}

/** Each once; in small letters, as services keep them, but for those in quotes. */
export function parseTags(text: string): readonly string[] {
  const tags = Array.from(
    text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g),
    ([, quoted, plain = '']) =>
      quoted === undefined ? plain.trim().toLowerCase() || undefined : quoted.replaceAll('""', '"'),
  );
  return [...new Set(tags)].filter((tag) => tag !== undefined);
}

function isPlain(tag: string): boolean {
  return tag !== '' && tag === tag.trim().toLowerCase() && !/[",]/.test(tag);
}
