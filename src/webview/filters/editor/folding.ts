// Folding of objects and lists: CodeMirror's, with VS Code's marks.
import { codeFolding, foldGutter } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { icon } from '#webview/elements/icons.ts';
import { t } from '#webview/elements/translate.ts';
import { cursorBesideFold } from './cursorBesideFold.ts';
import { foldedServiceKeys, serviceKeyFolding } from './serviceKeyFolding.ts';

export function folding(): Extension {
  return [
    codeFolding({
      preparePlaceholder: foldedServiceKeys,
      placeholderDOM: (_view, unfold, serviceKeys?: readonly string[]) => {
        const mark = document.createElement('span');
        const words = serviceKeys && wordsFor(serviceKeys);
        mark.className = words ? 'fold-mark has-words' : 'fold-mark';
        mark.textContent = words ? `⋯ ${words}` : '⋯';
        mark.title = serviceKeys
          ? t('Unfold {0} (added by the service)', serviceKeys.join(', '))
          : t('Unfold');
        mark.setAttribute('aria-label', words ? t('{0}, folded', words) : t('folded'));
        // A press redraws the mark, which gets no click then. A screen reader only clicks.
        mark.addEventListener('mousedown', unfold);
        mark.addEventListener('click', unfold);
        return mark;
      },
    }),
    serviceKeyFolding(),
    cursorBesideFold(),
    foldGutter({
      markerDOM: (isOpen) => {
        const arrow = document.createElement('span');
        arrow.className = isOpen ? 'fold-arrow' : 'fold-arrow folded';
        arrow.title = isOpen ? t('Fold') : t('Unfold');
        arrow.append(icon(isOpen ? 'chevronDown' : 'chevronRight'));
        return arrow;
      },
    }),
  ];
}

function wordsFor(keys: readonly string[]): string {
  return keys.length === 1
    ? t('1 key added by the service')
    : t('{0} keys added by the service', keys.length);
}
