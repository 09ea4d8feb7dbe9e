/** VS Code's display language, for `Intl`; the machine's where there is no page. */
export function pageLanguage(): string | undefined {
  return 'document' in globalThis ? document.documentElement.lang || undefined : undefined;
}
