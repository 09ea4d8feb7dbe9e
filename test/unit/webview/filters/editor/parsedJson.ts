import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type EditorStateConfig, type Extension } from '@codemirror/state';

/** A state whose text is parsed to its end, however busy the machine: CodeMirror itself stops after some milliseconds. */
export function createParsedJson(
  config: Pick<EditorStateConfig, 'selection'> & { readonly doc: string },
  extensions: Extension = [],
): EditorState {
  const state = EditorState.create({ ...config, extensions: [json(), extensions] });
  ensureSyntaxTree(state, state.doc.length, 60_000);
  return state.update({}).state; // a state takes the tree with its next transaction
}
