/** `vscode.l10n.t`, or anything like it; `{0}` stands for the first argument. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

/** English, for logs and tests. */
export const inEnglish: Translate = (message, ...args) =>
  message.replaceAll(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)] ?? ''));
