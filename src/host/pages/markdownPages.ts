import * as vscode from 'vscode';
import { activeDocumentTab } from './tabs.ts';

/** VS Code's own page for Markdown, and the extension that brings it. A person may have disabled it. */
const preview = {
  viewType: 'vscode.markdown.preview.editor',
  extensionId: 'vscode.markdown-language-features',
};

/** Read-only pages of Markdown, of a scheme of their own, with texts that live as long as the window. */
export class MarkdownPages implements vscode.Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: readonly vscode.Disposable[];

  /** `goneText` is shown where a window opens again with a page of the one before. */
  constructor(scheme: string, goneText: string) {
    this.#scheme = scheme;
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? goneText,
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** Opens the page in a tab, to be read; one of the same name gets the new text. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${name}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    const viewType = vscode.extensions.getExtension(preview.extensionId) ? preview.viewType : 'default';
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, { preview: false });
  }

  /** The text of the active page, as Markdown; undefined if none is active. */
  get active(): string | undefined {
    const uri = activeDocumentTab()?.uri;
    return uri && this.#texts.get(uri.toString());
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
