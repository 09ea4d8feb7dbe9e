// Which of our settings a folder can change: none.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settingIds } from '#manifest.ts';
import { until } from './sampleData.ts';

/** Not ours: shows when VS Code has read the folder's settings. */
const marker = 'editor.rulers';

describe('a folder’s settings', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'the suite runs with a folder open');
  const settings = vscode.Uri.joinPath(folder.uri, '.vscode/settings.json');
  const rulers = () => JSON.stringify(vscode.workspace.getConfiguration().get(marker));

  const write = async (values: object, expectedRulers: string): Promise<void> => {
    await vscode.workspace.fs.writeFile(settings, Buffer.from(JSON.stringify(values)));
    await until(vscode.workspace.onDidChangeConfiguration, () => rulers() === expectedRulers);
  };

  after(() => write({}, '[]'));

  it('change none of ours, while they change the editor’s', async () => {
    const before = settingIds.map((id) => vscode.workspace.getConfiguration().get(id));
    await write(
      {
        [marker]: [77],
        'cohortDeck.connections': [{ id: 'theirs', url: 'https://theirs.example', projects: [] }],
        'cohortDeck.pageSize': 1000,
        'cohortDeck.requestTimeoutSeconds': 600,
        'cohortDeck.confirmDelete': false,
        'cohortDeck.exports.keepDays': 365,
        'cohortDeck.history.keepDays': 365,
      },
      '[77]',
    );
    const now = settingIds.map((id) => vscode.workspace.getConfiguration().get(id));
    assert.deepEqual(now, before);
  });
});
