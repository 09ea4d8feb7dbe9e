// Hovers from VS Code's own JSON support, for the word under the pointer and, with Ctrl+K Ctrl+I, at the
// cursor. What they say of a key is in media/schemas.
import {
  Prec,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Text,
} from '@codemirror/state';
import {
  EditorView,
  closeHoverTooltips,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
} from '@codemirror/view';
import { block } from '#webview/elements/domElements.ts';
import { t } from '#webview/elements/translate.ts';
import { chords } from '#webview/filters/editor/keyChords.ts';
import { problemsOf } from '#webview/filters/problems/problemMarks.ts';
import type { HoverText } from './hostQuestions.ts';

export interface HoverOptions {
  /** Undefined where nothing is known, or the text has changed meanwhile. */
  readonly hoverAt: (doc: Text, offset: number) => Promise<HoverText | undefined>;
  /** Announces the hover to screen readers. */
  readonly announce: (words: string) => void;
}

export function hover({ hoverAt, announce }: HoverOptions): Extension {
  return [
    hoverTooltip(
      async (view, offset) => {
        const known = await hoverAt(view.state.doc, offset);
        const isShownAtCursor = view.state.field(atCursor) !== null;
        return known && !isShownAtCursor
          ? { pos: known.from, end: known.to, create: () => createBox(known.text) }
          : null;
      },
      { hideOnChange: true },
    ),
    atCursor,
    Prec.high(keymap.of([{ key: 'Escape', run: close }])),
    chords.of({
      i: (view) => {
        void showAtCursor(view, { hoverAt, announce });
        return true;
      },
    }),
    EditorView.domEventHandlers({
      beforeinput: (event) => {
        // Ctrl+I would make what is selected italic.
        if (event.inputType.startsWith('format')) event.preventDefault();
        return event.defaultPrevented;
      },
      blur: (_event, view) => void close(view),
    }),
  ];
}

const setShown = StateEffect.define<Tooltip | null>();

/** Stays until the cursor moves or the text changes. */
const atCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setShown)) return effect.value;
    return docChanged || selection ? null : value;
  },
  provide: (self) => showTooltip.from(self),
});

async function showAtCursor(view: EditorView, { hoverAt, announce }: HoverOptions): Promise<void> {
  const { state } = view;
  const { head } = state.selection.main;
  const known = await hoverAt(state.doc, head);
  const isElsewhere = view.state.doc !== state.doc || view.state.selection.main.head !== head;
  if (isElsewhere || !view.hasFocus) return;
  const words = [...problemsAt(view.state, head), known?.text ?? ''].filter((text) => text !== '');
  if (words.length === 0) return announce(t('No information about this text'));
  const text = words.join('\n\n');
  const tooltip: Tooltip = { pos: known?.from ?? head, create: () => createBox(text) };
  view.dispatch({ effects: [closeHoverTooltips, setShown.of(tooltip)] });
  announce(text);
}

function close(view: EditorView): boolean {
  if (!view.state.field(atCursor) && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [closeHoverTooltips, setShown.of(null)] });
  return true;
}

function problemsAt(state: EditorState, at: number): readonly string[] {
  return problemsOf(state).flatMap(({ from, to, message }) => (from <= at && at <= to ? [message] : []));
}

function createBox(text: string): { readonly dom: HTMLElement } {
  const dom = block('hover');
  dom.setAttribute('role', 'tooltip');
  dom.textContent = text;
  return { dom };
}
