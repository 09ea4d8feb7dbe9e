// What a page does if its extension host has stopped: it takes no more input, says so, and offers to be opened again by
// the next host. VS Code leaves the page as it is, and what is posted to it and by it is lost.
import { t } from '#webview/elements/translate.ts';
import { hasInput, type KeptPages, textsOf, type UnkeptInput } from './keptPages.ts';

export interface HostWatchOptions {
  readonly ping: () => void;
  /** @param isFinal completes what is being typed, too */
  readonly readUnkept: (isFinal: boolean) => UnkeptInput;
  /** Reads the same without what the host has, if all of it is too long. */
  readonly shortenUnkept: (() => UnkeptInput) | undefined;
  readonly readState: () => unknown;
  readonly pages: KeptPages;
}

export interface HostWatch {
  /** Call it with each message from the host, before the page handles it. */
  received(): void;
  /** Keeps what did not reach the host; forgets what has reached it. */
  keep(): void;
}

export function watchHost(options: HostWatchOptions): HostWatch {
  const silence = new HostSilence(performance.now());
  let hide: (() => void) | undefined;
  const { pages } = options;
  let hasFocus = document.hasFocus();
  const keep = () => {
    const input = options.readUnkept(false);
    const isTyped = hasInput(input.areFieldsInHost === true ? { ...input, fields: [] } : input);
    const page = { input, state: options.readState(), hasFocus };
    if (silence.isSilent || isTyped) pages.keep(page, options.shortenUnkept);
    else pages.forget();
  };
  // A page whose tab is closed or replaced loses the focus first, and counts as one that had it.
  for (const type of ['blur', 'pagehide']) addEventListener(type, keep);
  addEventListener('focus', () => {
    hasFocus = true;
    keep();
  });
  setInterval(() => {
    if (document.visibilityState !== 'visible') return pages.isKept ? keep() : undefined;
    if (silence.tick(performance.now())) hide ??= showStopped(options);
    hasFocus = document.hasFocus();
    keep();
    options.ping();
  }, pingEveryMs);
  return {
    received: () => {
      silence.received();
      hide?.();
      hide = undefined;
    },
    keep,
  };
}

/** @returns takes it away again */
function showStopped({ readUnkept, shortenUnkept, readState, pages }: HostWatchOptions): () => void {
  const page = document.getElementById('page') ?? document.body;
  const input = readUnkept(true); // not later: it completes what is being typed
  const typed = textsOf(input);
  const state = readState();
  const focused = document.activeElement;
  page.inert = true;
  const banner = document.createElement('div');
  banner.className = 'host-stopped';
  banner.role = 'alert';
  const sentence = document.createElement('span');
  sentence.textContent =
    typed.length === 0
      ? t('This page has lost the connection to VS Code’s extension host.')
      : t('This page has lost the connection to VS Code’s extension host. Your text is kept here.');
  const hasFocus = document.hasFocus();
  const isKept = pages.keep({ input, state, hasFocus }, shortenUnkept); // the next page finds it
  const { text, bases } = input;
  const drafts = textsOf({ ...input, text: undefined });
  const handed = isKept ? {} : { text, bases, drafts };
  const request = { ...JSON.parse(page.dataset['reopen'] ?? '{}'), ...handed, state };
  const reopen = linkTo(t('Reopen'), reopenLink(request));
  const offer = () => {
    if (isKept) setTimeout(() => offerReload(sentence, reopen), maxReopenMs);
    else pages.handOver(); // the link has what is too long
  };
  reopen.addEventListener('click', offer, { once: true });
  banner.append(sentence, reopen);
  if (typed.length > 0) banner.append(copyButton(typed.join('\n\n')));
  document.body.append(banner);
  if (hasFocus) reopen.focus();
  return () => {
    page.inert = false;
    banner.remove();
    if (document.hasFocus() && focused instanceof HTMLElement) focused.focus();
  };
}

/** VS Code starts no other host after the third one that ends within five minutes. What the page keeps outlives a reload. */
function offerReload(sentence: HTMLElement, reopen: HTMLElement): void {
  sentence.textContent = t(
    'VS Code’s extension host does not respond. Reload the window to bring this page back.',
  );
  reopen.before(linkTo(t('Reload Window'), 'command:workbench.action.reloadWindow'));
}

/** A page that can be opened again is replaced sooner. */
const maxReopenMs = 5000;

function linkTo(label: string, href: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.textContent = label;
  link.href = href;
  return link;
}

function copyButton(text: string): HTMLElement {
  const button = document.createElement('button');
  button.textContent = t('Copy Text');
  button.addEventListener('click', () => {
    const setText = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('copy', setText, { capture: true, once: true });
    if (document.execCommand('copy')) button.textContent = t('Copied');
    removeEventListener('copy', setText, { capture: true });
  });
  return button;
}

/** VS Code itself runs such a link, in the next host. It decodes the argument twice, so no percent sign may be left in it. */
function reopenLink(request: object): string {
  const json = JSON.stringify([request]).replaceAll('%', '\\u0025');
  return `command:cohortDeck.reopenPage?${encodeURIComponent(json)}`;
}

/** A page asks its host so often whether it responds. */
export const pingEveryMs = 1000;
/** A host that is busy for less than this recovers unnoticed. */
const maxSilentTicks = 7;

/** Whether the host has stopped, from what the page knows: when it asked and when it last received anything. */
export class HostSilence {
  #lastTickMs: number;
  #silentTicks = 0;

  constructor(nowMs: number) {
    this.#lastTickMs = nowMs;
  }

  /**
   * Call it each `pingEveryMs`. A tick that comes late does not count: the machine slept, or the page was busy or hidden.
   * @returns whether the host has stopped responding
   */
  tick(nowMs: number): boolean {
    const isOnTime = nowMs - this.#lastTickMs < 2 * pingEveryMs;
    this.#lastTickMs = nowMs;
    if (isOnTime) this.#silentTicks++;
    return this.#silentTicks > maxSilentTicks;
  }

  /** Whether the host has not replied to the last ping in time: it may be busy. */
  get isSilent(): boolean {
    return this.#silentTicks > 1;
  }

  /** The host has sent something. */
  received(): void {
    this.#silentTicks = 0;
  }
}
