// The page around a webview's bundle, with the one content security policy of all webviews.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';

export interface WebviewPage {
  readonly bundle: WebviewBundle;
  readonly title: string;
  /** JSON that the script finds in the element `data`, so that it need not ask for what it shows first. */
  readonly data?: string | undefined;
}

/** What makes a page, as text: the build makes sure that nothing in it ends the element that it is put into. */
export interface WebviewBundle {
  readonly script: string;
  readonly style: string;
}

const bundles = new Map<string, Promise<WebviewBundle>>();

/** One for all pages of a window: an engine compiles a script again where its nonce is another one. */
const nonce = randomBytes(18).toString('base64');

/** The only folder that a webview may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** Reads `dist/webview/<name>.js` and `.css`, once in a window. */
export function readWebviewBundle(extensionUri: vscode.Uri, name: string): Promise<WebviewBundle> {
  const known = bundles.get(name);
  if (known) return known;
  const read = (file: string) =>
    readFile(vscode.Uri.joinPath(webviewRoot(extensionUri), file).fsPath, 'utf8');
  const bundle = Promise.all([read(`${name}.js`), read(`${name}.css`)]).then(([script, style]) => ({
    script,
    style,
  }));
  bundles.set(name, bundle);
  bundle.catch(() => bundles.delete(name));
  return bundle;
}

/**
 * A page that runs its own bundle and nothing else. All of it is in the page, because a webview gets what it asks for
 * by a long way. The script is the last element. It finds the nonce in the element `page` and gives it to the style
 * elements that it adds.
 */
export function webviewHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: WebviewPage): string {
  // The address of a page is its own. An engine that has compiled a script goes by the base, which is the same for all.
  const base = `${webview.asWebviewUri(webviewRoot(extensionUri)).toString()}/`;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `form-action 'none'`,
    `base-uri ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<base href="${escapeHtml(base)}">
<style nonce="${nonce}">${page.bundle.style}</style>
</head>
<body>
<main id="page" data-nonce="${nonce}"></main>
${page.data === undefined ? '' : dataElement(page.data)}
<script nonce="${nonce}">${page.bundle.script}</script>
</body>
</html>`;
}

/** A `<` in JSON stands only inside strings, where an escape means the same and ends no element. */
function dataElement(json: string): string {
  return `<script type="application/json" id="data">${json.replaceAll('<', '\\u003c')}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
