import { isTextField } from './isTextField.ts';
import { pressedKey } from './pressedKey.ts';

/**
 * Keeps Ctrl+A in a field from VS Code, which gets the keys of a page: it would select the field's text once more when its
 * answer arrives, and the next letter would replace what was typed meanwhile.
 */
export function keepSelectAllInFields(): void {
  document.addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const isSelectAll = pressedKey(event) === 'a' && (ctrlKey || metaKey) && !shiftKey && !altKey;
    if (isSelectAll && isTextField(target)) event.stopPropagation();
  });
}
