// What can be done with the text, above it.
import { block, button, keyName } from '../elements/controls.ts';
import { t } from '../elements/words.ts';

export interface ToolbarActions {
  readonly format: () => void;
  readonly find: () => void;
  readonly openAsText: () => void;
}

export interface Toolbar {
  readonly element: HTMLElement;
  /** Formatting needs a text that may be changed. */
  setReadonly(isReadonly: boolean): void;
}

export function createToolbar(actions: ToolbarActions): Toolbar {
  const format = button({
    icon: 'format',
    label: t('Format'),
    title: t('Format ({0})', keyName('Shift+Alt+F')),
    withWords: true,
    run: actions.format,
  });
  const find = button({
    icon: 'find',
    label: t('Find'),
    title: t('Find ({0})', keyName('Mod+F')),
    withWords: true,
    run: actions.find,
  });
  const text = button({
    icon: 'text',
    label: t('Open as Text'),
    title: t('Open as Text, in the editor that files have'),
    withWords: true,
    run: actions.openAsText,
  });
  const element = block('toolbar', format, find, block('space'), text);
  element.setAttribute('role', 'toolbar');
  element.setAttribute('aria-label', t('Filters'));
  moveByArrows(element);
  return {
    element,
    setReadonly(isReadonly) {
      format.disabled = isReadonly;
    },
  };
}

/** A toolbar is one stop of the Tab key; arrow keys move inside it. */
function moveByArrows(toolbar: HTMLElement): void {
  const buttons = () => [...toolbar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const stopAt = (target: HTMLButtonElement | undefined) => {
    for (const each of toolbar.querySelectorAll('button')) each.tabIndex = each === target ? 0 : -1;
  };
  stopAt(buttons()[0]);
  toolbar.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) stopAt(target);
  });
  toolbar.addEventListener('keydown', (event) => {
    const all = buttons();
    const at = all.findIndex((each) => each === document.activeElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    };
    const step = steps[event.key];
    if (at < 0 || step === undefined) return;
    all.at(step % all.length)?.focus();
    event.preventDefault();
  });
}
