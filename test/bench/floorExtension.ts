// An extension that registers what ours does, under names of its own, and does nothing.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../.scripts/processes.ts';

/** Writes it into a new folder. */
export async function writeFloorExtension(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const { commands, customEditors, views, viewsContainers, configuration } = manifest.contributes;
  const contributes = { commands, customEditors, views, viewsContainers, configuration };
  const floor = {
    name: 'floor',
    publisher: 'bench',
    version: '0.0.0',
    engines: manifest.engines,
    main: 'main.js',
    activationEvents: [],
    contributes: JSON.parse(JSON.stringify(contributes).replaceAll('cohortDeck', 'floor')),
  };
  const ids = commands.map(({ command }: { command: string }) => command.replace('cohortDeck', 'floor'));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(floor));
  await writeFile(path.join(folder, 'main.js'), `const commandIds = ${JSON.stringify(ids)};\n${main}`);
}

/** Mirrors the composition root: a command or provider that is added there must be added here, too. */
const main = `
const { commands, EventEmitter, StatusBarAlignment, window, workspace } = require('vscode');
exports.activate = ({ secrets, subscriptions }) => {
  const startedAt = performance.now();
  const nothing = () => undefined;
  subscriptions.push(window.createOutputChannel('Floor', { log: true }));
  for (const setting of ['connections', 'pageSize', 'confirmDelete', 'exports.keepDays', 'http.proxy'])
    subscriptions.push(workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(setting)));
  subscriptions.push(window.createTreeView('floor.tree', {
    treeDataProvider: { onDidChangeTreeData: new EventEmitter().event, getChildren: () => [], getTreeItem: nothing },
    showCollapseAll: true,
    canSelectMany: true,
  }));
  const changed = new EventEmitter();
  subscriptions.push(workspace.registerFileSystemProvider('floor', {
    onDidChangeFile: changed.event, watch: () => ({ dispose: nothing }), stat: nothing, readFile: nothing, writeFile: nothing,
    readDirectory: () => [], createDirectory: nothing, delete: nothing, rename: nothing,
  }));
  subscriptions.push(window.registerCustomEditorProvider('floor.filters', { resolveCustomTextEditor: nothing }));
  for (const name of ['table', 'persons', 'dashboard', 'cohort'])
    subscriptions.push(window.registerCustomEditorProvider('floor.' + name, { openCustomDocument: nothing, resolveCustomEditor: nothing }));
  for (const name of ['result', 'protection', 'status'])
    subscriptions.push(window.createStatusBarItem('floor.' + name, StatusBarAlignment.Left));
  subscriptions.push(window.registerFileDecorationProvider({ provideFileDecoration: nothing }));
  subscriptions.push(workspace.registerTextDocumentContentProvider('floor-diagnosis', { provideTextDocumentContent: nothing }));
  for (const _ of ['tree', 'protection', 'result', 'exports', 'recent'])
    subscriptions.push(window.tabGroups.onDidChangeTabs(nothing), window.tabGroups.onDidChangeTabGroups(nothing));
  subscriptions.push(window.onDidChangeWindowState(nothing), window.onDidChangeActiveTextEditor(nothing), secrets.onDidChange(nothing));
  subscriptions.push(workspace.onDidChangeTextDocument(nothing), workspace.onDidCloseTextDocument(nothing));
  for (const id of commandIds) subscriptions.push(commands.registerCommand(id, nothing));
  void commands.executeCommand('setContext', 'floor.connectionCount', 0);
  performance.measure('floor.activate', { start: startedAt });
};
`;
