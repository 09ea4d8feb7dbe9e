// A dashboard's groups made one plain list of conditions: the only form that every service takes.
import type { FormatOptions } from '#json/formatJson.ts';
import type { Change } from './filterChange.ts';
import { type FilterShape, itemsOf } from './filterShape.ts';
import { setRaw } from './valueEdits.ts';

/** Whether a dashboard has groups, and whether one of them asks for any of several conditions. */
export function groupsOf({ kind, group }: FilterShape): 'none' | 'all' | 'any' {
  if (kind !== 'dashboard' || !group) return 'none';
  const groups = [...itemsOf(group)].filter((item) => item.kind === 'group');
  if (groups.some(({ join, items }) => join !== 'AND' && items.length > 1)) return 'any';
  return group.isPlainList && groups.length === 1 ? 'none' : 'all';
}

/**
 * All conditions in their order in one list: then all of them must match. Undefined if there are no groups, or where
 * a group has more than conditions, which would be lost.
 */
export function flattenGroups(shape: FilterShape, options?: FormatOptions): Change {
  if (groupsOf(shape) === 'none' || !shape.group) return undefined;
  const conditions: string[] = [];
  for (const item of itemsOf(shape.group)) {
    if (item.kind === 'group' ? item.otherKeys.length > 0 : item.kind === 'other' && item.reason === 'deep')
      return undefined;
    const isCondition = item.kind !== 'group' && !(item.kind === 'other' && item.reason === 'empty');
    if (isCondition) conditions.push(shape.text.slice(item.node.from, item.node.to));
  }
  return setRaw(shape, ['properties'], `[${conditions.join(',')}]`, options);
}
