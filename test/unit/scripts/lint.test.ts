// What may be called in which room: of several overrides that set one rule, the linter takes the last alone, so that a new
// one can silently end the others.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../volatile.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const planted = `import * as vscode from 'vscode';
export const read = () => vscode.workspace.getConfiguration('files');
export const show = () => vscode.window.showErrorMessage('text');
export const age = () => Date.now();
export const wait = () => vscode.window.withProgress({ location: 1 }, async (progress) => progress.report({}));
export const pick = () => vscode.window.showQuickPick([]);
`;
/** For each room an import that it may not have, which the rules of its neighbors allow where that is possible. */
const forbidden: Readonly<Record<string, string>> = {
  'src/agents': '#commands/index.ts',
  'src/agents/bridge': '#host/log.ts',
  'src/api': '#exports/exportPersons.ts',
  'src/api/http': '#api/cohorts.ts',
  'src/commands': '#api/client.ts',
  'src/commands/connections': '#exports/exportPersons.ts',
  'src/commands/exports': '#json/jsonTree.ts',
  'src/composition': '#api/client.ts',
  'src/disk': '#text/displayText.ts',
  'src/editors': '#views/deckTree.ts',
  'src/editors/filters': '#editors/tables/tableProblemText.ts',
  'src/editors/records': '#editors/tables/tableProblemText.ts',
  'src/editors/tables': '#editors/filters/editorOptions.ts',
  'src/exports': '#model/records/catalog.ts',
  'src/exports/compare': '#api/client.ts',
  'src/exports/csv': '#api/client.ts',
  'src/exports/files': '#exports/scan/pageScanner.ts',
  'src/exports/paging': '#exports/files/exportFileName.ts',
  'src/exports/scan': '#exports/files/exportFileName.ts',
  'src/fileSystem': '#editors/cohortPanel.ts',
  'src/filters': '#insights/readTile.ts',
  'src/host': '#model/records/catalog.ts',
  'src/insights': '#filters/parseFilterShape.ts',
  'src/json': '#filters/parseFilterShape.ts',
  'src/json/merge': '#text/displayText.ts',
  'src/model/connections': '#model/records/catalog.ts',
  'src/model/documents': 'vscode',
  'src/model/records': '#model/documents/mergeConflict.ts',
  'src/model/storage': '#model/connections/connections.ts',
  'src/protocol': '#table/openTable.ts',
  'src/sandbox': '#json/jsonTree.ts',
  'src/sandbox/http': '#sandbox/store/store.ts',
  'src/sandbox/json': 'node:fs',
  'src/sandbox/membership': '#sandbox/http/apiKeys.ts',
  'src/sandbox/routes': '#sandbox/sample/fillWithSample.ts',
  'src/sandbox/sample': '#sandbox/routes/persons.ts',
  'src/sandbox/store': '#sandbox/json/rawJson.ts',
  'src/table': '#api/client.ts',
  'src/text': 'node:fs',
  'src/views': '#fileSystem/recordFileSystem.ts',
  'src/webview/charts': '#protocol/dashboardMessages.ts',
  'src/webview/cohort': '#webview/dashboard/main.ts',
  'src/webview/comparison': '#insights/readTile.ts',
  'src/webview/dashboard': '#webview/cohort/main.ts',
  'src/webview/elements': '#text/displayText.ts',
  'src/webview/filters': '#webview/charts/axisLabels.ts',
  'src/webview/filters/assist': '#webview/filters/structure/structureModel.ts',
  'src/webview/filters/editor': '#webview/filters/assist/hostQuestions.ts',
  'src/webview/filters/problems': '#webview/filters/sync/undoGrouping.ts',
  'src/webview/filters/structure': '#webview/filters/editor/formatting.ts',
  'src/webview/filters/structure/conditions': '#webview/filters/structure/structureModel.ts',
  'src/webview/filters/structure/fields': '#webview/filters/structure/items/itemMenu.ts',
  'src/webview/filters/structure/items': '#webview/filters/structure/fields/suggestionList.tsx',
  'src/webview/filters/structure/state': '#webview/filters/structure/items/itemMenu.ts',
  'src/webview/filters/sync': '#webview/filters/problems/statusLineText.ts',
  'src/webview/record': '#insights/readTile.ts',
  'src/webview/table': '#insights/readTile.ts',
  'src/webview/table/columns': '#webview/table/tableState.ts',
  'src/webview/table/grid': '#webview/table/tableState.ts',
  'src/webview/table/pane': '#webview/table/grid/cellSelection.ts',
  'src/newRoom': '#text/displayText.ts',
  'src/webview/newPage': '#text/displayText.ts',
};
const files = [
  ...Object.entries(forbidden).map(([room, from]) => [`${room}/planted.ts`, from] as const),
  ['src/web.ts', '#model/records/catalog.ts'],
  ['src/manifest.ts', '#text/displayText.ts'],
  ['src/planted.ts', '#text/displayText.ts'],
  ['src/host/settings/settings.ts', '#model/records/catalog.ts'],
] as const;
const { overrides }: { overrides: readonly { files: readonly string[]; rules: object }[] } = JSON.parse(
  readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'),
);

/** By the rule, and then by the line of a planted file. */
const faultOn: Readonly<Record<string, readonly string[]>> = {
  'eslint(no-restricted-properties)': ['', '', 'settings', 'messages', 'clock', 'progress', 'picks'],
  'eslint(no-restricted-imports)': ['', '', '', '', '', '', '', 'import', 'import type'],
};
/** They compare ages. */
const clockRooms = ['fileSystem', 'model', 'views'];

describe('the linter', () => {
  let folder = '';
  let found: ReadonlyMap<string, readonly string[]> = new Map();

  before(async () => {
    folder = temporaryFolder();
    await copyFile(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    for (const [file, from] of files) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      const imports = `import { value } from '${from}';\nimport type { Value } from '${from}';\n`;
      await writeFile(path.join(folder, file), `${planted}${imports}`);
    }
    found = faultsByFile(await lint(folder));
  });

  it('refuses settings, messages, progress, quick picks and the clock wherever a room may not use them', () => {
    for (const [file] of files) {
      const room = file.split('/')[1] ?? '';
      const expected = [
        ...(clockRooms.includes(room) ? ['clock'] : []),
        ...(room === 'host' ? [] : ['messages', 'picks']),
        ...(file === 'src/host/settings/settings.ts' ? [] : ['progress', 'settings']),
        ...(file === 'src/host/settings/settings.ts' || room === 'exports' ? [] : ['progress']), // those of exports are no texts
      ];
      const calls = found.get(file)?.filter((fault) => !fault.startsWith('import'));
      assert.deepEqual(calls?.toSorted() ?? [], expected.toSorted(), file);
    }
  });

  it('refuses an import that a room may not have, also of a type, and all imports of a new room', () => {
    for (const [file, from] of files) {
      const imports = found.get(file)?.filter((fault) => fault.startsWith('import'));
      assert.deepEqual(imports, ['import', 'import type'], `${file}: ${from}`);
    }
  });

  it('was tried in every room', async () => {
    const ruled = overrides
      .filter(({ rules }) => 'no-restricted-imports' in rules)
      .flatMap((one) => one.files);
    const rooms = ruled
      .filter((one) => one.endsWith('/**') && one !== 'src/**')
      .map((one) => one.slice(0, -3));
    const tried = Object.keys(forbidden).filter((room) => !/\/new[A-Z]/.test(room));
    assert.deepEqual(tried.toSorted(), rooms.toSorted());
    const folders = await readdir(path.join(root, 'src'), { withFileTypes: true });
    for (const { name } of folders.filter((entry) => entry.isDirectory()))
      assert.ok(
        rooms.some((room) => room.split('/')[1] === name),
        `src/${name} has no rule`,
      );
  });
});

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

function faultsByFile({ diagnostics }: Report): ReadonlyMap<string, readonly string[]> {
  const byFile = new Map<string, string[]>();
  for (const { code, filename, labels } of diagnostics) {
    const faults = byFile.get(filename) ?? [];
    byFile.set(filename, faults);
    const line = labels[0]?.span.line ?? 0;
    const fault = faultOn[code]?.[line];
    if (fault) faults.push(fault);
  }
  return byFile;
}

function lint(directory: string): Promise<Report> {
  const tool = path.join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tool, '--format=json', '.'], { cwd: directory }, (error, output) => {
      if (error === null || error.code !== 1) reject(error ?? new Error('nothing was reported'));
      else resolve(JSON.parse(output));
    });
  });
}
