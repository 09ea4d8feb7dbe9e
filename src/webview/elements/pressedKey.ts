// Which key was pressed, on any machine, layout and input method.
import { isMac } from './keyName.ts';

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
