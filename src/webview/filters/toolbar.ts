// What can be done with the text, above it.
import { block, button, keyName } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import type { Layout } from './paneLayout.ts';

export interface ToolbarActions {
  readonly format: () => void;
  readonly find: () => void;
  readonly openAsText: () => void;
  readonly choose: (layout: Layout) => void;
}

export interface Toolbar {
  readonly element: HTMLElement;
  /** Formatting needs a text that may be changed. */
  setReadonly(isReadonly: boolean): void;
  setLayout(layout: Layout): void;
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
  const layouts = layoutButtons(actions.choose);
  const element = block('toolbar', format, find, block('space'), layouts.element, text);
  element.setAttribute('role', 'toolbar');
  element.setAttribute('aria-label', t('Filters'));
  moveByArrows(element);
  return {
    element,
    setReadonly(isReadonly) {
      format.disabled = isReadonly;
    },
    setLayout: layouts.set,
  };
}

function layoutButtons(choose: (layout: Layout) => void): {
  readonly element: HTMLElement;
  readonly set: (layout: Layout) => void;
} {
  const words: readonly (readonly [Layout, string, string])[] = [
    ['text', t('Text'), t('Show the text')],
    ['both', t('Both'), t('Show the text and its structure')],
    ['structure', t('Structure'), t('Show the structure')],
  ];
  const buttons = new Map(
    words.map(([layout, label, title]) => {
      const run = () => choose(layout);
      return [layout, button({ label, title, withWords: true, run })];
    }),
  );
  const element = block('layouts', ...buttons.values());
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', t('View'));
  return {
    element,
    set(present) {
      for (const [layout, each] of buttons) each.ariaPressed = String(layout === present);
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
