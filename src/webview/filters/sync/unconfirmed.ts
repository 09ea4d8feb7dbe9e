// What the person typed and the host has not confirmed yet, where it would be lost.
import type { UnkeptInput } from '#webview/elements/hostWatch.ts';
import type { TextSync } from './textSync.ts';

export function unconfirmedText({ confirmed, unconfirmed, possibleInHost }: TextSync): UnkeptInput {
  if (!unconfirmed) return {};
  return { text: unconfirmed.apply(confirmed).toString(), bases: possibleInHost.map(String) };
}

/**
 * VS Code must not save a text without what the host does not have yet, and call it saved.
 * @param saveLater saves once the host has everything
 */
export function holdSaves(sync: TextSync, saveLater: () => void): void {
  const handle = (event: KeyboardEvent): void => {
    const isSave = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isSave || event.key.toLowerCase() !== 's' || !sync.unconfirmed) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // VS Code listens to the keys of the page, too
    saveLater();
  };
  addEventListener('keydown', handle, { capture: true });
}
