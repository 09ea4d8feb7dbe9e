// What the person typed and the host has not confirmed yet, where it would be lost.
import type { EditorView } from '@codemirror/view';
import type { LeftPage, UnkeptInput } from '#webview/elements/host/keptPages.ts';
import { pressedKey } from '#webview/elements/pressedKey.ts';
import { difference, toText } from './positionedChanges.ts';
import type { TextSync } from './textSync.ts';

export function unconfirmedText({ confirmed, unconfirmed, possibleInHost }: TextSync): UnkeptInput {
  if (!unconfirmed) return {};
  return { text: unconfirmed.apply(confirmed).toString(), bases: possibleInHost.map(String) };
}

/** On any layout: VS Code saves by the place of the key, too. */
export function isSaveKey(
  event: Pick<KeyboardEvent, 'keyCode' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  return (ctrlKey || metaKey) && !shiftKey && !altKey && pressedKey(event) === 's';
}

/**
 * Puts what pages of this document have left, whose host has gone, into the editor.
 * @returns what the document cannot take, and the addresses of other documents whose pages have left text
 */
export function takeLeft(
  left: readonly LeftPage[],
  view: EditorView,
): { readonly texts: string[]; readonly uris: string[] } {
  const [texts, uris]: [string[], string[]] = [[], []];
  for (const { uri, isSame, input, forget } of left) {
    if (!isSame && input.text !== undefined) uris.push(uri);
    if (!isSame) continue;
    const { text, rest } = planRestore(input, view.state.doc.toString(), view.state.readOnly);
    if (text !== undefined) view.dispatch({ changes: difference(view.state.doc, toText(text)) });
    texts.push(...rest);
    forget();
  }
  return { texts, uris };
}

/** @param now the document's text @returns the text that replaces it, and what the document cannot take */
export function planRestore(
  { text, bases = [], drafts = [] }: UnkeptInput,
  now: string,
  isReadonly: boolean,
): { readonly text?: string; readonly rest: readonly string[] } {
  if (text === undefined || text === now) return { rest: drafts };
  return isReadonly || !bases.includes(now) ? { rest: [text, ...drafts] } : { text, rest: drafts };
}

/**
 * VS Code must not save a text without what the host does not have yet, and call it saved.
 * @param saveLater saves once the host has everything
 */
export function holdSaves(sync: TextSync, saveLater: () => void): void {
  const handle = (event: KeyboardEvent): void => {
    if (!isSaveKey(event) || !sync.unconfirmed) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // VS Code listens to the keys of the page, too
    saveLater();
  };
  addEventListener('keydown', handle, { capture: true });
}
