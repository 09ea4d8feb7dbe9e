import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The settings of the open folder. Unlike the person's, VS Code and the extension leave that file alone. */
export class FolderSettings {
  readonly #folder: string;
  readonly #page: Page;
  #changes = 0;

  constructor(workspaceDir: string, page: Page) {
    this.#folder = path.join(workspaceDir, '.vscode');
    this.#page = page;
  }

  /** Resolves when the window has these and no others: its title is one of them, and says which change it shows. */
  async write(settings: Settings): Promise<void> {
    const title = `Settings ${++this.#changes}`;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(
      path.join(this.#folder, 'settings.json'),
      JSON.stringify({ ...settings, 'window.title': title }),
    );
    await eventually(`the window to have ${title}`, async () => (await this.#page.title()).includes(title));
  }

  async clear(): Promise<void> {
    if (this.#changes > 0) await this.write({});
  }
}
