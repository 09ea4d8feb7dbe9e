// What can be done with an item besides typing into it.
import type { FilterItem } from '#filters/shape.ts';
import { duplicate, unwrapGroup, wrapItem } from '#filters/itemEdits.ts';
import { moveTo, outTarget, stepTarget } from '#filters/moveItem.ts';
import { ownerOf } from '#filters/shape.ts';
import { setRaw, setStrings } from '#filters/valueEdits.ts';
import { type Change } from '#filters/change.ts';
import { describeItem } from '#filters/describeFilters.ts';
import { oppositeOperator } from '#filters/operatorNames.ts';
import { keyName } from '#webview/elements/controls.ts';
import type { MenuItem } from '#webview/elements/menu.ts';
import { t } from '#webview/elements/translate.ts';
import { conversions } from './fields.ts';
import type { RenderContext } from './renderContext.ts';

export function menuOf(scene: RenderContext, item: FilterItem): readonly MenuItem[] {
  const show = { label: t('Show in Text'), startsGroup: true, run: () => scene.showInText(item.node) };
  if (scene.isReadonly) return [{ ...show, startsGroup: false }];
  return [
    ...moves(scene, item),
    ...nesting(scene, item),
    { label: t('Duplicate'), startsGroup: true, run: () => copy(scene, item) },
    ...negating(scene, item),
    ...typing(scene, item),
    show,
    { label: t('Remove'), key: keyName('Delete'), run: () => scene.remove(item) },
  ];
}

function moves(scene: RenderContext, item: FilterItem): readonly MenuItem[] {
  const step = (label: string, key: string, direction: 1 | -1): MenuItem => ({
    label,
    key: keyName(key),
    isOff: !stepTarget(scene.shape, item.path, direction),
    run: () => scene.move(item, direction, 'grip'),
  });
  return [step(t('Move Up'), 'Alt+↑', -1), step(t('Move Down'), 'Alt+↓', 1)];
}

function nesting(scene: RenderContext, item: FilterItem): readonly MenuItem[] {
  const { shape, indent } = scene;
  const out = outTarget(shape, item.path);
  const items: MenuItem[] = [
    {
      label: t('Put into a Group'),
      startsGroup: true,
      run: () => {
        const change = wrapItem(shape, item, { indent });
        follow(scene, change, 'join', t('Put into a group: {0}', describeItem(item, t)), -2);
      },
    },
    {
      label: t('Move out of the Group'),
      isOff: !out,
      run: () => {
        const change = out && moveTo(shape, item.path, out, { indent });
        if (change) {
          const say = t('Moved out of the group: {0}', describeItem(item, t));
          scene.change(change, { focus: { path: change.path, part: 'grip' }, moved: item, say });
        }
      },
    },
  ];
  if (item.kind !== 'group') return items;
  const change = unwrapGroup(shape, item);
  const isLast = item.items.length === 0;
  return [
    ...items,
    {
      label: t('Dissolve the Group'),
      isOff: !change || isLast,
      run: () => follow(scene, change, 'grip', t('The group is dissolved')),
    },
  ];
}

/** @param up how many steps of the change's path do not belong to the item that gets the focus */
function follow(scene: RenderContext, change: Change, part: string, say: string, up?: number): void {
  if (change) scene.change(change, { focus: { path: change.path.slice(0, up), part }, say });
}

function copy(scene: RenderContext, item: FilterItem): void {
  const part = item.kind === 'group' ? 'join' : 'grip';
  follow(scene, duplicate(scene.shape, item.path), part, t('Duplicated: {0}', describeItem(item, t)));
}

function negating(scene: RenderContext, item: FilterItem): readonly MenuItem[] {
  const { shape, indent } = scene;
  if (item.kind === 'group' || item.kind === 'other') return [];
  const opposite = item.kind === 'property' && !item.isNegated ? oppositeOperator(item.operator) : undefined;
  const run = () =>
    scene.change(
      opposite === undefined
        ? setRaw(shape, [...item.path, 'negation'], String(!item.isNegated), { indent })
        : setStrings(shape, item, { operator: opposite }, { indent }),
    );
  return [{ label: t('Negate'), run }];
}

function typing(scene: RenderContext, item: FilterItem): readonly MenuItem[] {
  if (item.kind !== 'property') return [];
  return conversions(scene, item.value).map((entry, index) => ({ ...entry, startsGroup: index === 0 }));
}

/** Whether the item stands alone, so that nothing is left of its group without it. */
export function neighborOf(scene: RenderContext, item: FilterItem): FilterItem | undefined {
  const owner = ownerOf(scene.shape, item.path);
  const at = Number(item.path.at(-1));
  return owner?.items[at + 1] ?? owner?.items[at - 1];
}
