// One VS Code with one window, for one file of tests: its own server, browser, settings, workspace and storage.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { installedDir, root } from '../../../.scripts/processes.ts';
import { startServer } from '../../vscode/server.mjs';
import { launchBrowser } from './browser.ts';
import { assertNoLeaks, keyInMessage, keysInFiles, keysInPages, personInMessage } from './canary.ts';
import { revertAndClose } from './editors.ts';
import { eventually } from './eventually.ts';
import { keepEvidence } from './evidence.ts';
import { nextTheme, ringOfThemes, type Theme, useTheme } from './colorTheme.ts';
import { FolderSettings } from './folderSettings.ts';
import { clearNotifications } from './notifications.ts';
import { openPage } from './page.ts';
import { commandOf, descendantsOf } from './processes.ts';
import { Workbench } from './workbench.ts';

export interface WorkbenchOptions {
  /** The person's settings before the first start, on top of quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Files of the open folder: path in it → text. */
  readonly workspaceFiles?: Readonly<Record<string, string>>;
  /** true: the packaged and installed VSIX; false: dist/. By default what `npm test` says. */
  readonly installed?: boolean;
  /** The open folder is not trusted. */
  readonly isRestricted?: boolean;
  /** Runs this suite in the extension host: path of a module that exports `run()`. VS Code takes one only with an extension under development. */
  readonly suite?: string;
  /** Runs in the page at each load, before the workbench. It is sent as its text and reaches nothing outside of itself. */
  readonly beforeLoad?: () => void;
  /** The display language, such as `de`. VS Code's own words stay English: the pack that translates them is not there. */
  readonly language?: string;
  /** Folder of the extension under development, unless it is this one. */
  readonly extension?: string;
  /** Folders of further extensions. */
  readonly extensions?: readonly string[];
  /** For the server and the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Session {
  readonly page: Page;
  readonly workbench: Workbench;
  /** The open folder. */
  readonly workspaceDir: string;
  /** The extension's global storage: sample data, exports. It exists from the first use on. */
  readonly storageDir: string;
  /** The process of the extension host at this moment; undefined while there is none. */
  extensionHost(): number | undefined;
  /**
   * Kills the extension host. VS Code starts another one by itself, but not after the third one that ends within five minutes.
   * Ends once the window knows: it cancels, without a message, a save that it starts before that.
   * @param before what a person does before there is another one
   */
  killHost(before?: () => Promise<void>): Promise<void>;
  /** Settles with the exit code of `suite`: 0 if it passed. */
  readonly suiteEnded: Promise<number>;
  /** Whether VS Code has a backup of an unsaved text, which it writes a second after a change. */
  isBackedUp(text: string): Promise<boolean>;
  /** Gives the open folder these settings and no others, and waits until the window has them. */
  changeSettings(changed: Readonly<Record<string, unknown>>): Promise<void>;
  /** Changes the color theme, until the next one. */
  useTheme(theme: Theme): Promise<void>;
  /** Closes what a file of tests has opened and restores settings and the color theme, for the next file. Connections stay. */
  leaveAsFound(): Promise<void>;
  /** Keeps what explains a failure, the picture of the window and the logs. @returns where */
  keepEvidence(name: string): Promise<string>;
  dispose(): Promise<void>;
}

/**
 * Each saves the processor something to draw or to calculate that no test looks at. Playwright waits for animations to end.
 */
const settings = {
  ...ringOfThemes,
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'extensions.webWorker': false, // a second extension host, in which nothing runs
  'files.associations': { '**/cohort-deck.cohort-deck/exports/*': 'plaintext' }, // long ones take seconds to color
  'window.commandCenter': false,
  'workbench.editor.languageDetection': false,
  'workbench.layoutControl.enabled': false,
  'workbench.localHistory.enabled': false,
  'workbench.navigationControl.enabled': false,
  'workbench.reduceMotion': 'on',
  // A tree that has just loaded, and an editor that restores, may take the focus from a box as it opens, which closes it.
  'workbench.quickOpen.closeOnFocusLost': false,
};

/** Errors that nothing catches, with their stack, and those that CodeMirror logs for a listener or a plugin before it carries on. */
const errorOfPage =
  /^(uncaught: \S|error: (CodeMirror plugin crashed|(doc view )?update listener|hover tooltip|scroll handler):)/;
/** In the message of VS Code as it starts no other extension host. */
export const givenUp = '3 times within the last 5 minutes';
/** In the stack of an error of VS Code's own. */
const scriptOfWorkbench = '/out/vs/';

