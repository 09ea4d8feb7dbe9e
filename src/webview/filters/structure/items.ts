// Groups as cards in cards, and the rows in them.
import type { FilterGroup, FilterItem } from '#filters/shape.ts';
import { addItem, setJoin, type NewItem } from '#filters/itemEdits.ts';
import { describeItem } from '#filters/describeFilters.ts';
import { t } from '#webview/elements/translate.ts';
import { controlsOf, otherControls, otherKeys } from './conditions.ts';
import { choice } from './fields.ts';
import { h, iconPiece, type Child, type Piece } from './render.ts';
import type { RenderContext } from './renderContext.ts';

/** The topmost group, which cannot be moved or taken away. */
export function rootGroup(scene: RenderContext, group: FilterGroup): Piece {
  const id = scene.idOf(group);
  return h('div', { class: 'item item-root', 'data-id': id, key: id }, groupCard(scene, group, true));
}

function itemRow(scene: RenderContext, item: FilterItem, owner: FilterGroup, index: number): Piece {
  const id = scene.idOf(item);
  const problems = scene.problemsOf(item);
  const problemsId = `problems-${id}`;
  return h(
    'li',
    { class: `item item-${item.kind}`, 'data-id': id, key: id },
    h('span', { class: 'conjunction', 'aria-hidden': 'true' }, conjunction(owner, index)),
    item.kind === 'group'
      ? groupCard(scene, item, false)
      : h(
          'div',
          {
            class: `row ${problems.length > 0 ? `has-${problems[0]?.severity}` : ''}`,
            role: 'group',
            'aria-label': describeItem(item, t),
            'aria-describedby': problems.length > 0 && problemsId,
          },
          grip(scene, item),
          h(
            'div',
            { class: 'controls' },
            item.kind === 'other' ? otherControls(scene, item) : controlsOf(scene, item),
            item.kind !== 'other' && otherKeys(scene, item),
          ),
          actions(scene, item),
        ),
    item.kind !== 'group' && problemList(scene, item, problemsId),
  );
}

function groupCard(scene: RenderContext, group: FilterGroup, isRoot: boolean): Piece {
  const id = scene.idOf(group);
  const problems = scene.problemsOf(group);
  const problemsId = `problems-${id}`;
  return h(
    'div',
    {
      class: `group ${group.join === 'OR' ? 'any' : 'all'} ${problems.length > 0 ? `has-${problems[0]?.severity}` : ''}`,
      role: 'group',
      'aria-label': groupLabel(group),
      'aria-describedby': problems.length > 0 && problemsId,
    },
    h(
      'div',
      { class: 'group-head' },
      !isRoot && grip(scene, group),
      choice(
        scene,
        group.join,
        joins(),
        { label: t('Match all or any'), part: 'join', class: 'join' },
        (join) => scene.change(setJoin(scene.shape, group, join, { indent: scene.indent })),
      ),
      h('span', { class: 'word' }, t('of these conditions')),
      h('span', { class: 'space' }),
      !isRoot && actions(scene, group),
    ),
    problemList(scene, group, problemsId),
    otherKeys(scene, group),
    items(scene, group),
    !scene.isReadonly && adders(scene, group),
  );
}

/** Long lists are drawn piece by piece. */
function items(scene: RenderContext, group: FilterGroup): Piece {
  const id = scene.idOf(group);
  const shown = scene.shownOf(id);
  const left = group.items.length - shown;
  return h(
    'ul',
    { class: 'items', 'data-list': id },
    group.items.slice(0, shown).map((item, index) => itemRow(scene, item, group, index)),
    group.items.length === 0 && h('li', { class: 'no-items' }, t('No conditions in this group.')),
    left > 0 &&
      h(
        'li',
        { class: 'more-items' },
        h(
          'button',
          { type: 'button', class: 'link', onclick: () => scene.showMore(id) },
          t('Show More ({0} left)', left),
        ),
      ),
  );
}

