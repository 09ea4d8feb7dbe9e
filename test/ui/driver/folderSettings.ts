import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Color themes by their names: what the setting calls each, and the class that it gives the workbench. */
const themes = {
  'Light 2026': { id: 'Light 2026', mark: 'vs' },
  'Dark 2026': { id: 'Dark 2026', mark: 'vs-dark' },
  'Dark High Contrast': { id: 'Default High Contrast', mark: 'hc-black' },
  'Light High Contrast': { id: 'Default High Contrast Light', mark: 'hc-light' },
} as const;
export type Theme = keyof typeof themes;

/** The settings of the open folder. Unlike the person's, VS Code and the extension leave that file alone. */
export class FolderSettings {
  readonly #folder: string;
  readonly #page: Page;
  #settings: Settings = {};
  #theme: Theme = 'Light 2026';
  #changes = 0;

  constructor(workspaceDir: string, page: Page) {
    this.#folder = path.join(workspaceDir, '.vscode');
    this.#page = page;
  }

  /** Resolves when the window has these and no others. The theme stays. */
  async write(settings: Settings): Promise<void> {
    this.#settings = settings;
    await this.#apply();
  }

  async useTheme(theme: Theme): Promise<void> {
    this.#theme = theme;
    await this.#apply();
  }

  async clear(): Promise<void> {
    if (this.#changes === 0) return;
    this.#settings = {};
    await this.useTheme('Light 2026');
  }

  /** The window's title is one of the settings, and says which change it shows. */
  async #apply(): Promise<void> {
    const title = `Settings ${++this.#changes}`;
    const { id, mark } = themes[this.#theme];
    await mkdir(this.#folder, { recursive: true });
    const text = JSON.stringify({ ...this.#settings, 'workbench.colorTheme': id, 'window.title': title });
    await writeFile(path.join(this.#folder, 'settings.json'), text);
    await eventually(`the window to have ${title}`, async () => (await this.#page.title()).includes(title));
    await this.#page.locator(`.monaco-workbench.${mark}`).waitFor();
  }
}
