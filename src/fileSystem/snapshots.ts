// Read-only documents with the service's text of one moment, for comparing and merging.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';

const snapshotScheme = `${scheme}-service`;

export class Snapshots implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #count = 0;

  constructor() {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(snapshotScheme, {
        provideTextDocumentContent: ({ query }) => this.#texts.get(query) ?? '',
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === snapshotScheme) this.#texts.delete(uri.query);
      }),
    ];
  }

  /** @returns the address of a document with this text, named as the one at `uri` */
  add(uri: vscode.Uri, text: string): vscode.Uri {
    const query = String(++this.#count);
    this.#texts.set(query, text);
    return uri.with({ scheme: snapshotScheme, query });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
