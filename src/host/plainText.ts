/**
 * Words from elsewhere as they can stand in a message of the editor, which makes `[words](command:…)` a link: whoever
 * names a record could have a click run a command. A joiner that has no width parts the brackets.
 */
export function plainText(words: string): string {
  return words.replaceAll('](', ']\u2060(');
}
