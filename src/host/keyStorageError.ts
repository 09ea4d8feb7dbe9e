/** The editor's secret storage rejected: the system's keyring is locked, missing or does not respond. */
export class KeyStorageError extends Error {
  override readonly name = 'KeyStorageError';
  readonly operation: 'read' | 'store' | 'remove';
  /** `cause`: the keyring's own words, such as D-Bus text, for the log. */
  constructor(operation: 'read' | 'store' | 'remove', cause: unknown) {
    super(`The keyring failed to ${operation} a key.`, { cause });
    this.operation = operation;
  }
}
