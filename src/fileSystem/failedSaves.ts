// Saves that failed, as long as their texts are unsaved. Those that did not reach the service count among the changes to
// retry.
import * as vscode from 'vscode';
import { type ApiError, isApiError } from '#api/apiError.ts';
import { isUnsaved } from '#host/tabs.ts';
import { isConnectionLoss } from '#model/connections/connectionStatuses.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { SaveNotArrived, SaveNotConfirmed } from '#model/documents/saveErrors.ts';
import type { FailedChanges } from '#model/records/failedChanges.ts';
import type { SaveProgress } from './saveProgress.ts';

export interface FailedSavesOptions {
  readonly failedChanges: Pick<FailedChanges, 'add' | 'drop'>;
  readonly saves: SaveProgress;
  readonly guard: WriteGuard;
}

export class FailedSaves implements vscode.Disposable {
  readonly #options: FailedSavesOptions;
  readonly #subscription: vscode.Disposable;
  /** Failed saves by their URI's text. */
  readonly #failed = new Map<string, vscode.Uri>();
  /** The connections of those that did not reach the service. */
  readonly #lost = new Map<string, string>();
  /** Documents whose save a read-only project refused, by URI. */
  readonly #refused = new Set<string>();

  constructor(options: FailedSavesOptions) {
    this.#options = options;
    const endReverted = () => this.#endReverted();
    const allowed = options.guard.onDidChange(() => this.#endAllowed());
    this.#subscription = vscode.Disposable.from(
      options.saves.onDidChange((uri) => this.#changed(uri)),
      new vscode.Disposable(() => allowed.dispose()),
      vscode.workspace.onDidChangeTextDocument(endReverted),
      vscode.workspace.onDidCloseTextDocument(endReverted),
      vscode.window.tabGroups.onDidChangeTabs(endReverted), // the tabs update later than the document
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Keeps a save that an outage stopped, to retry it; of any other failure it notes at most that it was refused. */
  add(uri: vscode.Uri, attempt: string, connectionId: string, error: unknown): void {
    if (isApiError(error, 'readOnly')) this.#refused.add(uri.toString());
    if (!isLost(error)) return;
    this.#lost.set(uri.toString(), connectionId);
    this.#options.failedChanges.add({
      connectionId,
      key: keyOf(uri),
      attempt,
      retry: async () => (await vscode.workspace.openTextDocument(uri)).save(),
    });
  }

  /** The connection is ready again. */
  recovered(connectionId: string): void {
    const { saves } = this.#options;
    for (const [key, uri] of this.#failed) {
      const state = saves.state(uri);
      if (state?.kind === 'failed' && this.#lost.get(key) === connectionId)
        saves.set(uri, { ...state, message: vscode.l10n.t('The service is responding again. Save now?') });
    }
  }

  #changed(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#options.saves.state(uri)?.kind === 'failed') {
      this.#failed.set(key, uri);
      return;
    }
    this.#failed.delete(key);
    this.#refused.delete(key);
    if (this.#lost.delete(key)) this.#options.failedChanges.drop(keyOf(uri));
  }

  /** The reason does not hold once changes to the project are allowed. */
  #endAllowed(): void {
    for (const [key, uri] of this.#failed) {
      const ref = this.#refused.has(key) ? parsePlace(uri) : undefined;
      if (ref && this.#options.guard.protectionOf(ref) !== 'readOnly')
        this.#options.saves.set(uri, undefined);
    }
  }

  /** A document that is closed, or has no unsaved text, needs no save. */
  #endReverted(): void {
    for (const [key, uri] of this.#failed) {
      const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === key);
      if (!isUnsaved(document)) this.#options.saves.set(uri, undefined);
    }
  }
}

function keyOf(uri: vscode.Uri): string {
  return `save ${uri.toString()}`;
}

function isLost(error: unknown): boolean {
  return error instanceof SaveNotConfirmed || lossIn(error) !== undefined;
}

/** Why the service could not be reached; undefined where that is not why the save failed. */
export function lossIn(error: unknown): ApiError | undefined {
  const cause = error instanceof SaveNotArrived || error instanceof SaveNotConfirmed ? error.cause : error;
  return isConnectionLoss(cause) ? cause : undefined;
}
