// The menu of a selected text. VS Code’s own would offer Cut and Paste if nothing can be written.
import { keyName } from './keyName.ts';
import { openMenu } from './menu.tsx';
import { t } from './translate.ts';

/** Where VS Code’s menu has its place. */
const editable =
  'input:enabled:not([readonly]), textarea:enabled:not([readonly]), [contenteditable=true]:not([aria-readonly=true])';

/** A field keeps VS Code’s menu; where no text is selected there is none. @param copy by default as the keys do it */
export function listenForSelectedText(copy: (text: string) => void = copySelection): void {
  document.addEventListener('contextmenu', (event) => {
    const { target } = event;
    if (event.defaultPrevented || (target instanceof Element && target.closest(editable))) return;
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

/** A table copies its cells in its own way. */
function copySelection(): void {
  document.execCommand('copy');
}
