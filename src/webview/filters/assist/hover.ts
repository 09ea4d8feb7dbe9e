// What is known of the word under the pointer, and with Ctrl+K Ctrl+I of the word at the cursor.
import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  closeHoverTooltips,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
} from '@codemirror/view';
import { block, isMac } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { problemsOf } from '#webview/filters/problems/problemMarks.ts';

export interface Known {
  readonly from: number;
  readonly to: number;
  /** Plain text. */
  readonly text: string;
}

/** Resolves to undefined where nothing is known, or something else was asked meanwhile. */
type Ask = (view: EditorView, offset: number) => Promise<Known | undefined>;

export interface HoverOptions {
  readonly ask: Ask;
  /** For people who cannot see what is shown at the cursor. */
  readonly announce: (words: string) => void;
}

export function hover({ ask, announce }: HoverOptions): Extension {
  return [
    hoverTooltip(async (view, offset) => {
      const known = await ask(view, offset);
      const isShown = view.state.field(atCursor) !== null;
      return known && !isShown
        ? { pos: known.from, end: known.to, create: () => createBox(known.text) }
        : null;
    }),
    atCursor,
    Prec.high(keymap.of([{ key: 'Escape', run: close }])),
    EditorView.domEventHandlers({
      keydown: onChord((view) => void show(view, { ask, announce })),
      beforeinput: (event) => {
        // The browser would make what is selected italic.
        if (event.inputType.startsWith('format')) event.preventDefault();
        return event.defaultPrevented;
      },
      blur: (_event, view) => void close(view),
    }),
  ];
}

const setShown = StateEffect.define<Tooltip | null>();

const atCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setShown)) return effect.value;
    return docChanged || selection ? null : value;
  },
  provide: (self) => showTooltip.from(self),
});

async function show(view: EditorView, { ask, announce }: HoverOptions): Promise<void> {
  const { state } = view;
  const { head } = state.selection.main;
  const known = await ask(view, head);
  const isElsewhere = view.state.doc !== state.doc || view.state.selection.main.head !== head;
  if (isElsewhere || !view.hasFocus) return;
  const words = [...problemsAt(view.state, head), known?.text ?? ''].filter((text) => text !== '');
  if (words.length === 0) return announce(t('Nothing is known of what is at the cursor.'));
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

/** Both keys go on to the workbench, where Ctrl+K begins other commands too. */
function onChord(run: (view: EditorView) => void): (event: KeyboardEvent, view: EditorView) => boolean {
  let isBegun = false;
  return ({ key, ctrlKey, metaKey, altKey, shiftKey }, view) => {
    if (['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return false;
    const isPlain = (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey;
    const letter = isPlain ? key.toLowerCase() : '';
    if (isBegun && letter === 'i') run(view);
    isBegun = !isBegun && letter === 'k';
    return false;
  };
}
