// What says that an entry of the connections in the settings is unusable, for which the tree has no row.
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { createLog } from '#host/log.ts';
import { Connections } from '#model/connections/connections.ts';
import { registerSettingProblems } from '#views/registerSettingProblems.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { createSetting } from '../stored.ts';

const acme = { id: 'acme', url: 'https://acme.test', projects: [{ id: '1' }] };

describe('the status bar item of problems in the settings', () => {
  it('is there while there are any, says what is wrong, and opens the settings', async () => {
    const setting = createSetting([acme, { ...acme, id: 'other', projects: 'x' }]);
    const connections = new Connections(setting);
    const item: vscode.StatusBarItem & { isShown: boolean } = {
      id: '',
      alignment: 1,
      priority: undefined,
      name: undefined,
      text: '',
      tooltip: undefined,
      color: undefined,
      backgroundColor: undefined,
      command: undefined,
      accessibilityInformation: undefined,
      isShown: false,
      show: () => void (item.isShown = true),
      hide: () => void (item.isShown = false),
      dispose: () => undefined,
    };
    const ignore = () => undefined;
    const log = createLog({ debug: ignore, info: ignore, warn: ignore, error: ignore, show: ignore });
    const registered = registerSettingProblems(connections, item, log);
    await eventually('the item to show', async () => item.isShown);
    assert.equal(item.text, '$(warning) 1 problem in the settings of connections');
    assert.equal(
      item.tooltip,
      'Connection 2 in the settings needs “projects” as a list of objects with an “id”.',
    );
    assert.deepEqual(item.command, {
      command: 'workbench.action.openSettingsJson',
      title: 'Open Settings',
      arguments: [{ revealSetting: { key: 'cohortDeck.connections' } }],
    });

    setting.write([acme, 'text', 'text']);
    await eventually('both', async () => item.text.startsWith('$(warning) 2 problems'));
    setting.write([acme]);
    assert.equal(item.isShown, false);
    registered.dispose();
    connections.dispose();
  });
});
