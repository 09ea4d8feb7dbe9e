import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  colorIds,
  commandIds,
  contextKeys,
  cohortEditorViewType,
  comparisonViewType,
  dashboardEditorViewType,
  extensionId,
  filtersEditorViewType,
  languageId,
  scheme,
  personsEditorViewType,
  tableEditorViewType,
  treeViewId,
} from '#manifest.ts';
import { settingTable } from '#host/settings/settingTable.ts';
import { formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { writingCommandIds } from '../writingCommands.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json'));
const strings: Record<string, string> = JSON.parse(read('package.nls.json'));
const { contributes } = manifest;
const settingIds = Object.keys(settingTable).filter((id) => id.startsWith('cohortDeck.'));
const writing = new Set<string>(writingCommandIds);
const submenuIds: readonly string[] = contributes.submenus.map(({ id }: { id: string }) => id);
/** The menus of the items of the tree. */
const itemMenus = ['view/item/context', ...submenuIds];

describe('package.json', () => {
  it('has the same extension id as the code', () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, extensionId);
  });

  it('contributes exactly the commands that the code handles', () => {
    const ids = contributes.commands.map((entry: { command: string }) => entry.command);
    assert.deepEqual(ids.toSorted(), commandIds.toSorted());
  });

  it('contributes the code’s language, with VS Code’s JSON support and without auto save', () => {
    assert.deepEqual(
      contributes.languages.map(({ id }: { id: string }) => id),
      [languageId],
    );
    assert.equal(contributes.grammars[0].language, languageId);
    assert.deepEqual(contributes.jsonLanguageParticipants, [{ languageId, comments: false }]);
    const defaults = contributes.configurationDefaults[`[${languageId}]`];
    assert.equal(defaults['files.autoSave'], 'off');
    assert.equal(defaults['files.autoSaveWhenNoErrors'], true);
  });

  it('contributes exactly the settings that the code reads', () => {
    assert.deepEqual(Object.keys(contributes.configuration.properties).toSorted(), settingIds.toSorted());
  });

  it('lets no workspace, trusted or restricted, change a setting', () => {
    const properties: Record<string, { readonly scope?: string }> = contributes.configuration.properties;
    assert.deepEqual(
      Object.entries(properties).map(([id, { scope }]) => [id, scope]),
      Object.keys(properties).map((id) => [id, 'application']),
    );
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
  });

  it('has an entry for a browser alone, under a name that its extension host takes for CommonJS', () => {
    assert.match(manifest.browser, /\.cjs$/);
    assert.ok(
      !manifest.extensionKind.includes('web'),
      'VS Code adds “web” itself, where there is no other place',
    );
  });

  it('has the same view, editor and scheme as the code', () => {
    assert.equal(contributes.views.cohortDeck[0].id, treeViewId);
    assert.equal(contributes.customEditors[0].viewType, filtersEditorViewType);
    const filters = toDocument({ connectionId: 'acme', projectId: '1', kind: 'cohort', id: 42 }, 'filters');
    assert.equal(contributes.customEditors[0].selector[0].filenamePattern, `${scheme}:/**/*.filters.json`);
    assert.match(formatPlace(filters, 'Power users').path, /\.filters\.json$/);
    assert.equal(contributes.customEditors[1].viewType, tableEditorViewType);
    assert.equal(contributes.customEditors[2].viewType, personsEditorViewType);
    assert.equal(contributes.customEditors[3].viewType, dashboardEditorViewType);
    assert.equal(contributes.customEditors[4].viewType, cohortEditorViewType);
    const selectors = contributes.customEditors.flatMap(({ selector }: { selector: object[] }) => selector);
    assert.deepEqual([...new Set(selectors.flatMap(Object.keys))], ['filenamePattern']);
    const events = [`onFileSystem:${scheme}`, `onWebviewPanel:${comparisonViewType}`];
    assert.deepEqual(manifest.activationEvents, events);
  });

  it('refers in menus and keybindings to commands that exist', () => {
    const menus = Object.values<{ command?: string; submenu?: string }[]>(contributes.menus).flat();
    assert.deepEqual(
      menus.flatMap(({ submenu }) => submenu ?? []).filter((id) => !submenuIds.includes(id)),
      [],
    );
    const keys: { command: string; args?: { commands?: (string | { command: string })[] } }[] =
      contributes.keybindings;
    const used = [
      ...menus.flatMap(({ command }) => (command === undefined ? [] : [[command]])),
      ...keys.map((key) => key.args?.commands ?? [key.command]),
    ].flatMap((commands) => commands.map((one) => (typeof one === 'string' ? one : one.command)));
    const ours = used.filter((command) => !command.startsWith('list.'));
    assert.deepEqual(
      ours.filter((command) => !commandIds.some((id) => id === command)),
      [],
    );
  });

  it('offers what writes only on items that can be written to', () => {
    const items: { command: string; when: string }[] = itemMenus.flatMap((id) => contributes.menus[id]);
    const entries = items.filter(({ command }) => writing.has(command));
    assert.deepEqual(
      entries
        .filter(({ when }) => !when.includes('viewItem =~ /\\bwritable\\b/'))
        .map(({ command }) => command),
      // They read the item: in a project that can be written to, or to copy it to one that can.
      ['cohortDeck.duplicate', 'cohortDeck.copyTo', 'cohortDeck.createCohortFrom'],
    );
    const copying = entries.filter(({ when }) => when.includes('viewItem =~ /\\b(writable|viewOnly)\\b/'));
    assert.deepEqual(
      copying.map(({ command }) => command),
      ['cohortDeck.duplicate', 'cohortDeck.createCohortFrom'],
    );
    const elsewhere = ['removePersons', 'undo', 'redo'].map((name) => `cohortDeck.${name}`);
    assert.deepEqual(
      new Set(entries.map(({ command }) => command)),
      new Set(writingCommandIds.filter((id) => !elsewhere.includes(id))),
    );
  });

  it('offers what writes in the palette and in the title of the tree only where something can be written to', () => {
    const palette: { command: string; when: string }[] = contributes.menus.commandPalette;
    const hidden = palette.filter(({ when }) => when === '!cohortDeck.isReadOnly');
    const onThisMachine = ['cohortDeck.pin', 'cohortDeck.unpin']; // where cohorts are pinned
    assert.deepEqual(
      hidden.map(({ command }) => command).toSorted(),
      writingCommandIds.filter((id) => !onThisMachine.includes(id)).toSorted(),
    );
    const title: { command: string; when: string }[] = contributes.menus['view/title'];
    assert.deepEqual(
      title.filter(({ command }) => writing.has(command)),
      ['cohortDeck.createDashboard', 'cohortDeck.createCohort'].map((command, index) => ({
        command,
        when: `view == ${treeViewId} && !cohortDeck.isReadOnly`,
        group: `2_create@${index + 1}`,
      })),
    );
  });

  it('offers nothing that writes in any other menu', () => {
    const known = [...itemMenus, 'view/title', 'commandPalette'];
    const others = Object.entries<{ command: string }[]>(contributes.menus).filter(
      ([id]) => !known.includes(id),
    );
    assert.ok(others.length > 0);
    assert.deepEqual(
      others.flatMap(([, entries]) => entries).filter(({ command }) => writing.has(command)),
      [],
    );
  });

  it('contributes exactly the colors that the code uses', () => {
    const ids = contributes.colors.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, Object.values(colorIds));
  });

  it('passes the focused item of the tree with the keys that change records or go to one', () => {
    const keys: { command: string; args?: unknown }[] = contributes.keybindings;
    const given = keys.filter(({ args }) => args !== undefined);
    assert.deepEqual(
      given.map(({ command, args }) => [command, args]),
      ['rename', 'delete', 'undo', 'redo', 'redo', 'clearFilter'].map((command) => [
        `cohortDeck.${command}`,
        [{ $treeViewId: treeViewId, $focusedTreeItem: true }],
      ]),
    );
  });

  it('uses no context key of ours that the code does not set', () => {
    const whens = JSON.stringify(contributes).matchAll(/cohortDeck\.[A-Za-z]+(?= ==|[")]| &&)/g);
    const known = new Set<string>([
      ...commandIds,
      ...contextKeys,
      ...submenuIds,
      treeViewId,
      filtersEditorViewType,
      personsEditorViewType,
      tableEditorViewType,
      dashboardEditorViewType,
      cohortEditorViewType,
      ...settingIds,
      ...Object.values(colorIds),
    ]);
    assert.deepEqual(
      [...whens].map(([text]) => text).filter((text) => !known.has(text)),
      [],
    );
  });

  it('has a text for each placeholder, and a placeholder for each text', () => {
    const used = [...read('package.json').matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key);
    assert.deepEqual(new Set(used), new Set(Object.keys(strings)));
  });

  it('has the plain command first in the palette, which orders by title', () => {
    for (const [file, typed] of [
      ['package.nls.json', 'Create Cohort'],
      ['package.nls.de.json', 'Kohorte erstellen'],
    ] as const) {
      const titles = Object.entries<string>(JSON.parse(read(file))).filter(([, title]) =>
        typed.split(' ').every((word) => title.includes(word)),
      );
      const [first] = titles.toSorted(([, a], [, b]) => a.localeCompare(b));
      assert.equal(first?.[0], 'command.createCohort');
    }
  });

  it('has a command that deletes nothing first for “Trash” in the palette', () => {
    for (const [file, typed, first] of [
      ['package.nls.json', 'Trash', 'command.showTrash'],
      ['package.nls.de.json', 'Papierkorb', 'command.restore'],
    ] as const) {
      const titles = Object.entries<string>(JSON.parse(read(file))).filter(
        ([key, title]) => key.startsWith('command.') && title.includes(typed),
      );
      assert.equal(titles.toSorted(([, a], [, b]) => a.localeCompare(b))[0]?.[0], first);
    }
  });

  it('writes command titles in title case, verbs first', () => {
    const small = new Set(['.mcp.json', 'as', 'from', 'in', 'on', 'or', 'the', 'to', 'with']);
    for (const [key, title] of Object.entries(strings)) {
      if (!key.startsWith('command.')) continue;
      const wrong = title.split(/…| /).filter((word) => !small.has(word) && !/^([A-Z]|$)/.test(word));
      assert.deepEqual(wrong, [], title);
    }
  });
});
