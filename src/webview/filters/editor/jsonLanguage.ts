// JSON for CodeMirror: its syntax, the colors of its tokens, and which brackets and quotes are typed in pairs.
import { closeBrackets } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, language, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { tagHighlighter, tags } from '@lezer/highlight';

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
    pairRules, // before json(), which has fewer of them
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

const allPairs = ['{', '[', '"'];

/** VS Code's rules for JSON: no pairs inside a string, and an escaped quote does not close it. */
const pairRules = EditorState.languageData.of((state, at) => [
  { closeBrackets: { brackets: pairsAt(state, at), before: ',:]}' } },
]);

function pairsAt(state: EditorState, at: number): readonly string[] {
  if (!state.selection.main.empty) return allPairs; // they go around what is selected
  const line = state.doc.lineAt(at);
  const place = placeInString(line.text.slice(0, at - line.from));
  if (place === 'outside') return allPairs;
  const isBeforeQuote = state.sliceDoc(at, at + 1) === '"';
  return place === 'inside' && isBeforeQuote ? ['"'] : [];
}

type PlaceInString = 'outside' | 'inside' | 'afterBackslash';

/** Where the end of the first part of a line is. A string of JSON never spans lines. */
function placeInString(text: string): PlaceInString {
  let place: PlaceInString = 'outside';
  for (const character of text) {
    if (place === 'afterBackslash') place = 'inside';
    else if (character === '"') place = place === 'inside' ? 'outside' : 'inside';
    else if (character === '\\' && place === 'inside') place = 'afterBackslash';
  }
  return place;
}
