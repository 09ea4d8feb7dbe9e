// The menu of an item.
import type { FilterChange } from '#filters/filterChange.ts';
import { addEventFilter, duplicate, unwrapGroup, wrapItem } from '#filters/itemEdits.ts';
import { moveTo, outTarget, stepTarget } from '#filters/moveItem.ts';
import { oppositeOperator } from '#filters/operatorNames.ts';
import type { FilterGroup, FilterItem } from '#filters/filterShape.ts';
import { convertValue, listValues, saysOpposite, setNegated, setStrings } from '#filters/valueEdits.ts';
import { splitAtCommas } from '#filters/splitAtCommas.ts';
import { keyName } from '#webview/elements/keyName.ts';
import type { MenuItem } from '#webview/elements/menuItem.ts';
import { t } from '#webview/elements/translate.ts';
import { moveItemByStep, removeItem } from './itemActions.ts';
import type { StructureContext } from '#webview/filters/structure/state/structureContext.ts';

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
