/**
 * Makes a toolbar one stop of the Tab key; arrow keys move the focus inside it.
 * @param hasLines also those up and down
 */
export function roveFocus(toolbar: HTMLElement, hasLines = false): void {
  const setStop = (target: HTMLButtonElement | undefined) => {
    for (const button of toolbar.querySelectorAll('button')) button.tabIndex = button === target ? 0 : -1;
  };
  setStop(enabledButtons(toolbar)[0]);
  toolbar.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) setStop(target);
  });
  toolbar.addEventListener('keydown', (event) => {
    const buttons = enabledButtons(toolbar);
    const index = buttons.findIndex((button) => button === document.activeElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      ...(hasLines && { ArrowDown: index + 1, ArrowUp: index - 1 }),
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    if (index < 0 || target === undefined) return;
    buttons.at(target % buttons.length)?.focus();
    event.preventDefault();
  });
}

function enabledButtons(toolbar: HTMLElement): readonly HTMLButtonElement[] {
  return [...toolbar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
}

/**
 * Focuses the content of the page whenever nothing else in it has the focus, but only while the page has it: a preview that
 * was opened from the tree leaves the focus there, and a box that was opened meanwhile keeps it.
 */
export function takeFocus(focus: () => void): void {
  const focusContent = () => {
    if (document.activeElement === document.body) focus();
  };
  window.addEventListener('focus', focusContent);
  if (document.hasFocus()) focusContent();
}
