/**
 * Text from elsewhere, such as a record's name, made safe to show. In messages VS Code turns `[text](command:…)` into a
 * link that runs a command, in quick picks and the status bar it draws `$(check)` as an icon. A zero-width joiner
 * between the characters prevents both.
 */
export function plainText(text: string): string {
  return text.replaceAll('](', ']\u2060(').replaceAll('$(', '$\u2060(');
}

/** A quick pick item whose texts are shown as they are; an icon goes into `iconPath`. */
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
