// The menu of an item.
import {
  addEventFilter,
  duplicate,
  type MoveTarget,
  moveTo,
  outTarget,
  stepTarget,
  unwrapGroup,
  withoutItem as removeEdit,
  wrapItem,
} from '#filters/itemEdits.ts';
import { type FilterChange } from '#filters/filterShape.ts';
import { type FilterGroup, type FilterItem, ownerOf } from '#filters/filterShape.ts';
import { oppositeOperator } from '#filters/operators.ts';
import {
  convertValue,
  listValues,
  saysOpposite,
  setNegated,
  setStrings,
  splitAtCommas,
} from '#filters/valueEdits.ts';
import type { MenuItem } from '#webview/elements/menu.tsx';
import { keyName } from '#webview/elements/pressedKey.ts';
import { t } from '#webview/elements/translate.ts';
import type {
  FocusTarget,
  Part,
  StructureContext,
} from '#webview/filters/structure/state/structureContext.ts';
import type { Drop } from './dragItem.ts';

/** The text may change while the menu is open: an entry is then applied to the item as it is. */
export function itemMenu(structure: StructureContext, item: FilterItem): readonly MenuItem[] {
  const id = structure.idOf(item);
  const run = ({ label }: MenuItem) => {
    const current = structure.itemById(id);
    const entries = current ? entriesOf(structure, current) : [];
    entries.find((entry) => entry.label === label && !entry.isDisabled)?.run();
  };
  return entriesOf(structure, item).map((entry) => ({ ...entry, run: () => run(entry) }));
}

function entriesOf(structure: StructureContext, item: FilterItem): readonly MenuItem[] {
  const showInText = { label: t('Show in Text'), run: () => structure.showInText(item.node) };
  if (structure.isReadonly) return [showInText];
  return [
    ...moveEntries(structure, item),
    ...groupEntries(structure, item),
    { label: t('Duplicate'), startsGroup: true, run: () => duplicateItem(structure, item) },
    ...eventEntries(structure, item),
    ...negateEntries(structure, item),
    ...conversionEntries(structure, item),
    { ...showInText, startsGroup: true },
    { label: t('Remove'), key: keyName('Del'), run: () => removeItem(structure, item) },
  ];
}

function moveEntries(structure: StructureContext, item: FilterItem): readonly MenuItem[] {
  const entry = (label: string, key: string, direction: 1 | -1): MenuItem => ({
    label,
    key: keyName(key),
    isDisabled: !stepTarget(structure.shape, item.path, direction),
    run: () => moveItemByStep(structure, item, direction, 'grip'),
  });
  return [entry(t('Move Up'), 'Alt+↑', -1), entry(t('Move Down'), 'Alt+↓', 1)];
}

function groupEntries(structure: StructureContext, item: FilterItem): readonly MenuItem[] {
  const { shape } = structure;
  const wrapEntry = { label: t('Wrap in Group'), startsGroup: true, run: () => wrap(structure, item) };
  const entries: MenuItem[] = [
    ...(shape.kind === 'cohort' ? [wrapEntry] : []), // newer services reject groups in a dashboard
    {
      label: t('Move Out of Group'),
      startsGroup: shape.kind === 'dashboard',
      isDisabled: !outTarget(shape, item.path),
      run: () => moveOut(structure, item),
    },
  ];
  if (item.kind !== 'group') return entries;
  const ungroup = unwrapGroup(shape, item);
  const isDisabled = !ungroup || item.items.length === 0;
  return [...entries, { label: t('Ungroup'), isDisabled, run: () => unwrap(structure, item) }];
}

function wrap(structure: StructureContext, item: FilterItem): void {
  const change = wrapItem(structure.shape, item, { indent: structure.indent });
  if (!change) return;
  const groupPath = change.path.slice(0, -2); // without the list and the place in it
  structure.edit(change, {
    focus: { path: groupPath, part: 'join' },
    announcement: t('Wrapped in a group: {0}', structure.describe(item)),
  });
}

function moveOut(structure: StructureContext, item: FilterItem): void {
  const target = outTarget(structure.shape, item.path);
  const change = target && moveTo(structure.shape, item.path, target, { indent: structure.indent });
  if (!change) return;
  structure.edit(change, {
    focus: { path: change.path, part: 'grip' },
    movedItem: item,
    announcement: t('Moved out of the group: {0}', structure.describe(item)),
  });
}

function unwrap(structure: StructureContext, group: FilterGroup): void {
  const change = unwrapGroup(structure.shape, group);
  if (change) structure.edit(change, { focus: gripAt(change), announcement: t('Ungrouped') });
}

function duplicateItem(structure: StructureContext, item: FilterItem): void {
  const change = duplicate(structure.shape, item.path);
  if (!change) return;
  structure.edit(change, {
    focus: item.kind === 'group' ? { path: change.path, part: 'join' } : gripAt(change),
    announcement: t('Duplicated: {0}', structure.describe(item)),
  });
}

function gripAt({ path }: FilterChange) {
  return { path, part: 'grip' };
}

function eventEntries(structure: StructureContext, item: FilterItem): readonly MenuItem[] {
  if (item.kind !== 'behavior' || item.otherKeys.includes('event_filters')) return [];
  const run = () => {
    const change = addEventFilter(structure.shape, item, { indent: structure.indent });
    if (change) structure.edit(change, { focus: { path: change.path, part: 'key' } });
  };
  return [{ label: t('Add Condition on the Event'), run }];
}

function negateEntries(structure: StructureContext, item: FilterItem): readonly MenuItem[] {
  if (item.kind === 'group' || item.kind === 'other') return [];
  const { shape, indent } = structure;
  const opposite = item.kind === 'property' && !item.isNegated ? oppositeOperator(item.operator) : undefined;
  const run = () =>
    structure.edit(
      opposite === undefined
        ? setNegated(shape, item, !saysOpposite(item), { indent })
        : setStrings(shape, item, { operator: opposite }, { indent }),
    );
  return [{ label: t('Negate'), run }];
}

/** The other types that the value of a property can have. */
function conversionEntries(structure: StructureContext, item: FilterItem): readonly MenuItem[] {
  if (item.kind !== 'property') return [];
  const { value } = item;
  const kinds = [
    ['text', t('Value as Text')],
    ['number', t('Value as Number')],
    ['boolean', t('Value as True or False')],
    ['list', t('Value as List')],
  ] as const;
  const entries = kinds.flatMap(([kind, label]) => {
    const change = convertValue(structure.shape, value, kind, { indent: structure.indent });
    return change && kind !== value.kind ? [{ label, run: () => structure.edit(change) }] : [];
  });
  const parts = splitAtCommas(value);
  const split = parts && listValues(structure.shape, value, parts, { indent: structure.indent });
  if (split) entries.push({ label: t('Value as List, Split at Commas'), run: () => structure.edit(split) });
  return entries.map((entry, index) => ({ ...entry, startsGroup: index === 0 }));
}

// items/ moves and removes groups and conditions as wholes, and does not know what is in them. Screen readers say what moved.

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
