// Messages that code can change and close. VS Code has none but those with progress; their buttons are links in the text.
import * as vscode from 'vscode';
import { toAbortSignal } from '#host/disposables.ts';
import { withoutLinksAndIcons } from './withoutLinksAndIcons.ts';

const { t } = vscode.l10n;

export interface OpenNotification {
  /** `text` may have links; what comes from elsewhere has passed withoutLinksAndIcons. */
  show(text: string): void;
  close(): void;
}

export interface OpenNotificationOptions {
  /** A moving bar shows that something is in progress. */
  readonly isBusy: boolean;
  /** Called where the person closes it. */
  readonly onClosed: () => void;
}

export function openNotification(
  first: string,
  { isBusy, onClosed }: OpenNotificationOptions,
): OpenNotification {
  const ended = Promise.withResolvers<void>();
  let text = first;
  let progress: vscode.Progress<{ readonly message: string; readonly increment?: number }> | undefined;
  const show = (next: string): void => {
    text = next;
    progress?.report({ message: next });
  };
  const options = { location: vscode.ProgressLocation.Notification, cancellable: closeButton() };
  void vscode.window.withProgress(options, async (given, token) => {
    toAbortSignal(token).addEventListener('abort', () => {
      onClosed();
      ended.resolve();
    });
    progress = given;
    if (isBusy) show(text);
    else {
      given.report({ message: text, increment: 100 }); // a bar that does not move
      given.report({ increment: 0 }); // without a text, VS Code shows no spinner in the status bar while the message is hidden
    }
    await ended.promise;
  });
  return { show, close: () => ended.resolve() };
}

/** VS Code takes the name of the button as well, which its types do not say; if it does not, the button is “Cancel”. */
function closeButton(): boolean {
  const name: unknown = t('Close');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return name as boolean;
}

let lastMessage = 0;
/** UTF-16 units without links. VS Code cuts a message after 1000 with its links, of which an outage has the longest. */
export const maxMessageTextLength = 600;

/**
 * Shows a message until a button is pressed, the person closes it, or `outdated` aborts: it does not hold any more.
 * Resolves with the button, and undefined otherwise.
 */
export async function showUntil(
  outdated: AbortSignal,
  text: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const chosen = Promise.withResolvers<string | undefined>();
  const command = `cohortDeck.message.${++lastMessage}`;
  const registration = vscode.commands.registerCommand(command, (index: unknown) =>
    chosen.resolve(buttons[Number(index)]),
  );
  const links = buttons.map((title, index) => `[${title}](command:${command}?${index})`);
  const message = openNotification(
    `${withoutLinksAndIcons(text, maxMessageTextLength)} ${links.join(' · ')}`,
    {
      isBusy: false,
      onClosed: () => chosen.resolve(undefined),
    },
  );
  outdated.addEventListener('abort', () => chosen.resolve(undefined));
  if (outdated.aborted) chosen.resolve(undefined);
  try {
    return await chosen.promise;
  } finally {
    message.close();
    registration.dispose();
  }
}

/** Subscribes to what ends a message. */
export type WatchEnd = (end: () => void) => readonly { dispose(): void }[];

/** The same, until one of the subscriptions calls `end`. */
export async function showUntilEnd(
  watch: WatchEnd,
  text: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const over = new AbortController();
  const subscriptions = watch(() => over.abort());
  try {
    return await showUntil(over.signal, text, ...buttons);
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}
