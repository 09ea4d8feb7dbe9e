// The save of each document, as people see it: in progress, or failed, as long as its text is unsaved. One that did not
// reach the service counts among the changes to retry.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import { isApiError } from '#api/apiError.ts';
import { findTextDocument, isUnsaved } from '#host/pages/tabs.ts';
import { JsonTextError } from '#json/checkJsonObject.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { checkDocument } from '#model/documents/documentText.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import type { FailedChange, RetryRegistry } from '#model/connections/retryRegistry.ts';
import type { Subscription } from '#model/storage/emitter.ts';

export type SaveStatus = { readonly kind: 'saving' } | FailedSave;

interface FailedSave {
  readonly kind: 'failed';
  readonly uri: vscode.Uri;
  /** A sentence for people. */
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly failedAt: number;
  readonly failure: SaveFailure;
}

/** Why a text stays unsaved, in a sentence. */
export class SaveFailure extends Error {
  /** VS Code puts it before the message, if it would be one of the file system's own codes. */
  override readonly name = '';
  /** The change to retry; undefined if the service was reached. */
  readonly lost: Pick<FailedChange, 'connectionId' | 'attempt'> | undefined;

  constructor(message: string, cause?: unknown, lost?: SaveFailure['lost']) {
    super(message, { cause });
    this.lost = lost;
  }
}

export interface SaveProgressDeps {
  readonly retries: Pick<RetryRegistry, 'add' | 'drop'>;
  readonly guard: Pick<WriteGuard, 'onDidChange' | 'protectionOf'>;
  readonly statuses: Pick<ConnectionMonitor, 'onDidRecover'>;
}

export class SaveProgress implements vscode.Disposable {
  readonly #retries: SaveProgressDeps['retries'];
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #statuses = new Map<string, SaveStatus>();
  readonly #subscriptions: readonly Subscription[];

  /** Fires with a document whose status changed. */
  readonly onDidChange = this.#changed.event;

  constructor({ retries, guard, statuses }: SaveProgressDeps) {
    this.#retries = retries;
    const endReverted = () => this.#forget(({ uri }) => !isUnsaved(findTextDocument(uri)));
    this.#subscriptions = [
      this.#changed,
      statuses.onDidRecover((connectionId) => this.#recovered(connectionId)),
      guard.onDidChange(() => this.#forget((save) => isAllowed(save, guard))),
      vscode.workspace.onDidChangeTextDocument(endReverted),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#forget((save) => isRepaired(save, document)),
      ),
      vscode.workspace.onDidCloseTextDocument(endReverted),
      vscode.window.tabGroups.onDidChangeTabs(endReverted), // the tabs update later than the document
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Undefined if no save is in progress and the last one did not fail. */
  status(uri: vscode.Uri): SaveStatus | undefined {
    return this.#statuses.get(uri.toString());
  }

  /**
   * Ends as `save` does. It resolves with a failure that a page or a message shows, and with undefined if the text was
   * saved, or stays unsaved without a failure: the person declined, or merges. It rejects with any other error.
   */
  async run(uri: vscode.Uri, save: () => Promise<SaveFailure | undefined>): Promise<SaveFailure | undefined> {
    this.#retries.drop(keyOf(uri));
    this.#set(uri, { kind: 'saving' });
    try {
      const failure = await save();
      this.#end(uri, failure);
      return failure;
    } catch (error) {
      const message = () =>
        error instanceof vscode.FileSystemError ? error.message : describeError(error).message; // the one is in words
      this.#end(uri, error instanceof SaveFailure ? error : new SaveFailure(message(), error));
      throw error;
    }
  }

  #end(uri: vscode.Uri, failure: SaveFailure | undefined): void {
    if (!failure) return this.#set(uri, undefined);
    const { message, lost } = failure;
    const retry = async () => (await vscode.workspace.openTextDocument(uri)).save();
    if (lost) this.#retries.add({ ...lost, keys: [keyOf(uri)], retry });
    // oxlint-disable-next-line no-restricted-properties -- a time of day for people
    this.#set(uri, { kind: 'failed', uri, message, failedAt: Date.now(), failure });
  }

  #recovered(connectionId: string): void {
    const message = vscode.l10n.t('The service is responding again. Save now?');
    for (const save of this.#failed())
      if (save.failure.lost?.connectionId === connectionId) this.#set(save.uri, { ...save, message });
  }

  #forget(isOver: (save: FailedSave) => boolean): void {
    for (const save of this.#failed()) {
      if (!isOver(save)) continue;
      this.#retries.drop(keyOf(save.uri));
      this.#set(save.uri, undefined);
    }
  }

  #failed(): readonly FailedSave[] {
    return [...this.#statuses.values()].filter((status) => status.kind === 'failed');
  }

  #set(uri: vscode.Uri, status: SaveStatus | undefined): void {
    if (status) this.#statuses.set(uri.toString(), status);
    else this.#statuses.delete(uri.toString());
    this.#changed.fire(uri);
  }
}

function keyOf(uri: vscode.Uri): string {
  return `save ${uri.toString()}`;
}

/** Whether it failed for its JSON, and the text has become valid. */
function isRepaired({ uri, failure }: FailedSave, document: vscode.TextDocument): boolean {
  if (!(failure.cause instanceof JsonTextError) || uri.toString() !== document.uri.toString()) return false;
  const problems = checkDocument(parsePlace(uri)?.part ?? 'filters', document.getText());
  return problems.every(({ severity }) => severity !== 'error');
}

/** Whether a read-only project refused it, which takes changes now. */
function isAllowed({ uri, failure }: FailedSave, guard: SaveProgressDeps['guard']): boolean {
  const ref = isApiError(failure.cause, 'readOnly') ? parsePlace(uri) : undefined;
  return ref !== undefined && guard.protectionOf(ref) !== 'readOnly';
}
