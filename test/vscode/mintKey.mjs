// Loaded into the VS Code server before it starts. A browser keeps secrets encrypted with a key, half of which it asks
// the server for; the server leaves that request to a front that is not here. Without it, keys are gone at a reload.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const keyBytes = 32; // half of what AES-256 and the browser's own half are mixed from

const { 'user-data-dir': userDataDir, 'connection-token': token } = parseArgs({
  options: { 'user-data-dir': { type: 'string' }, 'connection-token': { type: 'string' } },
  strict: false, // there are others
}).values;

// Node hands --import on to child processes; only the server has these arguments.
if (token !== undefined) {
  const { createServer } = http;
  http.createServer = (...args) => {
    const server = createServer(...args);
    const { emit } = server;
    server.emit = (event, ...values) => {
      const [request, response] = values;
      if (event !== 'request' || request.method !== 'POST' || request.url !== '/mint-key')
        return emit.call(server, event, ...values);
      const isKnown = (request.headers.cookie ?? '').split('; ').includes(`vscode-tkn=${token}`);
      response.writeHead(isKnown ? 200 : 403, { 'Content-Type': 'application/octet-stream' });
      response.end(isKnown ? readKey() : undefined);
      return true;
    };
    return server;
  };
  syncBuiltinESMExports();
}

/** The same for as long as the person's data are kept. */
function readKey() {
  const file = path.join(userDataDir, 'browser-key');
  try {
    writeFileSync(file, randomBytes(keyBytes), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
}
