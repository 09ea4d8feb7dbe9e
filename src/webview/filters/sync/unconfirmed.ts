// What the person typed and the host has not confirmed yet, where it would be lost.
import { ChangeSet, type Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  type FieldInput,
  hasInput,
  type LeftPage,
  type UnkeptInput,
} from '#webview/elements/host/keptPages.ts';
import type { WebviewMessage } from '#protocol/filtersMessages.ts';
import { pressedKey } from '#webview/elements/pressedKey.ts';
import { difference, toText } from './positionedChanges.ts';
import type { TextSync } from './textSync.ts';

type LeftMessage = Extract<WebviewMessage, { readonly type: 'left' }>;

export function unconfirmedText({ possibleInHost }: TextSync): UnkeptInput {
  const [first] = possibleInHost;
  if (!first) return {};
  return {
    text: first.changes.apply(first.text).toString(),
    bases: possibleInHost.map(({ text }) => String(text)),
  };
}

/**
 * The same without what the host has: a browser keeps no more than 5 million UTF-16 units of all pages. The document may also
 * have this text, or the one of the last call, if another page has taken it.
 */
export function createShortener(sync: TextSync): () => UnkeptInput {
  let last: Text | undefined;
  return () => {
    const [first, ...others] = sync.possibleInHost;
    if (!first) return {};
    const now = first.changes.apply(first.text);
    const bases = [first, ...others, { text: now, changes: ChangeSet.empty(now.length) }];
    if (last) bases.push({ text: last, changes: difference(last, now) });
    last = now;
    return {
      edits: bases.map(({ text, changes }) => ({
        base: fingerprint(text.toString()),
        changes: changes.toJSON(),
      })),
    };
  };
}

/** Tells texts apart that come from one another by editing. */
function fingerprint(text: string): string {
  let [a, b] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = (Math.imul(a, 31) + unit) | 0;
    b = Math.imul(b ^ unit, 0x01000193);
  }
  return [text.length, a, b].join(' ');
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
 * @param structure puts what was typed into fields back, and returns the rest
 */
export function takeLeft(
  left: readonly LeftPage[],
  view: EditorView,
  structure: { putBackDrafts(fields: readonly FieldInput[]): readonly string[] },
): Pick<LeftMessage, 'texts' | 'uris' | 'isTooLong' | 'hasFocus'> {
  const texts: string[] = [];
  const same = left.filter(({ isSame }) => isSame);
  for (const { isTooLong, input, forget } of same) {
    if (isTooLong) continue;
    const { text, rest } = planRestore(input, view.state.doc.toString(), view.state.readOnly);
    if (text !== undefined) view.dispatch({ changes: difference(view.state.doc, toText(text)) });
    texts.push(...rest, ...structure.putBackDrafts(input.fields ?? []));
    forget();
  }
  return {
    texts,
    uris: left.flatMap(({ isSame, uri, input }) => (!isSame && hasInput(input) ? [uri] : [])),
    isTooLong: same.some((page) => page.isTooLong),
    hasFocus: document.hasFocus() || same.some((page) => page.hasFocus),
  };
}

/** @param now the document's text @returns the text that replaces it, and what the document cannot take */
export function planRestore(
  { text: whole, bases = [], edits = [] }: UnkeptInput,
  now: string,
  isReadonly: boolean,
): { readonly text?: string; readonly rest: readonly string[] } {
  if (edits.length > 0) {
    const edit = edits.find(({ base }) => base === fingerprint(now));
    if (!edit) return { rest: insertedBy(edits) };
    const text = ChangeSet.fromJSON(edit.changes).apply(toText(now)).toString();
    return planRestore({ text, bases: [now] }, now, isReadonly);
  }
  const text = whole;
  if (text === undefined || text === now) return { rest: [] };
  return isReadonly || !bases.includes(now) ? { rest: [text] } : { text, rest: [] };
}

/** What was typed, if the document that it belongs to is not there any more. */
function insertedBy([edit]: NonNullable<UnkeptInput['edits']>): readonly string[] {
  const inserted: string[] = [];
  if (edit)
    ChangeSet.fromJSON(edit.changes).iterChanges((_from, _to, _fromNew, _toNew, text) => {
      if (text.length > 0) inserted.push(text.toString());
    });
  return inserted;
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
