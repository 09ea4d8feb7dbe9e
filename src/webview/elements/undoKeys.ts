import { isTextField } from './isTextField.ts';
import { isMac } from './keyName.ts';
import { holdsMod, pressedKey } from './pressedKey.ts';

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
