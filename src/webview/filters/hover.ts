// What is known of the word under the pointer.
import type { Extension } from '@codemirror/state';
import { hoverTooltip, type EditorView } from '@codemirror/view';
import { block } from '../elements/controls.ts';

export interface Known {
  readonly from: number;
  readonly to: number;
  /** Plain text. */
  readonly text: string;
}

/** `ask` resolves to undefined where nothing is known, or something else was asked meanwhile. */
export function hover(ask: (view: EditorView, offset: number) => Promise<Known | undefined>): Extension {
  return hoverTooltip(async (view, offset) => {
    const known = await ask(view, offset);
    if (!known) return null;
    return {
      pos: known.from,
      end: known.to,
      create: () => {
        const dom = block('hover');
        dom.textContent = known.text;
        return { dom };
      },
    };
  });
}
