// An untrusted folder with its own settings: the whole extension works, with the person's settings.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { parseSetting, type ReadableSettingId } from '#host/settings/settingTable.ts';
import { isOfTexts, settingIdsRead, theirSettings } from '../../theirSettings.ts';
import { eventually, tryMs } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useWorkbench } from '../driver/useWorkbench.ts';

const probeDir = await mkdtemp(path.join(tmpdir(), 'cd-probe-'));
const seenFile = path.join(probeDir, 'seen.json');

/** What an extension in the host of that window reads. */
interface Seen {
  readonly isTrusted: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

/** An extension that notes every setting that ours reads, again whenever one changes or the folder is trusted. */
async function writeProbe(): Promise<void> {
  const manifest = {
    name: 'probe',
    publisher: 'tests',
    version: '1.0.0',
    engines: { vscode: '^1.103.0' },
    main: './probe.cjs',
    activationEvents: ['onStartupFinished'],
    capabilities: { untrustedWorkspaces: { supported: true } },
  };
  const script = `const { workspace } = require('vscode');
    const { renameSync, writeFileSync } = require('node:fs');
    const file = ${JSON.stringify(seenFile)};
    const note = () => {
      const values = ${JSON.stringify(settingIdsRead)}.map((id) => [id, workspace.getConfiguration().get(id)]);
      writeFileSync(file + '.new', JSON.stringify({ isTrusted: workspace.isTrusted, values: Object.fromEntries(values) }));
      renameSync(file + '.new', file);
    };
    exports.activate = ({ subscriptions }) => {
      subscriptions.push(workspace.onDidChangeConfiguration(note), workspace.onDidGrantWorkspaceTrust(note));
      note();
    };`;
  await writeFile(path.join(probeDir, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(probeDir, 'probe.cjs'), script);
}

/** Waits until the window has the folder's settings, of which one on how texts look shows that it has. */
async function seen(isTrusted: boolean): Promise<Seen> {
  let last: Seen | undefined;
  await eventually(`a ${isTrusted ? 'trusted' : 'restricted'} window's settings`, async () => {
    last = JSON.parse(await readFile(seenFile, 'utf8'));
    return last?.isTrusted === isTrusted && last.values['editor.tabSize'] === theirSettings['editor.tabSize'];
  });
  assert.ok(last);
  return last;
}

/** The effective value of each setting. */
function read(id: string, value: unknown): unknown {
  assert.ok(id in theirSettings, id);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked up just now
  return parseSetting(id as ReadableSettingId, value);
}

describe('in Restricted Mode', () => {
  before(writeProbe);
  const session = useWorkbench({
    isRestricted: true,
    extensions: [probeDir],
    settings: { 'workbench.quickOpen.closeOnFocusLost': true }, // VS Code's default, which the other files' windows turn off
    workspaceFiles: { '.vscode/settings.json': JSON.stringify(theirSettings) },
  });
  const test = useJourney();
  after(() => rm(probeDir, { recursive: true, force: true }));
  const assertOnlyLook = ({ values }: Seen): void => {
    for (const [id, theirs] of Object.entries(theirSettings)) {
      const standard = id === 'cohortDeck.connections' ? [] : read(id, undefined);
      assert.notDeepEqual(theirs, standard, id);
      assert.deepEqual(read(id, values[id]), isOfTexts(id) ? theirs : standard, id);
    }
    assert.deepEqual(Object.keys(values).toSorted(), Object.keys(theirSettings).toSorted());
  };

  test.step('the folder adds no connection, loads no fewer records and skips no question', async () => {
    const { workbench, page } = session();
    await workbench.statusItem('Restricted Mode').waitFor();
    await workbench.run('Cohort Deck: Try with Sample Data');
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
    await workbench.tree().expand('Cohorts');
    assert.ok(!(await workbench.tree().labels()).includes('Theirs'));
    await workbench.tree().press('Paying shops', 'Delete');
    assert.match(await workbench.dialog.text(), /^Delete the cohort “Paying shops”\?/);
    await page.keyboard.press('Escape');
    await workbench.dialog.box.waitFor({ state: 'hidden' });
    assert.equal((await workbench.tree().childrenOf('Cohorts')).length, 25); // a page of ten has “Load More”
  });

  test.step('a box that a key opens keeps the focus while letters are typed, also right after a rename', async () => {
    const { workbench, page } = session();
    const { quickInput } = workbench;
    await workbench.run('Cohort Deck: Try with Sample Data');
    await workbench.tree().waitForDescription('Cohorts', /^25$/);
    await workbench.tree().expand('Cohorts');
    await workbench.tree().press('DACH customers', 'F2');
    await quickInput.enter('DACH clients');
    await quickInput.widget.waitFor({ state: 'hidden' });
    // A tree that is drawn again at this moment says so instead.
    await eventually('its new name', async () => {
      if (await quickInput.widget.isHidden()) await page.keyboard.press('F2');
      await quickInput.input.waitFor({ timeout: tryMs });
      return (await quickInput.value()) === 'DACH clients';
    });
    await quickInput.type('typed right after');
    await quickInput.cancel();
    await workbench.tree().press('DACH clients', 'ControlOrMeta+F');
    await quickInput.type('dach');
    await quickInput.type('');
    await quickInput.cancel();
    for (const command of ['Cohort Deck: Go to Record…', 'Cohort Deck: Connect…']) {
      await workbench.run(command);
      await quickInput.type('typed');
      await quickInput.cancel();
    }
  });

  test.step('a folder’s settings for the display of text apply and no others, even once it is trusted', async () => {
    const { workbench, page } = session();
    assertOnlyLook(await seen(false));
    await workbench.run('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    assertOnlyLook(await seen(true));
    await workbench.statusItem('Restricted Mode').waitFor({ state: 'hidden' });
  });
});
