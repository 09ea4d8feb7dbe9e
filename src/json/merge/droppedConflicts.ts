// Finds conflicts that are still unresolved after a manual merge.
import { isSameValue } from '#json/sameValue.ts';
import { nodeAt, parseJsonTree, type JsonPath } from '#json/jsonTree.ts';

export interface ManualMerge {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly result: string;
}

/** Those of the conflicts at `paths` where the result has the base's value again: both changes are gone. */
export function droppedConflicts(texts: ManualMerge, paths: readonly JsonPath[]): readonly JsonPath[] {
  const [base, mine, theirs, result] = [texts.base, texts.mine, texts.theirs, texts.result].map(readValues);
  if (!base || !mine || !theirs || !result) return [];
  return paths.filter((path) => {
    const before = base(path);
    return isSame(result(path), before) && !isSame(mine(path), before) && !isSame(theirs(path), before);
  });
}

type ReadValue = (path: JsonPath) => string | undefined;

/** Undefined for a text that is not JSON. */
function readValues(text: string): ReadValue | undefined {
  const root = parseJsonTree(text);
  if (!root) return undefined;
  return (path) => {
    const node = nodeAt(root, path);
    return node && text.slice(node.from, node.to);
  };
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameValue(a, b);
}
