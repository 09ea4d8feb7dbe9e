export type KeyOperation = 'read' | 'store' | 'remove';

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
