// Hovers from VS Code's own JSON support, for the word under the pointer. What they say of a key is in media/schemas.
import { Prec, type Extension, type Text } from '@codemirror/state';
import { EditorView, closeHoverTooltips, hasHoverTooltips, hoverTooltip, keymap } from '@codemirror/view';
import type { HoverText } from './hostQuestions.ts';

/** @param hoverAt undefined where nothing is known, or the text has changed meanwhile */
export function hover(hoverAt: (doc: Text, offset: number) => Promise<HoverText | undefined>): Extension {
  return [
    hoverTooltip(
      async ({ state }, offset) => {
        const known = await hoverAt(state.doc, offset);
        return known ? { pos: known.from, end: known.to, create: () => createBox(known.text) } : null;
      },
      { hideOnChange: true },
    ),
    Prec.high(keymap.of([{ key: 'Escape', run: close }])),
    EditorView.domEventHandlers({ blur: (_event, view) => void close(view) }),
  ];
}

function close(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: closeHoverTooltips });
  return true;
}

function createBox(text: string): { readonly dom: HTMLElement } {
  const dom = document.createElement('div');
  dom.className = 'hover';
  dom.setAttribute('role', 'tooltip');
  dom.textContent = text;
  return { dom };
}
