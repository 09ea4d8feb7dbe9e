// Which of the settings that we read a folder can change: of the editor's own, how texts look and when they are saved, and nothing else.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readSetting } from '#host/settings/settings.ts';
import { type ReadableSettingId, settingTable } from '#host/settings/settingTable.ts';
import { isOfTexts, settingIdsRead as ids, theirSettings } from '../theirSettings.ts';
import { until } from './sampleData.ts';

/** Not ours: shows when VS Code has read the folder's settings. */
const marker = 'editor.rulers';

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
    await write({ [marker]: [77], ...theirSettings }, '[77]');
  });
  after(() => write({}, '[]'));

  for (const [index, id] of ids.entries()) {
    const name = isOfTexts(id) ? `can change ${id}, as of every text` : `cannot change ${id}`;
    it(name, () => {
      const wanted = theirSettings[id as ReadableSettingId]; // oxlint-disable-line typescript/no-unsafe-type-assertion -- of the table above
      assert.notDeepEqual(defaults[index], wanted);
      assert.deepEqual(read(id), isOfTexts(id) ? wanted : defaults[index]);
    });
  }
});
