// Puts a page into a webview.
import * as vscode from 'vscode';
import type { CommandId } from '#manifest.ts';
import { type PageBundle, type PageContent, pageHtml, readBundle } from './pageHtml.ts';

const bundles = new Map<string, Promise<PageBundle>>();

/** @param name of a bundle, `dist/webview/<name>.js` and `.css` @returns shows its page in a webview */
export async function loadPage(
  extensionUri: vscode.Uri,
  name: string,
): Promise<(webview: vscode.Webview, content: PageContent) => void> {
  const root = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  const bundle = await bundleOf(root.fsPath, name);
  return (webview, content) => {
    webview.options = {
      enableScripts: true,
      localResourceRoots: [root],
      enableCommandUris: ['cohortDeck.reopenPage' satisfies CommandId, 'workbench.action.reloadWindow'],
    };
    const base = `${webview.asWebviewUri(root).toString()}/`;
    const { cspSource } = webview;
    webview.html = pageHtml({ base, cspSource, language: vscode.env.language }, bundle, content);
  };
}

/** Read once in a window. */
function bundleOf(folder: string, name: string): Promise<PageBundle> {
  const known = bundles.get(name);
  if (known) return known;
  const bundle = readBundle(folder, name);
  bundles.set(name, bundle);
  bundle.catch(() => bundles.delete(name));
  return bundle;
}
