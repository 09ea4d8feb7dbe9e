// The menu of a selected text beside the grid. VS Code’s own would offer Cut and Paste where nothing can be written.
import { keyName } from '#webview/elements/keyName.ts';
import { openMenu } from '#webview/elements/menu.tsx';
import { t } from '#webview/elements/translate.ts';

/** A field keeps VS Code’s menu; where no text is selected there is none. */
export function listenForSelectedText(copy: (text: string) => void): void {
  document.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const text = getSelection()?.toString() ?? '';
    if (text === '') return;
    const item = { label: t('Copy'), key: keyName('Mod+C'), run: () => copy(text) };
    const focused = document.activeElement;
    openMenu(t('Selected Text'), [item], new DOMRect(event.clientX, event.clientY), () => {
      if (focused instanceof HTMLElement) focused.focus();
    });
  });
}