/** What adds to a group; to `properties` where there is no group yet. */
export function adders(scene: RenderContext, group: FilterGroup | undefined): Piece {
  const kinds: readonly (readonly [NewItem, string, string])[] = [
    ['property', t('Property'), t('Add a property condition')],
    ['behavior', t('Event'), t('Add an event condition')],
    ['cohort', t('Cohort'), t('Add a cohort condition')],
    ['group', t('Group'), t('Add a group')],
  ];
  const offered = kinds.filter(
    ([kind]) => scene.shape.kind === 'cohort' || kind === 'property' || kind === 'cohort',
  );
  return h(
    'div',
    { class: 'adders', role: 'group', 'aria-label': t('Add') },
    offered.map(([kind, words, label]) =>
      h(
        'button',
        {
          type: 'button',
          class: 'button adder',
          'aria-label': label,
          title: label,
          'data-part': `add-${kind}`,
          onclick: () => add(scene, group, kind, label),
        },
        iconPiece('add'),
        h('span', {}, words),
      ),
    ),
  );
}

const firstParts: Readonly<Record<NewItem, string>> = {
  property: 'key',
  behavior: 'key',
  cohort: 'value',
  group: 'join',
};

function add(scene: RenderContext, group: FilterGroup | undefined, kind: NewItem, say: string): void {
  const change = addItem(scene.shape, group, kind, { indent: scene.indent });
  if (change) scene.change(change, { focus: { path: change.path, part: firstParts[kind] }, say });
}

function grip(scene: RenderContext, item: FilterItem): Piece | false {
  if (scene.isReadonly) return false;
  const label = t('Move: {0}', describeItem(item, t));
  return h(
    'button',
    {
      type: 'button',
      class: 'grip',
      'data-part': 'grip',
      'aria-label': label,
      title: t('Drag to move, or press Alt and an arrow key'),
      onpointerdown: (event) => {
        if (event instanceof PointerEvent && event.button === 0) scene.startDrag(item, event);
      },
      onkeydown: (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== 'Delete') return;
        event.preventDefault();
        scene.remove(item);
      },
    },
    iconPiece('grip'),
  );
}

function actions(scene: RenderContext, item: FilterItem): Piece {
  return h(
    'span',
    { class: 'actions' },
    action('menu', 'more', t('More Actions'), ({ currentTarget }) => {
      if (currentTarget instanceof HTMLElement) scene.openMenu(item, currentTarget);
    }),
    !scene.isReadonly &&
      action('remove', 'close', item.kind === 'group' ? t('Remove Group') : t('Remove'), () =>
        scene.remove(item),
      ),
  );
}

function action(part: string, name: 'more' | 'close', label: string, onclick: (event: Event) => void): Piece {
  const haspopup = part === 'menu' && 'menu';
  return h(
    'button',
    {
      type: 'button',
      class: 'button action',
      'data-part': part,
      'aria-label': label,
      'aria-haspopup': haspopup,
      title: label,
      onclick,
    },
    iconPiece(name),
  );
}

function problemList(scene: RenderContext, item: FilterItem, id: string): Child {
  const problems = scene.problemsOf(item);
  if (problems.length === 0) return false;
  return h(
    'ul',
    { class: 'problem-list', id },
    problems.map(({ severity, message, source }) =>
      h(
        'li',
        { class: `problem-row problem-row-${severity}` },
        iconPiece(severity),
        h('span', {}, message),
        source !== '' && h('span', { class: 'problem-source' }, source),
      ),
    ),
  );
}

function joins(): ReadonlyMap<string, string> {
  return new Map([
    ['AND', t('Match all')],
    ['OR', t('Match any')],
  ]);
}

function groupLabel({ join, items: { length } }: FilterGroup): string {
  if (join === 'OR') return t('Match any of {0} conditions', length);
  return join === 'AND' ? t('Match all of {0} conditions', length) : t('{0} of {1} conditions', join, length);
}

function conjunction({ join }: FilterGroup, index: number): string {
  if (index === 0) return t('where');
  if (join === 'AND') return t('and');
  return join === 'OR' ? t('or') : join.toLowerCase();
}
