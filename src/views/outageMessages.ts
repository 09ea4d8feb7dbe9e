// One message for what fails while a connection is offline. It closes by itself when the connection is back.
import * as vscode from 'vscode';
import { toAbortSignal } from '#host/abort.ts';
import { describeError } from '#host/errorMessage.ts';
import { plainText } from '#host/plainText.ts';
import type { CommandId } from '#manifest.ts';
import type { ConnectionStatuses } from '#model/connections/connectionStatuses.ts';
import type { Subscription } from '#model/storage/emitter.ts';

const { t } = vscode.l10n;

interface OpenMessage {
  readonly show: (text: string) => void;
  readonly close: () => void;
}

export class OutageMessages implements vscode.Disposable {
  readonly #statuses: ConnectionStatuses;
  /** Of each connection with a message: puts another text into it, or closes it. */
  readonly #open = new Map<string, OpenMessage>();
  readonly #subscription: Subscription;

  constructor(statuses: ConnectionStatuses) {
    this.#statuses = statuses;
    this.#subscription = statuses.onDidChange((id) => {
      if (statuses.of(id).state !== 'offline') this.#open.get(id)?.close();
    });
  }

  /**
   * @param attempt what was tried, as a sentence
   * @returns false for an error that is not of an outage: it needs a message of its own
   */
  show(attempt: string, error: unknown): boolean {
    const id = this.#statuses.connectionOf(error);
    if (id === undefined || this.#statuses.of(id).state !== 'offline') return false;
    const described = describeError(error, id);
    if (described.diagnose === undefined) return false; // the service did answer this one
    const links = [
      link(t('Retry'), 'cohortDeck.retryConnection', id),
      link(t('Diagnose Connection'), 'cohortDeck.diagnoseConnection', id),
    ];
    const text = plainText(`${attempt} ${described.message}`.trim());
    const message = `${text} ${t('Retrying by itself.')} ${links.join(' · ')}`;
    const shown = this.#open.get(id);
    if (shown) shown.show(message);
    else void this.#openMessage(id, message);
    return true;
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const message of this.#open.values()) message.close();
  }

  /** A message with progress is the only kind that can be changed and closed. */
  async #openMessage(id: string, first: string): Promise<void> {
    const ended = Promise.withResolvers<void>();
    let text = first;
    let progress: vscode.Progress<{ readonly message: string }> | undefined;
    const show = (next: string): void => {
      text = next;
      progress?.report({ message: next });
    };
    this.#open.set(id, { show, close: () => ended.resolve() });
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true };
    await vscode.window.withProgress(options, async (given, token) => {
      toAbortSignal(token).addEventListener('abort', () => ended.resolve());
      progress = given;
      show(text);
      await ended.promise;
    });
    this.#open.delete(id);
  }
}

/** Messages draw this form as a link that runs a command. */
function link(title: string, command: CommandId, connectionId: string): string {
  return `[${title}](command:${command}?${encodeURIComponent(JSON.stringify([connectionId]))})`;
}
