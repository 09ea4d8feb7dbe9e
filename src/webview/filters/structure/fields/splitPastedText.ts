/** The values that a text stands for. Blanks around pasted lines belong to none; a single text may have some. */
export function splitPastedText(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.map((line) => line.trim()) : lines;
}

/** What a paste makes of a field's text, whose line breaks the field would drop; undefined if there are none. */
export function withPastedLines(
  {
    value,
    selectionStart,
    selectionEnd,
  }: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  pasted: string,
): string | undefined {
  if (!/[\r\n]/.test(pasted.trim())) return undefined;
  return value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
}
