// Documents that could not be read when an editor asked for them. VS Code keeps such a failure of a custom editor for as long
// as its window lives, “Try Again” included: so the question stays open, with a message of ours, until it has an answer.
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import type { Log } from '#host/log.ts';
import { askAboutError } from '#host/messages/showError.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { findTabsOf, toDocumentTab } from '#host/pages/tabs.ts';
import { ConnectionError } from '#model/connections/connectionError.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';

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

export class DocumentOpenRetries implements vscode.Disposable {
  readonly #retries: RetryRegistry;
  readonly #log: Log;
  /** Documents whose questions wait for the next try, by their address. */
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  /** Questions so far. */
  #asked = 0;
  #isDisposed = false;

  constructor(retries: RetryRegistry, log: Log) {
    this.#retries = retries;
    this.#log = log;
  }

  /** Asks until there is an answer. Rejects if its last tab was closed, or if no tab shows what is missing. */
  async ask<T>(opening: Opening, question: () => Promise<T>): Promise<T> {
    const at = opening.uri.toString();
    const keys = [`open ${at} ${++this.#asked}`];
    const readAgain = () => {
      recoveries++;
      this.#waiting.get(at)?.resolve();
    };
    let recoveries = 0;
    let isClosed = false;
    this.#retries.add({ keys, connectionId: opening.connectionId, when: 'recovered', readAgain });
    const closing = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (hasTab(opening) || !closed.some((tab) => toDocumentTab(tab)?.uri.toString() === at)) return;
      isClosed = true;
      this.#waiting.get(at)?.resolve();
    });
    try {
      // A tab that was opened again waits as the first one did.
      return await this.#askUntil(
        opening,
        question,
        () => (isClosed && !hasTab(opening)) || this.#isDisposed,
        () => recoveries,
      );
    } finally {
      closing.dispose();
      this.#retries.drop(...keys);
      this.#waiting.get(at)?.resolve(); // what answers one question may answer the others
    }
  }

  /** @param recoveries of the connection so far: what failed before the last one is asked again */
  async #askUntil<T>(
    opening: Opening,
    question: () => Promise<T>,
    isOver: () => boolean,
    recoveries: () => number,
  ): Promise<T> {
    let wasCancelled = false;
    for (;;) {
      const before = recoveries();
      try {
        return await question();
      } catch (error) {
        if (isOver() || opening.isShown() || opening.hasOwnMessage(error)) throw error;
        // Only a person waits for a record that may never exist.
        if (isMissing(error) && !hasTab(opening)) throw error;
        // A request is cancelled where its connection is removed, and the next one says so.
        const isToWait = recoveries() === before && (wasCancelled || !isCancelled(error));
        wasCancelled = isCancelled(error);
        if (isToWait) await this.#nextTry(opening, error);
        if (isOver()) throw error;
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const next of this.#waiting.values()) next.resolve();
  }

  /** VS Code may have several questions about a document: they wait with one message. */
  async #nextTry(opening: Opening, error: unknown): Promise<void> {
    const at = opening.uri.toString();
    const known = this.#waiting.get(at);
    if (known) return known.promise;
    const next = Promise.withResolvers<void>();
    this.#waiting.set(at, next);
    const outdated = new AbortController();
    void this.#offerRetry(opening, error, outdated.signal);
    await next.promise;
    outdated.abort();
    this.#waiting.delete(at);
  }

  async #offerRetry({ connectionId, title }: Opening, error: unknown, outdated: AbortSignal): Promise<void> {
    const attempt = t('Could not open “{0}”.', title());
    this.#log.error('Could not open a document.', error);
    // Once it is connected, the document opens by itself.
    const buttons = error instanceof ConnectionError && isMissing(error) ? [] : [t('Retry')];
    const choice = await askAboutError({ attempt, error, connectionId, outdated }, buttons, this.#log);
    if (choice !== undefined) this.#retries.recovered(connectionId);
  }
}

function hasTab({ uri }: Opening): boolean {
  return findTabsOf(uri).length > 0;
}

/** There is no such record, connection or project. A client that another key has replaced is none of these. */
function isMissing(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.kind !== 'noKey' && error.kind !== 'sampleStopped';
  return isApiError(error, 'notFound');
}
