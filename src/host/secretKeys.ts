import type { Disposable, SecretStorage } from 'vscode';

/** What the keys need of the editor's secret storage. */
export type SecretPort = Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>;

/** Limits for a keyring that does not respond, such as one that is waiting to be unlocked. */
export interface KeyringWaits {
  readonly slowMs: number;
  /** Called once for each call that takes longer than `slowMs`. */
  readonly onSlow: () => void;
  /** A call that takes longer fails. Long enough for a person to unlock the keyring. */
  readonly maxMs: number;
}

/** `isStored`: all windows have it, and not this one alone. */
type KeyListener = (connectionId: string, isStored: boolean) => void;

interface Entry {
  readonly origin: string;
  readonly key: string;
}

/**
 * Keys in the editor's secret storage, each stored with the origin that it was entered for: a changed address in the
 * settings does not get the key of the old one. Where the system's keyring fails, a key may be kept in memory.
 */
export class SecretKeys implements Disposable {
  readonly #secrets: SecretPort;
  readonly #onFailure: (line: string) => void;
  readonly #waits: KeyringWaits;
  readonly #subscription: Disposable;
  readonly #listeners = new Set<KeyListener>();
  /** Keys for this window only, by connection. */
  readonly #ofWindow = new Map<string, Entry>();

  /** `onFailure` receives what the keyring itself said, for the log. */
  constructor(secrets: SecretPort, onFailure: (line: string) => void, waits: Partial<KeyringWaits> = {}) {
    this.#secrets = secrets;
    this.#onFailure = onFailure;
    this.#waits = { ...defaultWaits, ...waits };
    this.#subscription = secrets.onDidChange(({ key: name }) => {
      if (!name.startsWith(prefix)) return;
      const connectionId = name.slice(prefix.length);
      this.#ofWindow.delete(connectionId); // a key that was stored later, in whatever window, is the newer one
      this.#fire(connectionId, true);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#listeners.clear();
    this.#ofWindow.clear();
  }

  /** A connection has another key or none: stored or removed in this window or another, or kept for this window. */
  onDidChange(listener: KeyListener): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Undefined if there is none for this origin. Throws KeyStorageError. */
  async read(connectionId: string, origin: string): Promise<string | undefined> {
    const ofWindow = this.#ofWindow.get(connectionId);
    if (ofWindow?.origin === origin) return ofWindow.key;
    const stored = await this.#try('read', () => this.#secrets.get(secretNameOf(connectionId)));
    const entry = stored === undefined ? undefined : parseEntry(stored);
    return entry?.origin === origin ? entry.key : undefined;
  }

  /** Throws KeyStorageError; an older key stays then. */
  async write(connectionId: string, origin: string, key: string): Promise<void> {
    const text = JSON.stringify({ origin, key });
    await this.#try('store', () => this.#secrets.store(secretNameOf(connectionId), text), key);
    this.#ofWindow.delete(connectionId);
    this.#fire(connectionId, true); // the storage's own event may come later
  }

  /** Keeps the key in memory only, before one that is stored. */
  useForWindow(connectionId: string, origin: string, key: string): void {
    this.#ofWindow.set(connectionId, { origin, key });
    this.#fire(connectionId, false);
  }

  /** Throws KeyStorageError where it stays stored. */
  async remove(connectionId: string): Promise<void> {
    this.#ofWindow.delete(connectionId);
    await this.#try('remove', () => this.#secrets.delete(secretNameOf(connectionId)));
  }

  #fire(connectionId: string, isStored: boolean): void {
    for (const listener of this.#listeners) listener(connectionId, isStored);
  }

  /** The keyring's own text may quote what it was given. */
  async #try<T>(operation: KeyOperation, run: () => Thenable<T>, secret?: string): Promise<T> {
    try {
      return await this.#inTime(run());
    } catch (error) {
      const failure = new KeyStorageError(operation);
      const reason = error instanceof Error ? error.message : String(error);
      const line = `${failure.message} ${secret === undefined ? reason : reason.replaceAll(secret, '…')}`;
      this.#onFailure(line.replaceAll(/\s+/g, ' ').slice(0, maxLineLength));
      throw failure;
    }
  }

  /** A keyring that nobody unlocks may never respond. */
  async #inTime<T>(answer: Thenable<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const { slowMs, onSlow, maxMs } = this.#waits;
    const silent = new Error(`It did not respond within ${maxMs / 1000} s.`);
    const timers = [setTimeout(onSlow, slowMs), setTimeout(() => late.reject(silent), maxMs)];
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }
}

const defaultWaits: KeyringWaits = { slowMs: 3000, onSlow: () => undefined, maxMs: 60_000 };
const prefix = 'cohortDeck.key.';
const maxLineLength = 500;

function secretNameOf(connectionId: string): string {
  return prefix + connectionId;
}

function parseEntry(stored: string): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined; // not stored by this extension: the person is asked for the key again
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('origin' in value) || !('key' in value)) return undefined;
  const { origin, key } = value;
  return typeof origin === 'string' && typeof key === 'string' ? { origin, key } : undefined;
}

type KeyOperation = 'read' | 'store' | 'remove';

/**
 * The editor's secret storage rejected: the system's keyring is locked, missing or does not respond. It carries no cause:
 * a keyring's own text is for the log, without the key that it may quote.
 */
export class KeyStorageError extends Error {
  override readonly name = 'KeyStorageError';
  readonly operation: KeyOperation;
  constructor(operation: KeyOperation) {
    super(`The keyring failed to ${operation} a key.`);
    this.operation = operation;
  }
}
