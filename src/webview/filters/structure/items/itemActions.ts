// items/ moves and removes groups and conditions as wholes, and does not know what is in them. Screen readers say what moved.
import { withoutItem as removeEdit } from '#filters/itemEdits.ts';
import { type MoveTarget, moveTo, stepTarget } from '#filters/moveItem.ts';
import { type FilterItem, ownerOf } from '#filters/filterShape.ts';
import { t } from '#webview/elements/translate.ts';
import type { Drop } from './dragItem.ts';
import type {
  FocusTarget,
  Part,
  StructureContext,
} from '#webview/filters/structure/state/structureContext.ts';

/** Moves an item by one place, into groups and out of them. */
export function moveItemByStep(
  structure: StructureContext,
  item: FilterItem,
  direction: 1 | -1,
  part: Part,
): void {
  moveItemTo(structure, item, stepTarget(structure.shape, item.path, direction), part);
}

/** @param id of the item: the text may have changed during the drag */
export function dropItem(structure: StructureContext, id: string, { groupId, index }: Drop): void {
  structure.refresh();
  const item = structure.itemById(id);
  const group = structure.itemById(groupId);
  if (!item || group?.kind !== 'group') return;
  // The item leaves a gap, so the places behind it move up.
  const isFartherDown = ownerOf(structure.shape, item.path) === group && index > Number(item.path.at(-1));
  const target = { listPath: group.itemsPath, index: isFartherDown ? index - 1 : index };
  moveItemTo(structure, item, target, 'grip');
}

/** @param part of the item that has the focus afterwards */
function moveItemTo(
  structure: StructureContext,
  item: FilterItem,
  target: MoveTarget | undefined,
  part: Part,
): void {
  const change = target && moveTo(structure.shape, item.path, target, { indent: structure.indent });
  if (!change) return structure.announce(t('Cannot move any further.'));
  structure.edit(change, { focus: { path: change.path, part }, movedItem: item });
  const owner = ownerOf(structure.shape, change.path);
  const place = Number(change.path.at(-1)) + 1;
  const count = owner?.items.length ?? place;
  structure.announce(t('Moved to position {0} of {1}: {2}', place, count, structure.describe(item)));
}

export function removeItem(structure: StructureContext, item: FilterItem): void {
  structure.edit(removeEdit(structure.shape, item.path), {
    focus: focusAfterRemoval(structure, item),
    announcement: t('Removed: {0}', structure.describe(item)),
  });
}

/** The next item, else the one before, else the buttons that add one. */
function focusAfterRemoval(structure: StructureContext, item: FilterItem): FocusTarget | undefined {
  const owner = ownerOf(structure.shape, item.path);
  if (!owner) return undefined;
  const index = Number(item.path.at(-1));
  const neighbor = owner.items[index + 1] ?? owner.items[index - 1];
  return neighbor
    ? { id: structure.idOf(neighbor), part: 'grip' }
    : { id: structure.idOf(owner), part: 'add-property' };
}
