// The page around a webview's bundle, with the one content security policy of all webviews.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export interface WebviewPage {
  /** File names inside `dist/webview`. */
  readonly script: string;
  readonly style: string;
  readonly title: string;
  /** JSON that the script finds in the element `data`, so that it need not ask for what it shows first. */
  readonly data?: string | undefined;
}

/** The only folder that a webview may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * A page that runs its own bundle and nothing else. The script is asked for first, because it takes longest; it runs when
 * all of the page is there. It finds the nonce in the element `page` and gives it to
 * the style elements that it adds.
 */
export function webviewHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: WebviewPage): string {
  const nonce = randomBytes(18).toString('base64');
  const at = (file: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), file)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<script nonce="${nonce}" src="${escapeHtml(at(page.script))}" defer></script>
<link rel="stylesheet" href="${escapeHtml(at(page.style))}">
</head>
<body>
<main id="page" data-nonce="${nonce}"></main>
${page.data === undefined ? '' : dataElement(page.data)}
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
