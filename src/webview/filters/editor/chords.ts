// Chords that begin with Ctrl+K. Both keys go on to the workbench, where Ctrl+K begins other commands too; package.json
// gives it a command that does nothing for the chords of this editor.
import { Prec, type Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { isMac } from '#webview/elements/keyName.ts';

/** So long VS Code waits for the second key. */
const patienceMs = 5000;

/** Cut, copy and paste, which VS Code does not see. */
const leftToPages: readonly string[] = ['x', 'c', 'v'];

const seconds = new WeakSet<Event>();

/** Whether a key ends a chord: it is no key of this editor, and VS Code has to see it. */
export function endsChord(event: KeyboardEvent): boolean {
  return seconds.has(event);
}

/** @param commands by the second key, in lower case; it is pressed with Ctrl, Cmd on a Mac */
export function chords(commands: Readonly<Record<string, Command>>): Extension {
  let begunAt = -Infinity;
  const keydown = (event: KeyboardEvent, view: EditorView): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return false;
    const isPlain = (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey;
    const letter = isPlain ? key.toLowerCase() : '';
    const isSecond = event.timeStamp - begunAt < patienceMs;
    if (isSecond && leftToPages.includes(letter)) return true; // VS Code goes on waiting
    begunAt = !isSecond && letter === 'k' ? event.timeStamp : -Infinity;
    if (!isSecond) return false;
    seconds.add(event);
    commands[letter]?.(view);
    return true; // alone it would be another key, such as Ctrl+X
  };
  return Prec.highest(EditorView.domEventHandlers({ keydown }));
}
