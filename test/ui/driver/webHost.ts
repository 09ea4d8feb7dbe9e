// VS Code for the Web: the workbench in a browser alone, with the extension in its web worker and no VS Code server. Its
// files come from code-server, whose changes to the page are taken back.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { portOf } from '../../misbehaving/server.ts';
import { vscodeRoot } from '../../vscode/prepare.mjs';
import { launchBrowser } from './browser.ts';
import { maxWaitMs } from './eventually.ts';
import { stopAnimations } from './inPage.ts';
import { Workbench } from './workbench.ts';

export interface WebHostOptions {
  /** Of an extension that counts as under development. */
  readonly extensionDir: string;
  /** The custom editor that a file `persons.csv` opens in, from the start. */
  readonly editor: string;
}

export interface WebHost {
  readonly page: Page;
  readonly workbench: Workbench;
  dispose(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = createServer((request, response) => {
    const { host = '', pathname } = URL.parse(request.url ?? '/', `http://${request.headers.host}`) ?? {};
    read(pathname ?? '/', host, options).then(
      (body) => {
        const type = pathname === '/' ? 'text/html' : types[path.extname(pathname ?? '')];
        response.setHeader('Content-Type', type ?? 'application/octet-stream').end(body);
      },
      () => response.writeHead(404).end(), // VS Code also looks for what an extension may lack
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(maxWaitMs);
  await page.addInitScript(stopAnimations);
  const workbench = new Workbench(page);
  await page.goto(`http://127.0.0.1:${portOf(server.address())}`);
  await workbench.ready();
  const dispose = async (): Promise<void> => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { page, workbench, dispose };
}

async function read(pathname: string, host: string, options: WebHostOptions): Promise<string | Buffer> {
  if (pathname === '/') return pageOf(host);
  const opener = openerOf(options.editor)[pathname];
  if (opener !== undefined) return opener;
  const [, folder, ...rest] = decodeURIComponent(pathname).split('/');
  const root = folder === 'extension' ? options.extensionDir : vscodeRoot;
  const file = path.join(root, ...rest);
  if (!file.startsWith(root + path.sep)) throw new Error(`${pathname} is outside of what is served`);
  const body = await readFile(file);
  return rest.at(-1) === 'workbench.js' ? withoutServer(body.toString('utf8')) : body;
}

/**
 * An extension that opens the editor, which no address of a page can: its files by their paths. It tries again until VS Code
 * knows the custom editor: before that it opens its own.
 */
function openerOf(editor: string): Readonly<Record<string, string>> {
  const manifest = {
    name: 'opener',
    publisher: 'tests',
    version: '1.0.0',
    engines: { vscode: '*' },
    browser: './opener.js',
    activationEvents: ['onStartupFinished'],
  };
  const script = `const { commands, TabInputCustom, Uri, window } = require('vscode');
    exports.activate = async () => {
      do {
        await commands.executeCommand('workbench.action.closeAllEditors');
        await commands.executeCommand('vscode.openWith', Uri.file('/persons.csv'), '${editor}');
      } while (!(window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputCustom));
    };`;
  return { '/opener/package.json': JSON.stringify(manifest), '/opener/opener.js': script };
}

/** What code-server changes: the page belongs to the server that it came from, and keeps the person's data there. */
const changes = [
  [/remoteAuthority:location\.host/, 'remoteAuthority:undefined'],
  [/(get userRoamingDataHome\(\)\{[^}]*?scheme:\w+)\.vscodeRemote/, '$1.vscodeUserData'],
] as const;

/** The page's script as VS Code for the Web has it. */
function withoutServer(script: string): string {
  return changes.reduce((text, [own, original]) => {
    if (!own.test(text)) throw new Error(`code-server changes the page in another way now: no ${own.source}`);
    return text.replace(own, original);
  }, script);
}

/** Options that code-server's page cannot be without. */
const demanded = {
  userDataPath: '/',
  isEnabledFileDownloads: true,
  isEnabledFileUploads: true,
  isEnabledCoderGettingStarted: false,
};

/** VS Code's page, with the extension in an empty window. */
async function pageOf(host: string): Promise<string> {
  const locate = (folder: string) => ({ scheme: 'http', authority: host, path: folder });
  const settings = {
    ...demanded,
    webviewEndpoint: `http://${host}/static/out/vs/workbench/contrib/webview/browser/pre`,
    developmentOptions: { extensions: ['/extension', '/opener'].map(locate) },
    configurationDefaults: { 'workbench.startupEditor': 'none', 'telemetry.telemetryLevel': 'off' },
  };
  const values: Readonly<Record<string, string>> = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(settings).replaceAll('"', '&quot;'),
    WORKBENCH_WEB_BASE_URL: '/static',
    WORKBENCH_NLS_FALLBACK_URL: '/static/out/nls.messages.js',
    WORKBENCH_NLS_URL: '/static/out/nls.messages.js',
  };
  const page = await readFile(path.join(vscodeRoot, 'out/vs/code/browser/workbench/workbench.html'), 'utf8');
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
