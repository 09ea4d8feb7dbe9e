/**
 * The letter or digit of a key with Ctrl or Cmd, in lower case, on any layout: `key` would be я for Z on a Russian one, so VS
 * Code uses key codes, too. Empty for another key.
 */
export function pressedKey({ keyCode }: Pick<KeyboardEvent, 'keyCode'>): string {
  const isLetterOrDigit = (keyCode >= 65 && keyCode <= 90) || (keyCode >= 48 && keyCode <= 57);
  return isLetterOrDigit ? String.fromCharCode(keyCode).toLowerCase() : '';
}
