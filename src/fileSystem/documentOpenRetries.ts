// Documents that could not be read when an editor asked for them. VS Code keeps such a failure of a custom editor for as long
// as its window lives, “Try Again” included: so the question stays open, with a message of ours, until it has an answer.
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import { errorReason } from '#host/messages/errorMessage.ts';
import type { Log } from '#host/log.ts';
import { askAboutError } from '#host/messages/showError.ts';
import { findTabsOf, toDocumentTab } from '#host/pages/tabs.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { ConnectionError } from '#model/connections/connectionError.ts';

const { t } = vscode.l10n;

export interface Opening {
  readonly connectionId: string;
  readonly uri: vscode.Uri;
  /** What the document is called, in a message. */
  readonly title: () => string;
  /** Whether an editor has a text of it: nothing waits then. */
  readonly isShown: () => boolean;
  /** Whether the error has a message of its own: nothing waits then, either. */
  readonly hasOwnMessage: (error: unknown) => boolean;
}

/** A document that is not open. VS Code may have several questions about it, with one answer. */
interface Unopened extends Pick<Opening, 'connectionId' | 'uri'> {
  readonly error: unknown;
  /** What its message says. */
  readonly reason: string;
  readonly message: AbortController;
  /** Resolves with the next try. Rejects once nothing waits any more. */
  readonly next: PromiseWithResolvers<void>;
}

export class DocumentOpenRetries implements vscode.Disposable {
  readonly #log: Log;
  /** By the address of the document. */
  readonly #unopened = new Map<string, Unopened>();
  readonly #closing: vscode.Disposable;
  #isDisposed = false;

  constructor(log: Log) {
    this.#log = log;
    this.#closing = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const tab of closed) this.#tabClosed(toDocumentTab(tab)?.uri);
    });
  }

  /** Asks until there is an answer. Rejects if its last tab was closed, or where no tab shows what is missing. */
  async ask<T>(opening: Opening, question: () => Promise<T>): Promise<T> {
    const at = opening.uri.toString();
    for (;;) {
      try {
        const answer = await question();
        this.#forget(at);
        return answer;
      } catch (error) {
        const isWaiting = !this.#isDisposed && !opening.isShown() && !opening.hasOwnMessage(error);
        // Only a person waits for a record that may never exist.
        if (!isWaiting || (isMissing(error) && findTabsOf(opening.uri).length === 0)) {
          this.#forget(at);
          throw error;
        }
        await this.#nextTry(opening, error);
      }
    }
  }

  /** The connection is back, or a person asks for another try. Without an id: all. */
  retry(connectionId?: string): void {
    for (const [at, unopened] of this.#unopened) {
      if (connectionId !== undefined && unopened.connectionId !== connectionId) continue;
      this.#unopened.set(at, { ...unopened, next: newTry() });
      unopened.next.resolve();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#closing.dispose();
    for (const at of this.#unopened.keys()) this.#giveUp(at);
  }

  #tabClosed(uri: vscode.Uri | undefined): void {
    if (!uri || findTabsOf(uri).length > 0) return;
    this.#giveUp(uri.toString());
  }

  #giveUp(at: string): void {
    const unopened = this.#unopened.get(at);
    unopened?.next.reject(unopened.error);
    this.#forget(at);
  }

  #forget(at: string): void {
    this.#unopened.get(at)?.message.abort();
    this.#unopened.delete(at);
  }

  /** The message stays while tries fail for the same reason. */
  async #nextTry(opening: Opening, error: unknown): Promise<void> {
    const { connectionId, uri } = opening;
    const known = this.#unopened.get(uri.toString());
    const next = known?.next ?? newTry();
    const reason = errorReason(error);
    if (known?.reason !== reason) {
      known?.message.abort();
      const message = new AbortController();
      this.#unopened.set(uri.toString(), { connectionId, uri, error, reason, message, next });
      if (!isCancelled(error)) void this.#showError(opening, error, message.signal);
    }
    await next.promise;
  }

  async #showError(
    { connectionId, uri, title }: Opening,
    error: unknown,
    outdated: AbortSignal,
  ): Promise<void> {
    const attempt = t('Could not open “{0}”.', title());
    this.#log.error(attempt, error);
    const retry = t('Retry');
    // Once it is connected, the document opens by itself.
    const buttons = error instanceof ConnectionError && isMissing(error) ? [] : [retry];
    const choice = await askAboutError({ attempt, error, connectionId, outdated }, buttons, this.#log);
    const unopened = this.#unopened.get(uri.toString());
    if (choice !== retry || !unopened) return;
    this.#unopened.set(uri.toString(), { ...unopened, reason: '' }); // the person sees the outcome
    this.retry(connectionId);
  }
}

function newTry(): PromiseWithResolvers<void> {
  const next = Promise.withResolvers<void>();
  next.promise.catch(() => undefined); // nobody may wait for it; those that do get the error
  return next;
}

/** There is no such record, connection or project. A client that another key has replaced is none of these. */
function isMissing(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.kind !== 'noKey' && error.kind !== 'sampleStopped';
  return isApiError(error, 'notFound');
}
