/** A cell of a table in Markdown: it stays one line, and what is in it is text. */
export function escapeMarkdownCell(text: string): string {
  return text.replaceAll(/[\\|`*_~<>&[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
