// Which of the settings that we read a folder can change: of the editor's own, how texts look, and nothing else.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readSetting } from '#host/settings.ts';
import { type ReadableSettingId, settingTable } from '#host/settingTable.ts';
import { until } from './sampleData.ts';

/** Not ours: shows when VS Code has read the folder's settings. */
const marker = 'editor.rulers';

/** For each setting that is read, a valid value that is no default. */
const theirs: Readonly<Record<ReadableSettingId, unknown>> = {
  'cohortDeck.connections': [{ id: 'theirs', url: 'https://theirs.example', projects: [] }],
  'cohortDeck.pageSize': 777,
  'cohortDeck.requestTimeoutSeconds': 599,
  'cohortDeck.confirmDelete': false,
  'cohortDeck.exports.keepDays': 365,
  'cohortDeck.history.keepDays': 365,
  'editor.detectIndentation': false,
  'editor.insertSpaces': false,
  'editor.lineHeight': 33,
  'editor.tabSize': 7,
  'editor.wordWrap': 'bounded',
  'http.proxy': 'http://theirs.example:3128',
  'http.proxyAuthorization': 'Basic dGhlaXJz',
  'http.proxyStrictSSL': false,
  'http.proxySupport': 'off',
  'http.noProxy': ['theirs.example'],
};

const ids = [...new Set([...Object.keys(theirs), ...Object.keys(settingTable)])];
const isOfLook = (id: string): boolean => id.startsWith('editor.');

/** By its id, which the table of settings has. */
function read(id: string): unknown {
  assert.ok(id in settingTable, id);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked up just now
  return readSetting(id as ReadableSettingId);
}

describe('a folder’s settings', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'the suite runs with a folder open');
  const settings = vscode.Uri.joinPath(folder.uri, '.vscode/settings.json');
  const rulers = () => JSON.stringify(vscode.workspace.getConfiguration().get(marker));
  let defaults: readonly unknown[] = [];

  const write = async (values: object, expectedRulers: string): Promise<void> => {
    await vscode.workspace.fs.writeFile(settings, Buffer.from(JSON.stringify(values)));
    await until(vscode.workspace.onDidChangeConfiguration, () => rulers() === expectedRulers);
  };

  before(async () => {
    defaults = ids.map(read);
    await write({ [marker]: [77], ...theirs }, '[77]');
  });
  after(() => write({}, '[]'));

  for (const [index, id] of ids.entries()) {
    const name = isOfLook(id) ? `can change ${id}, as of every text` : `cannot change ${id}`;
    it(name, () => {
      const wanted = theirs[id as ReadableSettingId]; // oxlint-disable-line typescript/no-unsafe-type-assertion -- of the table above
      assert.notDeepEqual(defaults[index], wanted);
      assert.deepEqual(read(id), isOfLook(id) ? wanted : defaults[index]);
    });
  }
});
