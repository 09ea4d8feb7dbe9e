// The page around a bundle, with the one content security policy of all pages.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

export interface PageContent {
  readonly title: string;
  /** How it is opened again if its host has stopped. `uri`: absent of a panel without a document. */
  readonly reopen: { readonly viewType: string; readonly uri?: string };
  /** JSON that the script reads from the element `data`, so that it can draw immediately. */
  readonly data?: string | undefined;
}

export interface PageBundle {
  /**
   * Deflated, in Base64, because a page is copied through several processes. The filters page (523 kB) opened
   * 19 % sooner than with its script loaded by `src`, and 12 % sooner than with it as it is: medians of three
   * runs of 12 openings each, on a busy machine; one run in three showed the opposite.
   */
  readonly packedScript: string;
  /** The build checks that nothing in it ends its element. */
  readonly style: string;
}

interface PagePlace {
  /** Each page has its own address; the base is the same for all, so that an engine compiles a script once. */
  readonly base: string;
  /** What a policy calls the place that a webview's files come from. */
  readonly cspSource: string;
  /** The display language. */
  readonly language: string;
}

/**
 * One for all pages of a window: with another nonce, an engine compiles the same script again. A page knows by it, too,
 * whether what another page has kept is of a host that has gone.
 */
const nonce = randomBytes(18).toString('base64');

/** @param name of a bundle in `folder`, `<name>.js` and `<name>.css` */
export async function readBundle(folder: string, name: string): Promise<PageBundle> {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const [packedScript, style] = await Promise.all([read(`${name}.js`).then(pack), read(`${name}.css`)]);
  return { packedScript, style };
}

/**
 * A page that runs its own bundle and nothing else. All of it is in the page, because each file that a webview loads
 * takes long. The script runs when the page has been parsed or has loaded. It reads the nonce from the element `page` for
 * the style elements that it adds.
 */
export function pageHtml(
  { base, cspSource, language }: PagePlace,
  bundle: PageBundle,
  content: PageContent,
): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src data:`,
    `form-action 'none'`,
    `base-uri ${cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(content.title)}</title>
<base href="${escapeHtml(base)}">
<style nonce="${nonce}">${bundle.style}</style>
</head>
<body>
<main id="page" data-nonce="${nonce}" data-reopen="${escapeHtml(JSON.stringify(content.reopen))}"></main>
${content.data === undefined ? '' : dataElement(content.data)}
<script type="text/plain" id="packed">${bundle.packedScript}</script>
<script nonce="${nonce}">(${runPacked})()</script>
</body>
</html>`;
}

async function pack(script: string): Promise<string> {
  return (await promisify(deflateRaw)(script)).toString('base64');
}

/**
 * What a page does with its packed script. The new element comes by its nonce as any other does. Bytes are taken one by
 * one, because older engines have no `Uint8Array.fromBase64`, and a callback for each takes ten times as long.
 */
const runPacked = `async () => {
  const { nonce } = document.currentScript;
  const packed = document.getElementById('packed');
  const letters = atob(packed.textContent);
  packed.remove();
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const script = document.createElement('script');
  writer.write(bytes);
  writer.close();
  script.nonce = nonce;
  script.text = await new Response(readable).text();
  document.body.append(script);
}`;

/** In JSON, `<` occurs only in strings, where its escape means the same and cannot end an element. */
function dataElement(json: string): string {
  return `<script type="application/json" id="data">${json.replaceAll('<', '\\u003c')}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
