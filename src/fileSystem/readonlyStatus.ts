// Why a document cannot be edited, in the status bar: VS Code's own text editor says only that it cannot. The filters
// editor has a banner for it.
import * as vscode from 'vscode';
import { plainText } from '#host/plainText.ts';
import { RecentMap } from '#model/storage/recentMap.ts';

/** Documents that are read without an editor are never closed. */
const maxKnown = 1000;

export class ReadonlyStatus implements vscode.Disposable {
  readonly #reasons = new RecentMap<string, string | undefined>(maxKnown);
  readonly #item = vscode.window.createStatusBarItem('cohortDeck.readonly', vscode.StatusBarAlignment.Left);
  readonly #subscription = vscode.window.onDidChangeActiveTextEditor(() => this.#show());

  constructor() {
    this.#item.name = vscode.l10n.t('Why a Document Is Read-Only');
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  /** `reason`: undefined where it can be edited. */
  set(uri: vscode.Uri, reason: string | undefined): void {
    this.#reasons.set(uri.toString(), reason);
    this.#show();
  }

  #show(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const reason = uri && this.#reasons.get(uri.toString());
    if (reason === undefined) return this.#item.hide();
    this.#item.text = `$(lock) ${plainText(reason)}`;
    this.#item.show();
  }
}
