// Chords that begin with Ctrl+K. Both keys go on to the workbench, where Ctrl+K begins other commands too; package.json
// gives it a command that does nothing for the chords of this editor.
import { Facet, Prec } from '@codemirror/state';
import { ViewPlugin, type Command } from '@codemirror/view';
import { holdsMod, pressedKey } from '#webview/elements/pressedKey.ts';

type Commands = Readonly<Record<string, Command>>;

/** How long VS Code waits for the second key. */
const patienceMs = 5000;

/** Cut, copy and paste, which VS Code does not see. */
const clipboardKeys: readonly string[] = ['x', 'c', 'v'];

const seconds = new WeakSet<Event>();

/** Whether a key ends a chord that is not of this editor, so VS Code has to see it. */
export function endsChord(event: KeyboardEvent): boolean {
  return seconds.has(event);
}

/** One handler for all chords, because each must know every second key. */
const keys = ViewPlugin.define(() => ({ begunAt: -Infinity }), {
  eventHandlers: {
    keydown(event, view) {
      const { key, altKey, shiftKey } = event;
      if (['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return false;
      const isPlain = holdsMod(event) && !altKey && !shiftKey;
      const letter = isPlain ? pressedKey(event) : '';
      const isSecond = event.timeStamp - this.begunAt < patienceMs;
      if (isSecond && clipboardKeys.includes(letter)) return true; // VS Code continues to wait
      this.begunAt = !isSecond && letter === 'k' ? event.timeStamp : -Infinity;
      if (!isSecond) return false;
      seconds.add(event);
      view.state.facet(chords)[letter]?.(view);
      return true; // without the chord it would be another key, such as Ctrl+]
    },
  },
});

/** Commands by the second key, in lower case; it is pressed with Ctrl, Cmd on a Mac. */
export const chords = Facet.define<Commands, Commands>({
  combine: (all) => Object.assign({}, ...all),
  enables: Prec.highest(keys),
});
