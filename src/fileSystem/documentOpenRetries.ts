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
import { Backoff } from '#model/connections/backoff.ts';

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

interface Waiting extends Pick<Opening, 'connectionId' | 'uri'> {
  readonly retry: (isAsked: boolean) => void;
  /** Retries after a wait that grows with the number of tries. */
  readonly retryLater: () => void;
  readonly giveUp: () => void;
}

/** Why a document is not open; it stays while tries that nobody asked for fail for the same reason. */
interface Message {
  /** How many questions about the document wait: VS Code has several, with one answer. */
  questions: number;
  /** Whether a person started the try, and sees its outcome. */
  isDue: boolean;
  reason: string;
  over: AbortController;
}

export class DocumentOpenRetries implements vscode.Disposable {
  readonly #log: Log;
  readonly #firstWaitMs: number;
  readonly #waiting = new Set<Waiting>();
  /** By the address of the document. */
  readonly #messages = new Map<string, Message>();
  readonly #closing: vscode.Disposable;
  #isDisposed = false;

  /**
   * @param firstWaitMs the wait after a failure before another response triggers a retry; doubles each time
   */
  constructor(log: Log, firstWaitMs = 1000) {
    this.#log = log;
    this.#firstWaitMs = firstWaitMs;
    this.#closing = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const tab of closed) this.#giveUp(toDocumentTab(tab)?.uri);
    });
  }

  /** Asks until there is an answer. Rejects if its last tab was closed, or where no tab shows what is missing. */
  async ask<T>(opening: Opening, question: () => Promise<T>): Promise<T> {
    const at = opening.uri.toString();
    const known = this.#messages.get(at);
    const message = known ?? { questions: 0, isDue: true, reason: '', over: new AbortController() };
    this.#messages.set(at, message);
    message.questions++;
    try {
      return await this.#askAgain(opening, question, message);
    } finally {
      if (--message.questions === 0) {
        this.#messages.delete(at);
        message.over.abort();
      }
    }
  }

  /** The connection is back, or a person asks for another try. Without an id: all. */
  retry(connectionId?: string, isAsked = false): void {
    for (const waiting of this.#of(connectionId)) waiting.retry(isAsked);
  }

  /**
   * The connection responded to something, and may respond to this. Each try waits longer, because its responses may be
   * unreadable.
   */
  retryLater(connectionId: string): void {
    for (const waiting of this.#of(connectionId)) waiting.retryLater();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#closing.dispose();
    for (const waiting of this.#waiting) waiting.giveUp();
  }

  async #askAgain<T>(opening: Opening, question: () => Promise<T>, message: Message): Promise<T> {
    const backoff = new Backoff(this.#firstWaitMs);
    for (;;) {
      try {
        return await question();
      } catch (error) {
        if (this.#isDisposed || opening.isShown() || opening.hasOwnMessage(error)) throw error;
        // Only a person waits for a record that may never exist.
        if (isMissing(error) && findTabsOf(opening.uri).length === 0) throw error;
        const next = this.#nextTry(opening, error, backoff.next());
        const isNew = message.isDue || errorReason(error) !== message.reason;
        if (isNew && !isCancelled(error)) void this.#showError(opening, error, message);
        if (await next) {
          message.isDue = true;
          message.over.abort();
        }
      }
    }
  }

  #of(connectionId: string | undefined): readonly Waiting[] {
    return [...this.#waiting].filter(
      (one) => connectionId === undefined || one.connectionId === connectionId,
    );
  }

  #giveUp(uri: vscode.Uri | undefined): void {
    if (!uri || findTabsOf(uri).length > 0) return;
    for (const waiting of this.#waiting) if (waiting.uri.toString() === uri.toString()) waiting.giveUp();
  }

  /** Resolves with whether a person asked for it. Rejects with the error if nothing waits any more. */
  async #nextTry({ connectionId, uri }: Opening, error: unknown, waitMs: number): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const failedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const waiting: Waiting = {
      connectionId,
      uri,
      retry: resolve,
      retryLater: () => {
        if (!isMissing(error))
          timer ??= setTimeout(() => resolve(false), Math.max(0, failedAt + waitMs - performance.now()));
      },
      giveUp: () => reject(error),
    };
    this.#waiting.add(waiting);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }

  /** Shows the error in place of the message that the document has. */
  async #showError({ connectionId, title }: Opening, error: unknown, message: Message): Promise<void> {
    message.over.abort();
    message.over = new AbortController();
    message.isDue = false;
    message.reason = errorReason(error);
    const outdated = message.over.signal;
    const attempt = t('Could not open “{0}”.', title());
    this.#log.error(attempt, error);
    const retry = t('Retry');
    // Once it is connected, the document opens by itself.
    const buttons = error instanceof ConnectionError && isMissing(error) ? [] : [retry];
    const choice = await askAboutError({ attempt, error, connectionId, outdated }, buttons, this.#log);
    if (choice !== retry) return;
    message.isDue = true; // also where it is being tried just now
    this.retry(connectionId, true);
  }
}

/** There is no such record, connection or project. A client that another key has replaced is none of these. */
function isMissing(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.kind !== 'noKey' && error.kind !== 'sampleStopped';
  return isApiError(error, 'notFound');
}
