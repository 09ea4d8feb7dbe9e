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
import type { FailedRead, RetryRegistry } from '#model/connections/retryRegistry.ts';

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
  /** By the address of the document. */
  readonly #unopened = new Map<string, Unopened>();
  readonly #closing: vscode.Disposable;
  #isDisposed = false;

  constructor(retries: RetryRegistry, log: Log) {
    this.#retries = retries;
    this.#log = log;
    this.#closing = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const tab of closed) this.#tabClosed(toDocumentTab(tab)?.uri);
    });
  }

  /** Asks until there is an answer. Rejects if its last tab was closed, or where no tab shows what is missing. */
  async ask<T>(opening: Opening, question: () => Promise<T>): Promise<T> {
    const at = opening.uri.toString();
    const document = this.#unopened.get(at) ?? this.#add(at, opening.connectionId);
    document.questions++;
    try {
      return await this.#askAgain(opening, question, document);
    } finally {
      document.hideMessage();
      document.readAgain(); // what answers one question may answer the others
      if (--document.questions === 0) {
        this.#unopened.delete(at);
        this.#retries.drop(...document.keys);
      }
    }
  }

  #add(at: string, connectionId: string): Unopened {
    const document = new Unopened(at, connectionId);
    this.#unopened.set(at, document);
    this.#retries.add(document);
    return document;
  }

  async #askAgain<T>(opening: Opening, question: () => Promise<T>, document: Unopened): Promise<T> {
    for (;;) {
      const { retries } = document;
      try {
        return await question();
      } catch (error) {
        if (this.#isDisposed || opening.isShown() || opening.hasOwnMessage(error)) throw error;
        const hasTab = findTabsOf(opening.uri).length > 0;
        // Only a person waits for a record that may never exist.
        if (!hasTab && (document.isClosed || isMissing(error))) throw error;
        if (document.retries !== retries) continue; // it was asked for while this try ran
        this.#explain(opening, error, document);
        await document.next;
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#closing.dispose();
    for (const document of this.#unopened.values()) document.giveUp();
  }

  #tabClosed(uri: vscode.Uri | undefined): void {
    const document = uri && this.#unopened.get(uri.toString());
    if (!document || findTabsOf(uri).length > 0) return;
    document.isClosed = true;
    document.giveUp();
  }

  /** The message stays while tries fail for the same reason. */
  #explain(opening: Opening, error: unknown, document: Unopened): void {
    document.error = error;
    const reason = errorReason(error);
    if (document.reason === reason) return;
    document.hideMessage();
    document.reason = reason;
    document.message = new AbortController();
    if (!isCancelled(error)) void this.#showError(opening, error, document);
  }

  async #showError({ title }: Opening, error: unknown, document: Unopened): Promise<void> {
    const { connectionId, message } = document;
    const attempt = t('Could not open “{0}”.', title());
    this.#log.error(attempt, error);
    const retry = t('Retry');
    // Once it is connected, the document opens by itself.
    const buttons = error instanceof ConnectionError && isMissing(error) ? [] : [retry];
    const outdated = message.signal;
    const choice = await askAboutError({ attempt, error, connectionId, outdated }, buttons, this.#log);
    if (choice !== retry) return;
    document.reason = ''; // the person sees the outcome
    this.#retries.recovered(connectionId);
  }
}

/** A document that is not open yet. VS Code may have several questions about it, with one answer. */
class Unopened implements FailedRead {
  readonly keys: readonly string[];
  readonly connectionId: string;
  readonly when = 'recovered';
  questions = 0;
  /** Its last tab was closed since the first question. */
  isClosed = false;
  /** Tries that were asked for so far. */
  retries = 0;
  error: unknown;
  /** What its message says; empty if there is none. */
  reason = '';
  message = new AbortController();
  #next = newTry();

  constructor(at: string, connectionId: string) {
    this.keys = [`open ${at}`];
    this.connectionId = connectionId;
  }

  /** Resolves with the next try. Rejects if nothing is to wait any more. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  readAgain(): void {
    this.retries++;
    this.#next.resolve();
    this.#next = newTry();
  }

  giveUp(): void {
    this.hideMessage();
    this.#next.reject(this.error);
    this.#next = newTry();
  }

  hideMessage(): void {
    this.message.abort();
    this.reason = '';
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
