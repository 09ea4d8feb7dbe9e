export const isMac = /Mac/i.test(navigator.userAgent);

/** `Ctrl+Shift+F` as this machine writes it; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export function keyName(key: string): string {
  if (!isMac) return key.replace('Mod', 'Ctrl');
  const signs: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' };
  return key
    .split('+')
    .map((part) => signs[part] ?? part)
    .join('');
}
