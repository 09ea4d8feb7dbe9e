/**
 * Markdown that shows the text as it is, with its lines as paragraphs. Every punctuation character of ASCII is escaped:
 * VS Code makes links of bare addresses, and reads HTML's character references, in what `appendText` escapes.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
    .replaceAll(/[ \t]+/g, (spaces, at: number, whole: string) =>
      spaces.length === 1 && !isEnd(whole[at - 1]) && !isEnd(whole[at + 1])
        ? spaces
        : '&nbsp;'.repeat(spaces.length),
    )
    .replaceAll('\n', '\n\n');
}

/** Of a line, or of the text. */
function isEnd(character: string | undefined): boolean {
  return character === undefined || '\n\r\u2028\u2029'.includes(character);
}

/** A cell of a table in Markdown: it stays one line, and what is in it is text. */
export function escapeMarkdownCell(text: string): string {
  return text.replaceAll(/[\\|`*_~<>&[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
