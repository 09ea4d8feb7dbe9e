// What the person typed and the host has not confirmed yet, where it would be lost.
import type { UnkeptInput } from '#webview/elements/hostWatch.ts';
import { pressedKey } from '#webview/elements/pressedKey.ts';
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
