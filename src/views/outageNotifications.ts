// Shows the outages of connections: a message with progress, the only kind that can be changed and closed, or a note in the
// status bar.
import * as vscode from 'vscode';
import { errorReason } from '#host/messages/errorMessage.ts';
import { runAction } from '#host/messages/errorActions.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import {
  maxMessageTextLength,
  openNotification,
  showUntil,
  showUntilEnd,
} from '#host/messages/openNotification.ts';
import type { LaterAction, ShownError } from '#host/messages/showError.ts';
import type { CommandId } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import type { FailedChange, RetryRegistry } from '#model/connections/retryRegistry.ts';
import { Outages } from '#model/connections/outages.ts';
import { displayText } from '#text/displayText.ts';

const { t } = vscode.l10n;

const noteMs = 8000;
const maxAttemptLength = 160;

interface Offer {
  readonly action: LaterAction;
  readonly outdated: AbortSignal;
}

/** Loaded with the first error that is shown. */
export class OutageNotifications implements vscode.Disposable {
  readonly #connections: Connections;
  readonly #statuses: ConnectionMonitor;
  readonly #retries: RetryRegistry;
  readonly #outages: Outages;
  readonly #subscription: vscode.Disposable;
  /** By connection: what to offer once it is back, if it still applies. */
  readonly #offers = new Map<string, readonly Offer[]>();

  constructor(connections: Connections, statuses: ConnectionMonitor, retries: RetryRegistry) {
    this.#connections = connections;
    this.#statuses = statuses;
    this.#retries = retries;
    this.#outages = new Outages(statuses, {
      open: (_id, text, onClosed) => openNotification(text, { isBusy: true, onClosed }),
      note: (id, text) => this.#note(id, text),
    });
    this.#subscription = vscode.Disposable.from(
      retries.onDidChange((id) => this.#outages.refresh(id)), // a page says by itself what it did not save
      statuses.onDidRecover((id) => {
        void this.#offer(id);
        void this.#offerRetry(id);
      }),
    );
  }

  /** Resolves with whether the error is of an outage, and is shown here. */
  async show({ attempt, error, connectionId, afterOutage, outdated }: ShownError): Promise<boolean> {
    const full = (id: string) =>
      fullText({ attempt, error }, { id, name: this.#connections.nameOf(id) }, this.#retries);
    const id = await this.#outages.show(error, connectionId, { full, short: attempt });
    if (id === undefined) return false;
    if (afterOutage) {
      const offer = { action: afterOutage, outdated: outdated ?? new AbortController().signal };
      this.#offers.set(id, [...this.#offersOf(id), offer]);
    }
    return true;
  }

  dispose(): void {
    this.#outages.dispose();
    this.#subscription.dispose();
  }

  #note(id: string, text: string): void {
    const note =
      this.#statuses.of(id).state === 'offline'
        ? t('“{0}” is offline. {1}', this.#connections.nameOf(id), text)
        : t('“{0}” was offline. {1}', this.#connections.nameOf(id), text);
    showStatus(note.trim(), noteMs, 'debug-disconnect');
  }

  async #offerRetry(id: string): Promise<void> {
    const changes = this.#retries.lostOf(id);
    if (changes.length === 0) return;
    const retry = { title: t('Retry'), command: 'cohortDeck.retryFailedChanges', args: [id] } as const;
    const text = t('Connected to “{0}” again. {1}', this.#connections.nameOf(id), listAttempts(changes));
    const watch = (end: () => void) => [
      this.#retries.onDidChange(() => this.#retries.lostOf(id).length === 0 && end()),
      this.#statuses.onDidRecover((recovered) => recovered === id && end()), // offered again
    ];
    await runAction([retry], await showUntilEnd(watch, text, retry.title));
  }

  async #offer(id: string): Promise<void> {
    const offers = this.#offersOf(id);
    this.#offers.delete(id);
    if (offers.length === 0) return;
    const text = t('Connected to “{0}” again.', this.#connections.nameOf(id));
    const actions = offers.map(({ action }) => action);
    const outdated = abortedByAll(offers.map((offer) => offer.outdated));
    const titles = new Set(actions.map(({ title }) => title));
    const choice = await showUntil(outdated, text, ...titles);
    const chosen = actions.filter(({ title }) => title === choice);
    await Promise.all([...new Set(chosen.map(({ run }) => run))].map((run) => run())); // one may be of several offers
  }

  #offersOf(id: string): readonly Offer[] {
    return (this.#offers.get(id) ?? []).filter(({ outdated }) => !outdated.aborted);
  }
}

/** Aborts with the last of them. */
function abortedByAll(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  for (const signal of signals)
    signal.addEventListener('abort', () => signals.every(({ aborted }) => aborted) && all.abort());
  return all.signal;
}

/** Names all changes that failed, also those from before this error. */
function fullText(
  { attempt, error }: ShownError,
  { id, name }: { readonly id: string; readonly name: string },
  retries: RetryRegistry,
): string {
  const changes = retries.lostOf(id);
  const isChange = changes.some((change) => change.attempt === attempt);
  const attempts = isChange ? listAttempts(changes) : `${attempt} ${listAttempts(changes)}`.trim();
  const retry = changes.length === 1 ? t('Retry Change') : t('Retry {0} Changes', changes.length);
  const links = [
    ...(changes.length > 0 ? [link(retry, 'cohortDeck.retryFailedChanges', id)] : []),
    link(t('Retry Connection'), 'cohortDeck.retryConnection', id),
    link(t('Diagnose Connection'), 'cohortDeck.diagnoseConnection', id),
  ];
  const offline = t('“{0}” is offline ({1}), reconnecting…', name, errorReason(error));
  return `${withoutLinksAndIcons(`${offline} ${attempts}`.trim(), maxMessageTextLength)} ${links.join(' · ')}`;
}

const maxAttempts = 5;

function listAttempts(changes: readonly FailedChange[]): string {
  const shown = changes.slice(-maxAttempts).map(({ attempt }) => displayText(attempt, maxAttemptLength));
  const more = changes.length - shown.length;
  return [...shown, ...(more > 0 ? [t('And {0} more.', more)] : [])].join(' ');
}

/** Messages draw this form as a link that runs a command. */
function link(title: string, command: CommandId, connectionId: string): string {
  return `[${title}](command:${command}?${encodeURIComponent(JSON.stringify([connectionId]))})`;
}
