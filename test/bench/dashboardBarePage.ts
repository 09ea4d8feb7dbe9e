// The floor of opening a dashboard: an extension whose custom editor requests the same JSON and shows it as text.
import { customEditor, writeBenchExtension } from './benchExtension.ts';

export async function writeBarePage(folder: string, serviceUrl: string, key: string): Promise<void> {
  const contributes = { customEditors: [customEditor('bare', '*.bare')] };
  await writeBenchExtension(folder, contributes, mainOf(serviceUrl, key));
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
