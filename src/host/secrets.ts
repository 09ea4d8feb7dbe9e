import type { Disposable, SecretStorage } from 'vscode';

/**
 * Keys in the editor's secret storage, each stored with the origin that it was entered for: a changed address in the
 * settings does not get the key of the old one.
 */
export class SecretKeys {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** A connection's key was entered, replaced or removed, in this window or another. */
  onDidChange(listener: (connectionId: string) => void): Disposable {
    return this.#secrets.onDidChange(({ key: name }) => {
      if (name.startsWith(prefix)) listener(name.slice(prefix.length));
    });
  }

  async read(connectionId: string, origin: string): Promise<string | undefined> {
    const stored = await this.#secrets.get(nameOf(connectionId));
    if (stored === undefined) return undefined;
    const entry = parseEntry(stored);
    return entry?.origin === origin ? entry.key : undefined;
  }

  async write(connectionId: string, origin: string, key: string): Promise<void> {
    await this.#secrets.store(nameOf(connectionId), JSON.stringify({ origin, key }));
  }

  async remove(connectionId: string): Promise<void> {
    await this.#secrets.delete(nameOf(connectionId));
  }
}

const prefix = 'cohortDeck.key.';

function nameOf(connectionId: string): string {
  return prefix + connectionId;
}

function parseEntry(stored: string): { readonly origin: string; readonly key: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined; // not ours: the person is asked for the key again
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('origin' in value) || !('key' in value)) return undefined;
  const { origin, key } = value;
  return typeof origin === 'string' && typeof key === 'string' ? { origin, key } : undefined;
}
