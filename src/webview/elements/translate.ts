// The pages' sentences in VS Code's display language; the host sends the translations.

let translations: Readonly<Record<string, string>> = {};

export function setWords(words: Readonly<Record<string, string>>): void {
  translations = words;
}

/** Replaces `{0}` by the first argument. */
export function t(sentence: string, ...args: (string | number)[]): string {
  const text = Object.hasOwn(translations, sentence) ? translations[sentence] : undefined;
  return (text ?? sentence).replaceAll(/\{(\d)\}/g, (whole, index: string) => {
    const value = args[Number(index)];
    return value === undefined ? whole : String(value);
  });
}
