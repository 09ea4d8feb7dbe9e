import * as vscode from 'vscode';

/** Read-only documents of a scheme of their own, with texts that live as long as the window. */
export class TextPages implements vscode.Disposable {
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

  /** Opens the page in a tab; one of the same name gets the new text. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${name}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  /** Of the active editor; undefined where it shows none. */
  get active(): string | undefined {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === this.#scheme ? document.getText() : undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
