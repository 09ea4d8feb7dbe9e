// Requests over our own undici connections.
import { decodeBodies } from '#api/http/decodedWire.ts';
import type { ResponseHeaders, Wire } from '#api/http/wire.ts';

/** The editor's fetch decodes by itself, these do not. */
export function createUndiciWire(dispatcher: UndiciDispatcher): Wire {
  return decodeBodies((request, handler) => {
    let running: UndiciController | undefined;
    let isAborted = false;
    dispatcher.dispatch(
      // Each call has a deadline of its own.
      { ...request, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(controller) {
          running = controller;
          if (isAborted) controller.abort(new Error('aborted'));
        },
        onResponseStart(controller, status, headers) {
          if (status < 200 || isAborted) return; // an interim response
          handler.onResponse(status, joinHeaders(headers), controller);
        },
        onResponseData(_controller, chunk) {
          if (!isAborted) handler.onChunk(chunk);
        },
        onResponseEnd() {
          if (!isAborted) handler.onEnd();
        },
        onResponseError(_controller, error) {
          if (!isAborted) handler.onFailure(error);
        },
      },
    );
    return () => {
      isAborted = true;
      running?.abort(new Error('aborted'));
    };
  });
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): ResponseHeaders {
  const joined: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) {
    joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
