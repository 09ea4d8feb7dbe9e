// What VS Code gives a webview, beside its host.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { vscodeRoot } from '../../vscode/prepare.mjs';
import type { Theme } from '../../ui/driver/colorTheme.ts';

/** What VS Code adds to the class of a page's body. */
export const marks = {
  'Light 2026': 'vscode-light',
  'Dark 2026': 'vscode-dark',
  'Light High Contrast': 'vscode-high-contrast-light vscode-high-contrast',
  'Dark High Contrast': 'vscode-high-contrast',
} satisfies Record<Theme, string>;

interface Looks {
  /** VS Code's own styles of all webviews. */
  readonly styles: string;
  readonly mark: string;
  /** Values of CSS variables, by their names. */
  readonly colors: Readonly<Record<string, string>>;
}

const pageOfWebviews = path.join(vscodeRoot, 'out/vs/workbench/contrib/webview/browser/pre/index.html');

export async function readLooks(theme: Theme): Promise<Looks> {
  const [page, colors] = await Promise.all([
    readFile(pageOfWebviews, 'utf8'),
    readFile(new URL(`themes/${theme}.json`, import.meta.url), 'utf8'),
  ]);
  const styles = /defaultStyles\.textContent = `([^`]*)`/.exec(page)?.[1];
  if (styles === undefined) throw new Error(`${pageOfWebviews} has its styles elsewhere now`);
  return { styles, mark: marks[theme], colors: JSON.parse(colors) };
}

// Sent to the page as their text: they reach nothing outside of themselves but their argument.

/** What VS Code keeps for a webview while its tab is open. */
export function addApi(): void {
  const key = `state of ${location.pathname}`;
  const state: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')[0];
  let present = state;
  const api = {
    postMessage: (message: unknown) => toHost(location.pathname, JSON.stringify(message)),
    getState: () => present,
    setState(next: unknown) {
      present = next;
      sessionStorage.setItem(key, JSON.stringify([next]));
    },
  };
  Object.assign(globalThis, { acquireVsCodeApi: () => api });
}
declare function toHost(at: string, json: string): void;

export function wear({ styles, mark, colors }: Looks): void {
  const wearNow = (): void => {
    if (!document.adoptedStyleSheets.length) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets.push(sheet);
    }
    document.body.className = mark;
    for (const [name, value] of Object.entries(colors))
      document.documentElement.style.setProperty(name, value);
  };
  if (document.body) wearNow();
  else addEventListener('DOMContentLoaded', wearNow, { once: true });
}
