// Keys of the text whose commands are the page's; those of the text editor itself are in editor/.
import type { KeyBinding } from '@codemirror/view';

export interface PageCommands {
  /** Undo and redo. @returns whether the key means one of them */
  readonly history: (event: KeyboardEvent) => boolean;
  readonly format: () => boolean;
  /** To the next or the previous problem. */
  readonly move: (direction: 1 | -1) => boolean;
}

export function pageKeys({ history, format, move }: PageCommands): readonly KeyBinding[] {
  return [
    { any: (_view, event) => history(event) },
    { key: 'Shift-Alt-f', linux: 'Ctrl-Shift-i', run: format },
    { key: 'Shift-Alt-f', run: format },
    { key: 'F8', run: () => move(1), shift: () => move(-1) },
  ];
}
