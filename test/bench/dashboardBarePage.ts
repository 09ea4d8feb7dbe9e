// The floor of opening a dashboard: an extension whose custom editor requests the same JSON and shows it as text.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export async function writeBarePage(folder: string, serviceUrl: string, key: string): Promise<void> {
  await mkdir(folder);
  const customEditor = {
    viewType: 'bench.bare',
    displayName: 'Bare',
    priority: 'option',
    selector: [{ filenamePattern: '*.bare' }],
  };
  const manifest = {
    name: 'bare',
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.80.0' },
    main: './main.js',
    activationEvents: ['*'],
    contributes: { customEditors: [customEditor] },
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), mainOf(serviceUrl, key));
}

const mainOf = (serviceUrl: string, key: string) => `const { window } = require('vscode');
const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
exports.activate = (context) => context.subscriptions.push(
  window.registerCustomEditorProvider('bench.bare', {
    openCustomDocument: (uri) => ({ uri, dispose() {} }),
    async resolveCustomEditor({ uri }, { webview }) {
      webview.options = { enableScripts: true };
      const [, project, , id] = uri.path.split('/');
      const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
      const response = await fetch('${serviceUrl}/api/projects/' + project + '/dashboards/' + id + '/', {
        headers: { Authorization: 'Bearer ${key}' },
      });
      webview.html = '<!DOCTYPE html><html><body><pre data-name="' + name + '">' + escapeHtml(await response.text()) + '</pre></body></html>';
    },
  }, { webviewOptions: { retainContextWhenHidden: true } }));`;
