// Moves of groups and conditions: by dragging, and by one line up, down or out.
import { moveItem } from '#json/editValue.ts';
import type { FormatOptions } from '#json/formatJson.ts';
import { nodeAt, type JsonPath } from '#json/jsonTree.ts';
import { runSteps, type Change } from './filterChange.ts';
import { ownerOf, type FilterShape } from './filterShape.ts';

/** A list, and the item's index in it after the move. */
export interface MoveTarget {
  readonly listPath: JsonPath;
  readonly index: number;
}

export function moveTo(
  shape: FilterShape,
  from: JsonPath,
  { listPath, index }: MoveTarget,
  options?: FormatOptions,
): Change {
  const change = runSteps(shape, movedPath(from, listPath, index), [
    (text) => moveItem(text, from, listPath, index, options),
  ]);
  return change?.text === shape.text ? undefined : change;
}

/** One line up or down on the screen: into a group that comes next, and out of a group at its end. */
export function stepTarget(shape: FilterShape, path: JsonPath, direction: 1 | -1): MoveTarget | undefined {
  const owner = ownerOf(shape, path);
  if (!owner) return undefined;
  const at = Number(path.at(-1));
  const neighbor = owner.items[at + direction];
  if (neighbor?.kind === 'group' && nodeAt(shape.root, neighbor.itemsPath)) {
    return { listPath: neighbor.itemsPath, index: direction > 0 ? 0 : neighbor.items.length };
  }
  if (neighbor) return { listPath: owner.itemsPath, index: at + direction };
  return outTarget(shape, path, direction);
}

/** Out of its group, after it (1) or before it (-1); undefined in the topmost group. */
export function outTarget(shape: FilterShape, path: JsonPath, direction: 1 | -1 = 1): MoveTarget | undefined {
  const owner = ownerOf(shape, path);
  if (!owner || !ownerOf(shape, owner.path)) return undefined;
  const index = Number(owner.path.at(-1)) + (direction > 0 ? 1 : 0);
  return { listPath: owner.path.slice(0, -1), index };
}

/** The path of an item after a move; removing it may shift the path to the list. */
function movedPath(from: JsonPath, listPath: JsonPath, index: number): JsonPath {
  const list = from.slice(0, -1);
  const at = Number(from.at(-1));
  const step = listPath[list.length];
  const isShifted =
    typeof step === 'number' && step > at && list.every((each, depth) => listPath[depth] === each);
  return [...(isShifted ? listPath.with(list.length, step - 1) : listPath), index];
}
