import { displayLines, displayText } from '#text/displayText.ts';

/** UTF-16 units of a whole message; people do not read longer ones. */
const maxMessageLength = 1000;

/**
 * Text from elsewhere, or with such a part, safe for the editor's messages, quick picks and status bar. In messages VS
 * Code turns `[text](command:…)` into a link that runs a command, in quick picks and the status bar it draws `$(check)`
 * as an icon. A word joiner between the characters prevents both. A bracket that nothing closes becomes the wide one: it
 * would begin the link that a message has after the text.
 */
export function withoutLinksAndIcons(text: string, maxLength = maxMessageLength): string {
  return escapeMarkup(displayText(text, maxLength));
}

/** The same, but lines stay lines. */
export function linesWithoutLinksAndIcons(text: string): string {
  return escapeMarkup(displayLines(text, maxMessageLength));
}

/** A quick pick item whose texts are shown as they are; an icon goes into `iconPath`. */
export function itemWithoutLinksAndIcons<
  T extends { readonly label: string; readonly description?: string; readonly detail?: string },
>(item: T): T {
  return {
    ...item,
    label: withoutLinksAndIcons(item.label),
    ...(item.description === undefined ? {} : { description: withoutLinksAndIcons(item.description) }),
    ...(item.detail === undefined ? {} : { detail: withoutLinksAndIcons(item.detail) }),
  };
}

function escapeMarkup(text: string): string {
  const end = text.lastIndexOf(']') + 1;
  const closed = text.slice(0, end) + text.slice(end).replaceAll('[', '［');
  return closed.replaceAll('](', ']\u2060(').replaceAll('$(', '$\u2060(');
}
