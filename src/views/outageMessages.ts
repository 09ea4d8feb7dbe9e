// Shows the outages of connections: a message with progress, the only kind that can be changed and closed, or a note in the
// status bar.
import * as vscode from 'vscode';
import { errorReason, runAction } from '#host/errorMessage.ts';
import { showInformation, showStatus } from '#host/messages.ts';
import { openMessage, showUntil } from '#host/openMessage.ts';
import { plainText } from '#host/plainText.ts';
import type { ShownError } from '#host/showError.ts';
import type { ErrorAction } from '#host/userError.ts';
import type { CommandId } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { ConnectionStatuses } from '#model/connections/connectionStatuses.ts';
import type { FailedChange, FailedChanges } from '#model/records/failedChanges.ts';
import { Outages, type OutageScreen } from '#model/connections/outages.ts';
import { displayText } from '#text/displayText.ts';

const { t } = vscode.l10n;

const noteMs = 8000;
const longestAttempt = 160;

export interface OutageMessages extends vscode.Disposable {
  /** Resolves with whether the error is of an outage, and is shown here. */
  show(shown: ShownError): Promise<boolean>;
}

/** Loaded with the first error that is shown. */
export function createOutageMessages(
  connections: Connections,
  statuses: ConnectionStatuses,
  failedChanges: FailedChanges,
): OutageMessages {
  const nameOf = (id: string) => connections.get(id)?.name ?? id;
  /** Of each connection: what to offer once it is back. */
  const offers = new Map<string, ErrorAction>();
  const screen: OutageScreen = {
    open: (_id, text, onClosed) => openMessage(text, { isBusy: true, onClosed }),
    note: (id, text) => {
      const note =
        statuses.of(id).state === 'offline'
          ? t('“{0}” is offline. {1}', nameOf(id), text)
          : t('“{0}” was offline. {1}', nameOf(id), text);
      showStatus(note.trim(), noteMs, 'debug-disconnect');
    },
  };
  const outages = new Outages(statuses, screen);
  const show = async ({ attempt, error, connectionId, whenBack }: ShownError): Promise<boolean> => {
    const full = (id: string) => fullText({ attempt, error }, { id, name: nameOf(id) }, failedChanges);
    const isShown = await outages.show(error, connectionId, { full, short: attempt });
    const id = statuses.connectionOf(error) ?? connectionId;
    if (isShown && whenBack && id !== undefined) offers.set(id, whenBack);
    return isShown;
  };
  const offerRetry = async (id: string): Promise<void> => {
    const changes = failedChanges.of(id);
    if (changes.length === 0) return;
    const retry = { title: t('Retry'), command: 'cohortDeck.retryFailedChanges', args: [id] } as const;
    const text = t('Connected to “{0}” again. {1}', nameOf(id), listAttempts(changes));
    const over = new AbortController();
    const end = failedChanges.onDidChange((changed) => changed === id && over.abort()); // what the message lists is not what failed any more
    await runAction([retry], await showUntil(over.signal, text, retry.title));
    end.dispose();
  };
  const offer = async (id: string): Promise<void> => {
    const action = offers.get(id);
    offers.delete(id);
    if (!action) return;
    await runAction(
      [action],
      await showInformation(t('Connected to “{0}” again.', nameOf(id)), action.title),
    );
  };
  const recovered = statuses.onDidRecover((id) => {
    void offer(id);
    void offerRetry(id);
  });
  return {
    show,
    dispose() {
      outages.dispose();
      recovered.dispose();
    },
  };
}

/** Names all changes that failed, also those from before this error. */
function fullText(
  { attempt, error }: ShownError,
  { id, name }: { readonly id: string; readonly name: string },
  failedChanges: FailedChanges,
): string {
  const changes = failedChanges.of(id);
  const isChange = changes.some((change) => change.attempt === attempt);
  const attempts = isChange ? listAttempts(changes) : `${attempt} ${listAttempts(changes)}`.trim();
  const retry = changes.length === 1 ? t('Retry Change') : t('Retry {0} Changes', changes.length);
  const links = [
    ...(changes.length > 0 ? [link(retry, 'cohortDeck.retryFailedChanges', id)] : []),
    link(t('Retry Connection'), 'cohortDeck.retryConnection', id),
    link(t('Diagnose Connection'), 'cohortDeck.diagnoseConnection', id),
  ];
  const offline = t('“{0}” is offline ({1}), reconnecting…', name, errorReason(error));
  return `${plainText(`${offline} ${attempts}`.trim(), longestText)} ${links.join(' · ')}`;
}

/** VS Code cuts longer messages, and the links with them. */
const longestText = 600;
const mostAttempts = 5;

function listAttempts(changes: readonly FailedChange[]): string {
  const shown = changes.slice(-mostAttempts).map(({ attempt }) => displayText(attempt, longestAttempt));
  const more = changes.length - shown.length;
  return [...shown, ...(more > 0 ? [t('And {0} more.', more)] : [])].join(' ');
}

/** Messages draw this form as a link that runs a command. */
function link(title: string, command: CommandId, connectionId: string): string {
  return `[${title}](command:${command}?${encodeURIComponent(JSON.stringify([connectionId]))})`;
}
