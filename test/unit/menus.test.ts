// What package.json offers for each kind of item of the tree, and in the palette.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when: string;
  readonly group: string;
}

const { contributes } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const menus: Record<string, readonly Entry[]> = contributes.menus;

/** What is selected: how many items, and what `cohortDeck.selectedBesideRecords` is. */
interface Selection {
  readonly count: number;
  readonly beside?: readonly string[];
}

const alone: Selection = { count: 1 };
const inPair: Selection = { count: 2 };

/** Whether a when clause holds for an item of the tree. */
function holds(when: string, item: string, selection: Selection): boolean {
  const either = split(when, '||');
  if (either.length > 1) return either.some((part) => holds(part, item, selection));
  const all = split(when, '&&');
  if (all.length > 1) return all.every((part) => holds(part, item, selection));
  if (when.startsWith('!')) return !holds(when.slice(1), item, selection);
  if (when.startsWith('(')) return holds(when.slice(1, -1), item, selection);
  if (when === 'view == cohortDeck.tree') return true;
  if (when === 'listMultiSelection') return selection.count > 1;
  if (when === 'listDoubleSelection') return selection.count === 2;
  if (when === 'viewItem in cohortDeck.selectedBesideRecords')
    return selection.beside?.includes(item) ?? false;
  const pattern = /^viewItem =~ \/(.+)\/$/.exec(when)?.[1] ?? assert.fail(`another clause: ${when}`);
  return new RegExp(pattern).test(item);
}

/** The parts around an operator outside of parentheses, which are balanced in patterns, too. */
function split(when: string, operator: '&&' | '||'): readonly string[] {
  const parts: string[] = [];
  for (const piece of when.split(` ${operator} `)) {
    const last = parts.at(-1);
    const isOpen = last !== undefined && last.split('(').length > last.split(')').length;
    if (isOpen) parts[parts.length - 1] = `${last} ${operator} ${piece}`;
    else parts.push(piece);
  }
  return parts;
}

/** The ids of what the menu of an item has, with those of its submenus where they are asked for. */
function entriesOf(item: string, menu = 'view/item/context', selection = alone): string[] {
  return (menus[menu] ?? [])
    .filter(({ group }) => !group.startsWith('inline'))
    .filter(({ when }) => holds(when, item, selection))
    .map(({ command, submenu = '' }) => command ?? submenu);
}

/** As VS Code does it: what the menus of all have; a submenu is that of the first. */
function entriesOfAll(...items: readonly string[]): readonly string[] {
  const [first = '', ...others] = items;
  const common = others.reduce(
    (left, item) => left.filter((id) => entriesOf(item, undefined, inPair).includes(id)),
    entriesOf(first, undefined, inPair),
  );
  return common.flatMap((id) => (menus[id] ? entriesOf(first, id, inPair) : [id]));
}

/** Each acts on all selected items of its kind. */
const actOnAll = [
  ...['refresh', 'restore', 'emptyTrash', 'exportPersons', 'compareCohorts', 'compareFilters', 'recalculate'],
  ...['editTags', 'setEditAccess', 'pin', 'unpin', 'moveTile', 'delete'],
  ...['copyId', 'copyLink', 'duplicate', 'copyTo'],
].map((id) => `cohortDeck.${id}`);

/** Each word, or none, of every list. */
function combine(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.reduce<readonly string[]>(
    (found, words) => found.flatMap((one) => words.map((word) => `${one} ${word}`.trim())),
    [''],
  );
}

const states = ['', 'static', 'calculating', 'ready'];
const records = [
  ...combine(['dashboard'], ['pinned', 'unpinned'], ['', 'web'], ['', 'writable', 'viewOnly']),
  ...combine(['cohort'], states, ['pinnedHere', 'unpinnedHere'], ['', 'web'], ['', 'writable', 'viewOnly']),
];
const troubles = ['', 'offline', 'unauthorized', 'throttled'];
const others = [
  ...combine(['connection', 'connection keyed'], troubles, ['', 'unsent'], ['', 'writable']),
  ...combine(['project'], ['', 'lone'], ['', 'removable'], ['', 'keyed'], troubles, ['', 'writable']),
  ...combine(['dashboards', 'cohorts', 'tile', 'trash', 'trashed', 'more', 'failed'], ['', 'writable']),
  'empty',
];

