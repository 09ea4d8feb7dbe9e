// Which key was pressed, on any machine, layout and input method.
import { t } from './translate.ts';

type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The letter or digit of a key with Ctrl or Cmd, in lower case, on any layout: `key` would be я for Z on a Russian one, so VS
 * Code uses key codes, too. Empty for another key.
 */
export function pressedKey({ keyCode }: Pick<KeyboardEvent, 'keyCode'>): string {
  const isLetterOrDigit = (keyCode >= 65 && keyCode <= 90) || (keyCode >= 48 && keyCode <= 57);
  return isLetterOrDigit ? String.fromCharCode(keyCode).toLowerCase() : '';
}

/** Whether Ctrl is held, on a Mac Cmd. There, Ctrl moves the cursor as in a shell. */
export function holdsMod({ ctrlKey, metaKey }: Pick<Press, 'ctrlKey' | 'metaKey'>, onMac = isMac): boolean {
  return onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/**
 * Whether a key of a Mac is `Alt-z` or `Shift-Alt-z`: it types a character such as Ω, by which CodeMirror does not know it. A
 * letter with a mark is meant as itself: a Polish layout types ż by it.
 */
export function isOptionKey(name: string, event: Press): boolean {
  const [, shift, letter] = /^(Shift-)?Alt-([a-z])$/.exec(name) ?? [];
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey !== (shift !== undefined)) return false;
  const [base, mark] = key.length === 1 ? key.normalize('NFD').toLowerCase() : '';
  return pressedKey(event) === letter && !(base === letter && mark !== undefined);
}

/** Whether a key belongs to an input method, such as the Enter that ends a Japanese composition. */
export function isOfInputMethod({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}

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

// Keys that are a field's alone. Each page calls this before all else.

/**
 * Keeps Ctrl+A in a field from VS Code, which gets the keys of a page: it would select the field's text once more when its
 * answer arrives, and the next letter would replace what was typed meanwhile. Keys of an input method reach no handler of a
 * page, and not VS Code; the text editor has its own rules for them.
 */
export function keepKeysInFields(): void {
  addEventListener(
    'keydown',
    (event) => {
      const isInText = event.target instanceof Element && event.target.closest('.cm-content') !== null;
      if (isOfInputMethod(event) && !isInText) event.stopImmediatePropagation();
    },
    { capture: true },
  );
  document.addEventListener('keydown', (event) => {
    const isSelectAll = pressedKey(event) === 'a' && holdsMod(event) && !event.shiftKey && !event.altKey;
    if (isSelectAll && isTextField(event.target)) event.stopPropagation();
  });
}

type UndoKey = Pick<KeyboardEvent, 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key means undo or redo on this machine. */
export function historyDirection(event: UndoKey): 'undo' | 'redo' | undefined {
  const { altKey, shiftKey } = event;
  const key = pressedKey(event);
  if (!holdsMod(event) || altKey) return undefined;
  if (key === 'z') return shiftKey ? 'redo' : 'undo';
  const isRedo = key === 'y' && !isMac && !shiftKey;
  return isRedo ? 'redo' : undefined;
}

/**
 * In a field, the keys undo what was typed there. VS Code would keep them from the field: it has an undo of its own for
 * every custom editor, also for one that edits no document.
 */
export function keepUndoInFields(): void {
  document.addEventListener('keydown', (event) => {
    if (historyDirection(event) && isTextField(event.target)) event.stopPropagation();
  });
}

/** Whether a key is pressed in a field, where it edits the text that is typed. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
