export type ConnectionProblemKind = 'noKey' | 'unknownConnection' | 'unknownProject' | 'sampleStopped';

const messages: Readonly<Record<ConnectionProblemKind, string>> = {
  noKey: 'No key is stored for this connection.',
  unknownConnection: 'The connection does not exist.',
  unknownProject: 'The connection has no such project.',
  sampleStopped: 'The sample data stopped.',
};

/** No request was made. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly kind: ConnectionProblemKind;
  readonly connectionId: string;
  constructor(kind: ConnectionProblemKind, connectionId: string, cause?: unknown) {
    super(messages[kind], { cause });
    this.kind = kind;
    this.connectionId = connectionId;
  }
}
