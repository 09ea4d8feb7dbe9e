/**
 * Markdown that shows the text as it is, with its lines as paragraphs. Every punctuation character of ASCII is escaped:
 * VS Code makes links of bare addresses, and reads HTML's character references, in what `appendText` escapes.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
    .replaceAll(/^[ \t]+|[ \t]+$|[ \t]{2,}/gm, (spaces) => '&nbsp;'.repeat(spaces.length))
    .replaceAll('\n', '\n\n');
}
