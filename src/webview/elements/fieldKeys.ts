// Keys that are a field's alone. Each page calls this before all else.
import { isTextField } from './isTextField.ts';
import { holdsMod, isOfInputMethod, pressedKey } from './pressedKey.ts';

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
