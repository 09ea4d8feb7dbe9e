import { t } from './translate.ts';

export const isMac = /Mac/i.test(navigator.userAgent);

/** `Ctrl+Shift+F` as this machine writes it; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export function keyName(key: string): string {
  const signs: Readonly<Record<string, string>> = isMac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Del: '⌦' }
    : { Mod: t('Ctrl'), Shift: t('Shift'), Alt: t('Alt'), Ctrl: t('Ctrl'), Del: t('Del'), Enter: t('Enter') };
  return key
    .split('+')
    .map((part) => signs[part] ?? part)
    .join(isMac ? '' : '+');
}
