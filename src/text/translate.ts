/** `vscode.l10n.t` or a function like it; `{0}` is the first argument. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

/** A `Translate` for logs and tests. */
export const inEnglish: Translate = (message, ...args) =>
  message.replaceAll(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)] ?? ''));
