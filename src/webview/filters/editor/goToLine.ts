// CodeMirror's own counts columns from 0, unlike the status line below the text.
import type { Text } from '@codemirror/state';
import { getDialog, showDialog, type Command } from '@codemirror/view';
import { t } from '#webview/elements/translate.ts';

const dialogClass = 'go-to-line';

export const goToLine: Command = (view) => {
  const open = getDialog(view, dialogClass)?.dom.querySelector('input');
  if (open) {
    open.select();
    return true;
  }
  const { doc, selection } = view.state;
  const { close, result } = showDialog(view, {
    class: dialogClass,
    label: t('Go to Line'),
    input: { type: 'text', name: 'line', value: String(doc.lineAt(selection.main.head).number) },
    focus: true,
    submitLabel: t('Go'),
  });
  void result.then((form) => {
    const field = form?.elements.namedItem('line');
    const anchor = field instanceof HTMLInputElement ? placeOf(view.state.doc, field.value) : undefined;
    const move = anchor !== undefined && { selection: { anchor }, scrollIntoView: true };
    view.dispatch({ effects: close, ...move });
  });
  return true;
};

/** @param typed a line, or a line and a column such as `3:5`; both count from 1, and a negative line from the end */
export function placeOf(doc: Text, typed: string): number | undefined {
  const [, line, column = '1'] = /^\s*(-?\d+)\s*(?:[:,]\s*(\d+)\s*)?$/.exec(typed) ?? [];
  if (line === undefined) return undefined;
  const number = Number(line) < 0 ? doc.lines + 1 + Number(line) : Number(line);
  const { from, length } = doc.line(Math.min(Math.max(number, 1), doc.lines));
  return from + Math.min(Math.max(Number(column) - 1, 0), length);
}
