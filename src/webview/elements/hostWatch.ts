// What a page does if its extension host has stopped: it takes no more input, says so, and offers to be opened again by
// the next host. VS Code leaves the page as it is, and what is posted to it and by it is lost.
import { HostSilence, pingEveryMs } from './hostSilence.ts';
import { t } from './translate.ts';

/** What was typed and did not reach the host; see `ReopenRequest` in commands/reopenPage.ts. */
export interface UnkeptInput {
  readonly text?: string;
  /** Texts of which the document has one, unless it was changed elsewhere. */
  readonly bases?: readonly string[];
  readonly drafts?: readonly string[];
}

export interface HostWatchOptions {
  readonly ping: () => void;
  readonly readUnkept: () => UnkeptInput;
  readonly readState: () => unknown;
}

/** @returns to be called with each message from the host */
export function watchHost(options: HostWatchOptions): () => void {
  const silence = new HostSilence(performance.now());
  let hide: (() => void) | undefined;
  setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    if (silence.tick(performance.now())) hide ??= showStopped(options);
    options.ping();
  }, pingEveryMs);
  return () => {
    silence.heard();
    hide?.();
    hide = undefined;
  };
}

/** @returns takes it away again */
function showStopped({ readUnkept, readState }: HostWatchOptions): () => void {
  const page = document.getElementById('page') ?? document.body;
  const unkept = readUnkept(); // not later: it may complete what is being typed
  const focused = document.activeElement;
  page.inert = true;
  const banner = document.createElement('div');
  banner.className = 'host-stopped';
  banner.role = 'alert';
  const sentence = document.createElement('span');
  sentence.textContent =
    unkept.text === undefined && !unkept.drafts?.length
      ? t('VS Code’s extension host has stopped responding.')
      : t('VS Code’s extension host has stopped responding. Your text is kept here.');
  const link = document.createElement('a');
  link.textContent = t('Reopen');
  link.href = reopenLink({ ...JSON.parse(page.dataset['reopen'] ?? '{}'), ...unkept, state: readState() });
  banner.append(sentence, link);
  document.body.append(banner);
  if (document.hasFocus()) link.focus();
  return () => {
    page.inert = false;
    banner.remove();
    if (document.hasFocus() && focused instanceof HTMLElement) focused.focus();
  };
}

/** VS Code itself runs such a link, in the next host. It decodes the argument twice, so no percent sign may be left in it. */
function reopenLink(request: object): string {
  const json = JSON.stringify([request]).replaceAll('%', '\\u0025');
  return `command:cohortDeck.reopenPage?${encodeURIComponent(json)}`;
}
