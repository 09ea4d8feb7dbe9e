// Folding of objects and lists: CodeMirror's, with VS Code's marks.
import { codeFolding, foldGutter } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { icon } from '#webview/elements/icons.ts';
import { t } from '#webview/elements/translate.ts';

export function folding(): Extension {
  return [
    codeFolding({
      placeholderDOM: (_view, unfold) => {
        const mark = document.createElement('span');
        mark.className = 'fold-mark';
        mark.textContent = '⋯';
        mark.title = t('Unfold');
        mark.setAttribute('aria-label', t('folded'));
        // A press redraws the mark, which gets no click then. A screen reader only clicks.
        mark.addEventListener('mousedown', unfold);
        mark.addEventListener('click', unfold);
        return mark;
      },
    }),
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
