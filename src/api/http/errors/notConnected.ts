/** A connection that could not be opened: no byte of the request has left. `cause` has the reason. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/**
 * Throws every failure to open as NotConnectedError. It also stops undici from opening for ever: undici takes a proxy
 * that hangs up for a lost connection, by the error's code, and tries again without end.
 */
export function markNotConnected(connector: UndiciConnector): UndiciConnector {
  return (options, callback) =>
    connector(options, (error, socket) => {
      callback(
        error && new NotConnectedError('The connection could not be opened.', { cause: error }),
        socket,
      );
    });
}
