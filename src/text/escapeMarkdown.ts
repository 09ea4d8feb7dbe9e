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

// What a person reads of a Markdown text. Loops in place of patterns if a pattern would begin again at each sign that
// nothing closes.

export function markdownToText(markdown: string): string {
  return withoutLinks(markdown.replaceAll(/^```.*$/gm, ''))
    .split('\n')
    .map(withoutEmphasis)
    .join('\n')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** A link is its text, and a picture its description. */
function withoutLinks(text: string): string {
  let shown = '';
  let at = 0;
  for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', at)) {
    const close = text.indexOf(']', open);
    const isLink = close >= 0 && text[close + 1] === '(';
    const end = isLink ? text.indexOf(')', close + 2) : close;
    if (end < 0) break; // nothing after it is closed either
    const start = isLink && text[open - 1] === '!' ? open - 1 : open;
    shown += isLink
      ? text.slice(at, Math.max(at, start)) + text.slice(open + 1, close)
      : text.slice(at, end + 1);
    at = end + 1;
  }
  return shown + text.slice(at);
}

const marks = ['**', '__', '*', '_', '`'] as const;

/** The line without the marks around words; a mark that nothing closes stays. */
function withoutEmphasis(line: string): string {
  const unclosed = new Set<string>();
  let shown = '';
  let at = 0;
  while (at < line.length) {
    const found = /[\\\w]/.test(line[at - 1] ?? ' ') ? undefined : closedMark(line, at, unclosed);
    if (found) {
      shown += line.slice(at + found.mark.length, found.end);
      at = found.end + found.mark.length;
    } else {
      shown += line.charAt(at);
      at++;
    }
  }
  return shown;
}

/** @param unclosed marks that nothing closes in the rest of the line; gets those that are found to be */
function closedMark(
  line: string,
  at: number,
  unclosed: Set<string>,
): { readonly mark: string; readonly end: number } | undefined {
  for (const mark of marks) {
    const from = at + mark.length;
    if (unclosed.has(mark) || !line.startsWith(mark, at) || /\s/.test(line[from] ?? ' ')) continue;
    const end = endOf(line, from + 1, mark);
    if (end !== undefined) return { mark, end };
    unclosed.add(mark);
  }
  return undefined;
}

/** Where the mark closes what begins before `from`. */
function endOf(line: string, from: number, mark: string): number | undefined {
  for (let end = line.indexOf(mark, from); end >= 0; end = line.indexOf(mark, end + 1)) {
    const isClosing = !/[\s\\]/.test(line[end - 1] ?? ' ') && !/\w/.test(line[end + mark.length] ?? ' ');
    if (isClosing) return end;
  }
  return undefined;
}
