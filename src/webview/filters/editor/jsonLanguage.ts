// JSON for CodeMirror: its syntax, the colors of its tokens, and which brackets and quotes are typed in pairs.
import { closeBrackets } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { tagHighlighter, tags } from '@lezer/highlight';

/** Classes of filters.css. */
const tokenClasses = tagHighlighter([
  { tag: tags.propertyName, class: 'json-key' },
  { tag: tags.string, class: 'json-string' },
  { tag: tags.number, class: 'json-number' },
  { tag: [tags.bool, tags.null], class: 'json-literal' },
]);

export function jsonEditing(): Extension {
  return [
    pairRules, // before json(), which has fewer of them
    json(),
    syntaxHighlighting(tokenClasses),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
  ];
}

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
