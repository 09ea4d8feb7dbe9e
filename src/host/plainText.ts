/**
 * Words from elsewhere as they can stand in what the editor shows: in messages it makes `[words](command:…)` a link, so
 * that whoever names a record could have a click run a command, and in lists to pick from and the status bar it draws
 * `$(check)` as an icon. A joiner that has no width parts the signs.
 */
export function plainText(words: string): string {
  return words.replaceAll('](', ']\u2060(').replaceAll('$(', '$\u2060(');
}

/** An item of a list to pick from, without icons in its words; it has one of its own where it is to have one. */
export function plainItem<
  T extends { readonly label: string; readonly description?: string; readonly detail?: string },
>(item: T): T {
  return {
    ...item,
    label: plainText(item.label),
    ...(item.description === undefined ? {} : { description: plainText(item.description) }),
    ...(item.detail === undefined ? {} : { detail: plainText(item.detail) }),
  };
}
