// Translates CodeMirror's phrases into the editor's language and VS Code's terms.
import { EditorState, type Extension } from '@codemirror/state';
import { t } from '#webview/elements/translate.ts';

/** Translations by the packages' own English. The find panel is ours and brings its own words. */
export function codeMirrorPhrases(): Extension {
  return EditorState.phrases.of({
    Completions: t('Suggestions'),
    'Selection deleted': t('Selection deleted'),
    'Folded lines': t('Folded lines'),
    'Unfolded lines': t('Unfolded lines'),
    to: t('to'),
    close: t('Close'),
    'current match': t('Current match'),
    'on line': t('on line'),
    'replaced match on line $': t('Replaced match on line {0}', '$'),
    'replaced $ matches': t('Replaced {0} matches', '$'),
    'Control character': t('Control character'),
  });
}