const restricted = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Session> {
  const installed = options.installed ?? process.env.COHORT_DECK_INSTALLED === '1';
  const dir = await mkdtemp(path.join(tmpdir(), 'cd-')); // short: the path of a socket may have 107 bytes
  const workspaceDir = path.join(dir, 'workspace');
  await writeFiles(workspaceDir, options.workspaceFiles ?? { 'README.md': '# Workspace\n' });
  if (installed) await cp(installedDir, path.join(dir, 'extensions'), { recursive: true });
  const keys = [revertAndClose, nextTheme, clearNotifications].map(({ key, command }) => ({ key, command }));
  await writeFiles(path.join(dir, 'user/User'), { 'keybindings.json': JSON.stringify(keys) });
  const heldHost = path.join(dir, 'held-host');
  const env = { ...(await privateFolders(dir)), COHORT_DECK_HELD_HOST: heldHost, ...options.env };
  const isRestricted = options.isRestricted ?? false;
  const ofTrust = isRestricted ? restricted : {};
  const { suite, beforeLoad, language } = options;
  const extensions = [...(installed ? [] : [options.extension ?? root]), ...(options.extensions ?? [])];
  // VS Code starts the host of an extension under development only once: after a crash, it starts no other.
  const [underDevelopment, asInstalled] = suite ? [extensions, []] : [[], extensions];
  const server = await startServer({
    dataDir: dir,
    ...(asInstalled.length > 0 ? { extensions: asInstalled } : {}),
    settings: { ...settings, ...ofTrust, ...options.settings },
    isRestricted,
    env,
  });
  const browser = await launchBrowser();
  const { page, log, suiteEnded } = await openPage(browser, server, workspaceDir, {
    extensions: underDevelopment,
    suite,
    beforeLoad,
    language,
  });
  const workbench = new Workbench(page);
  const keep = (name: string): Promise<string> => keepEvidence(name, page, log, server);
  const keepOfHang = (): void =>
    void keep(`hang-${process.pid}`).then((kept) =>
      console.log(`This window hung; its picture and logs are in ${kept}`),
    );
  process.on('SIGUSR2', keepOfHang); // see .scripts/processes.ts
  const dispose = async (): Promise<void> => {
    process.off('SIGUSR2', keepOfHang);
    await browser.close();
    await server.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    if (!suite) await workbench.ready();
  } catch (error) {
    const kept = await keep('start');
    await dispose();
    throw new Error(`the workbench did not come up; its picture and logs are in ${kept}`, { cause: error });
  }
  const folderSettings = new FolderSettings(workspaceDir, page);
  const storageDir = path.join(server.userDataDir, 'User/globalStorage/cohort-deck.cohort-deck');
  const extensionHost = () =>
    descendantsOf(server.pid).find((pid) => commandOf(pid).includes('--type=extensionHost'));
  return {
    page,
    workbench,
    workspaceDir,
    storageDir,
    suiteEnded,
    extensionHost,
    async killHost(before = async () => undefined) {
      await writeFile(heldHost, '');
      const killed = extensionHost() ?? assert.fail('there is no extension host');
      try {
        process.kill(killed, 'SIGKILL');
        await before();
        await eventually('the window to notice it', async () => {
          const next = extensionHost();
          if (next !== undefined && next !== killed) return true;
          return (await workbench.notifications.texts()).some((text) => text.includes(givenUp));
        });
      } finally {
        await rm(heldHost);
      }
    },
    keepEvidence: keep,
    async dispose() {
      const leaks = log.filter((line) => line.includes(keyInMessage) || line.includes(personInMessage));
      try {
        leaks.push(...(await keysInPages(page)), ...(await keysInFiles(server.userDataDir)));
      } finally {
        await dispose();
      }
      assertNoLeaks(leaks);
      assert.deepEqual(
        log.filter((line) => errorOfPage.test(line) && !line.includes(scriptOfWorkbench)),
        [],
        'errors in a page',
      );
    },
    isBackedUp: (text) => isIn(path.join(server.userDataDir, 'User/Backups'), text),
    changeSettings: (changed) => folderSettings.write(changed),
    useTheme: (theme) => useTheme(page, theme),
    async leaveAsFound() {
      assertNoLeaks(await keysInPages(page));
      await workbench.tidy();
      await useTheme(page, 'Light 2026');
      await folderSettings.clear();
      await workbench.closePanel();
    },
  };
}

/** Whether one of the extension's unsaved documents that VS Code keeps in a folder has a text. */
async function isIn(backupsDir: string, text: string): Promise<boolean> {
  const files = await readdir(backupsDir, { recursive: true, withFileTypes: true });
  const copies = files.filter((file) => file.isFile() && file.parentPath.endsWith('cohortdeck'));
  const texts = await Promise.all(
    copies.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
  );
  return texts.some((copy) => copy.includes(text));
}

async function writeFiles(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(dir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Home, temporary and runtime folders of this session alone, so that nothing of the person's own takes part. */
async function privateFolders(dir: string): Promise<Record<string, string>> {
  const temporary = path.join(dir, 't');
  await mkdir(temporary, { mode: 0o700 });
  return {
    HOME: dir,
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: temporary,
    XDG_CONFIG_HOME: dir,
    XDG_DATA_HOME: dir,
  };
}
