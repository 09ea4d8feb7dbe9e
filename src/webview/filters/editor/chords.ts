// Chords that begin with Ctrl+K. Both keys go on to the workbench, where Ctrl+K begins other commands too; package.json
// gives it a command that does nothing for the chords of this editor.
import type { Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { isMac } from '#webview/elements/keyName.ts';

/** @param commands by the second key, in lower case; it is pressed with Ctrl, Cmd on a Mac */
export function chords(commands: Readonly<Record<string, Command>>): Extension {
  let isBegun = false;
  const keydown = (event: KeyboardEvent, view: EditorView): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return false;
    const isPlain = (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey;
    const letter = isPlain ? key.toLowerCase() : '';
    if (isBegun) commands[letter]?.(view);
    isBegun = !isBegun && letter === 'k';
    return false;
  };
  return EditorView.domEventHandlers({ keydown });
}
