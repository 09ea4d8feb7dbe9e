// Conditions whose text did not change stay the same objects from one reading to the next, so that a component need not
// render one that it has already.
import { lineIndent } from '#json/indentation.ts';
import { moveNode } from '#json/jsonTree.ts';
import type { FilterGroup, FilterItem, FilterShape } from './filterShape.ts';

/**
 * The shape with the conditions of the older one that did not change, at their new offsets. The older one is used up.
 * Groups are those of the new one: the nodes of their conditions may come from several readings.
 */
export function keepUnchangedItems(shape: FilterShape, older: FilterShape | undefined): FilterShape {
  if (!older || older.kind !== shape.kind || !older.group || !shape.group) return shape;
  return { ...shape, group: keepInGroup(shape.group, older.group, shape.text, older.text) };
}

function keepInGroup(group: FilterGroup, older: FilterGroup, text: string, olderText: string): FilterGroup {
  const isSameList = String(group.itemsPath) === String(older.itemsPath);
  if (!isSameList) return group;
  const keep = (item: FilterItem, index: number): FilterItem => {
    const known = older.items[index];
    if (item.kind === 'group')
      return known?.kind === 'group' ? keepInGroup(item, known, text, olderText) : item;
    if (known?.kind !== item.kind || lookOf(known, olderText) !== lookOf(item, text)) return item;
    moveNode(known.node, item.node.from - known.node.from);
    return known;
  };
  return { ...group, items: group.items.map(keep) };
}

/** JSON is shown without the indentation of its first line. */
function lookOf({ node }: FilterItem, text: string): string {
  return lineIndent(text, node.from) + text.slice(node.from, node.to);
}
