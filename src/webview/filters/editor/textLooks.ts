// What the text shows beside its letters, all of it from CodeMirror's packages: colors, folding, guides, the find panel.
import { closeBrackets } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  indentOnInput,
  language,
  syntaxHighlighting,
} from '@codemirror/language';
import { SearchQuery, highlightSelectionMatches, search, setSearchQuery } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type StateCommand } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  lineNumbers,
} from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import { indentationMarkers } from '@replit/codemirror-indentation-markers';
import { icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { problemMarks } from '#webview/filters/problems/problemMarks.ts';
import { foldedServiceKeys, serviceKeyFolding } from './serviceKeyFolding.ts';

export function textLooks(): Extension {
  const label = t('Filters as JSON. Press Escape and then Tab to leave the text.');
  return [
    EditorView.contentAttributes.of({ 'aria-label': label }),
    problemMarks(),
    lineNumbers(),
    folding(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    highlightSpecialChars(),
    highlightSelectionMatches({ highlightWordAroundCursor: true, minSelectionLength: 2 }),
    drawSelection({ cursorBlinkRate: 1000 }),
    dropCursor(),
    indentationMarkers({ highlightActiveBlock: false, colors: guideColors }),
    jsonEditing(),
    finding(),
    phrases(),
  ];
}

/** The theme's, whether it is light or dark. */
const guideColors = {
  light: 'var(--vscode-editorIndentGuide-background1, transparent)',
  dark: 'var(--vscode-editorIndentGuide-background1, transparent)',
};

/** Classes of filters.css. */
const tokenClasses = tagHighlighter([
  { tag: tags.propertyName, class: 'json-key' },
  { tag: tags.string, class: 'json-string' },
  { tag: tags.number, class: 'json-number' },
  { tag: [tags.bool, tags.null], class: 'json-literal' },
]);

/** Holds the language once `startLanguage` was called. */
const syntax = new Compartment();

export function jsonEditing(): Extension {
  return [
    syntax.of([]),
    syntaxHighlighting(tokenClasses),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
  ];
}

/** The first parse takes a quarter of the time in which the page opens, so it is not part of the first frame. */
export const startLanguage: StateCommand = ({ state, dispatch }) => {
  const isStarted = state.facet(language) !== null;
  if (!isStarted) dispatch(state.update({ effects: syntax.reconfigure(json()) }));
  return !isStarted;
};

function folding(): Extension {
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

export function finding(): Extension {
  return [
    search({
      top: true,
      literal: true,
      scrollToMatch: (range) => EditorView.scrollIntoView(range, { y: 'center' }),
    }),
    EditorState.transactionFilter.of((transaction) => {
      const queries = transaction.effects.flatMap((effect) =>
        effect.is(setSearchQuery) ? [effect.value] : [],
      );
      const last = queries.at(-1);
      // The panel's queries leave the option out: they would read the \n of a JSON string as the end of a line.
      if (!last || last.literal || last.regexp) return transaction;
      const { search: text, replace, caseSensitive, wholeWord } = last;
      const literal = new SearchQuery({ search: text, replace, caseSensitive, wholeWord, literal: true });
      return [transaction, { effects: setSearchQuery.of(literal) }];
    }),
  ];
}

/** CodeMirror's phrases by its own English, in VS Code's terms and the display language. */
function phrases(): Extension {
  return EditorState.phrases.of({
    Completions: t('Suggestions'),
    'Selection deleted': t('Selection deleted'),
    'Folded lines': t('Folded lines'),
    'Unfolded lines': t('Unfolded lines'),
    to: t('to'),
    close: t('Close'),
    Find: t('Find'),
    Replace: t('Replace'),
    next: t('Next'),
    previous: t('Previous'),
    all: t('All'),
    'match case': t('Match Case'),
    regexp: t('Use Regular Expression'),
    'by word': t('Match Whole Word'),
    replace: t('Replace'),
    'replace all': t('Replace All'),
    'Go to line': t('Go to Line'),
    go: t('Go'),
    'current match': t('Current match'),
    'on line': t('on line'),
    'replaced match on line $': t('Replaced match on line {0}', '$'),
    'replaced $ matches': t('Replaced {0} matches', '$'),
    'Control character': t('Control character'),
  });
}
