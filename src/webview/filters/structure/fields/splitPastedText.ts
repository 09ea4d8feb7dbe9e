/** The values that a text stands for. Blanks around pasted lines belong to none; a single text may have some. */
export function splitPastedText(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.map((line) => line.trim()) : lines;
}