describe('the menu of an item of the tree', () => {
  for (const selection of [alone, inPair]) {
    const among = selection === alone ? '' : ' of several selected ones';
    it(`has at most twelve entries, and at most seven in each submenu${among}`, () => {
      const submenus = contributes.submenus.map(({ id }: { id: string }) => id);
      for (const item of [...records, ...others]) {
        const entries = entriesOf(item, undefined, selection);
        assert.ok(entries.length <= 12, `${item}: ${entries.length}`);
        for (const submenu of submenus)
          assert.ok(entriesOf(item, submenu, selection).length <= 7, `${submenu} of ${item}`);
      }
    });

    it(`has no entry twice, and no submenu of a single entry or none${among}`, () => {
      for (const item of [...records, ...others]) {
        const top = entriesOf(item, undefined, selection);
        const submenus = top
          .filter((id) => menus[id])
          .map((id) => [id, entriesOf(item, id, selection)] as const);
        const all = [...top, ...submenus.flatMap(([, entries]) => entries)];
        assert.equal(new Set(all).size, all.length, `${item}: ${all.join(' ')}`);
        for (const [id, entries] of submenus) assert.ok(entries.length > 1, `${id} of ${item}`);
      }
    });
  }

  it('has for several selected items only what acts on all of them', () => {
    for (const item of [...records, ...others])
      assert.deepEqual(
        entriesOfAll(item, item).filter((id) => !actOnAll.includes(id)),
        [],
        item,
      );
  });

  it('has Pin for what is pinned and what is not, in either order, and Unpin only for what is pinned', () => {
    const pinsOf = (...items: readonly string[]) => entriesOfAll(...items).filter((id) => /[pP]in$/.test(id));
    const [pin, unpin] = ['cohortDeck.pin', 'cohortDeck.unpin'];
    for (const access of ['', ' writable']) {
      const [pinned, unpinned] = [`cohort pinnedHere${access}`, `cohort unpinnedHere${access}`];
      assert.deepEqual(pinsOf(pinned, unpinned), [pin]);
      assert.deepEqual(pinsOf(unpinned, pinned), [pin]);
      assert.deepEqual(pinsOf(pinned, pinned), [pin, unpin]);
    }
    assert.deepEqual(pinsOf('dashboard pinned writable', 'cohort unpinnedHere writable'), [pin]);
    assert.deepEqual(pinsOf('dashboard pinned', 'dashboard pinned'), []);
  });

  it('of a record that the key can only view has what shows and copies it, and nothing that changes it', () => {
    for (const record of ['dashboard unpinned web viewOnly', 'cohort static unpinnedHere web viewOnly']) {
      const entries = entriesOf(record).flatMap((id) => [id, ...(menus[id] ? entriesOf(record, id) : [])]);
      const changing = [
        'editFilters',
        'rename',
        'change',
        'editAsJson',
        'delete',
        'addPersons',
        'recalculate',
      ];
      for (const id of changing) assert.ok(!entries.includes(`cohortDeck.${id}`), `${id} of ${record}`);
      for (const id of ['showFilters', 'showAsJson', 'duplicate'])
        assert.ok(entries.includes(`cohortDeck.${id}`), `${id} of ${record}`);
    }
  });

  it('of a static cohort, which has no filters to edit, only shows them', () => {
    const entries = entriesOf('cohort static unpinnedHere writable');
    assert.ok(entries.includes('cohortDeck.showFilters'));
    assert.ok(!entries.includes('cohortDeck.editFilters'));
  });

  it('has what several records have if it is selected beside them: VS Code offers what the menus of all have', () => {
    const several = { count: 3 };
    for (const item of others) {
      const offered = entriesOf(item, undefined, { ...several, beside: [item] });
      for (const record of records.filter(
        (other) => other.includes('writable') === item.includes('writable'),
      )) {
        const missing = entriesOf(record, undefined, several).filter((id) => !offered.includes(id));
        assert.deepEqual(missing, [], `${item} beside ${record}`);
      }
      const beside = { ...several, beside: ['another item'] };
      assert.notDeepEqual(offered, entriesOf(item, undefined, beside));
    }
  });
});

describe('the palette', () => {
  it('has no more commands than a person can look through', () => {
    const hidden = new Map(menus.commandPalette?.map(({ command, when }) => [command, when]));
    const shown = contributes.commands.filter(({ command }: { command: string }) => {
      const when = hidden.get(command) ?? '';
      return when === '' || when === '!cohortDeck.isReadOnly';
    });
    assert.ok(shown.length <= 60, String(shown.length));
  });
});
