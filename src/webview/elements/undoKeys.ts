import { isTextField } from './isTextField.ts';
import { isMac } from './keyName.ts';

/** Key codes, as VS Code uses for these keys: with Caps Lock, `key` would be the one of Shift. */
const keyCodes = { y: 89, z: 90 };

/** Whether a key means undo or redo on this machine. */
export function historyDirection(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  const { keyCode, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isMod = isMac ? metaKey : ctrlKey;
  if (!isMod || altKey) return undefined;
  if (keyCode === keyCodes.z) return shiftKey ? 'redo' : 'undo';
  const isRedo = keyCode === keyCodes.y && !isMac && !shiftKey;
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
