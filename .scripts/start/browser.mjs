// @ts-check
// Opens the extension in code-server: VS Code in a browser, on this machine only.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { prepareVscode } from '../../test/vscode/prepare.mjs';
import { ServerFailure, startServer } from '../../test/vscode/server.mjs';
import { SetupFailure } from '../setup/failure.mjs';
import { whenInterrupted } from '../setup/interrupt.mjs';
import { openerDir, root } from '../setup/paths.mjs';
import { step } from '../setup/steps.mjs';

/** Comes back once the server has ended. @param {import('./options.mjs').StartOptions} options */
export async function openInBrowser({ port, dataDir }) {
  await prepareVscode();
  const workspace = path.join(dataDir, 'workspace');
  await mkdir(workspace, { recursive: true });
  const token = await keptToken(dataDir);
  const server = await step('Starting VS Code', async () => {
    const extensions = [root, openerDir];
    try {
      return await startServer({ dataDir: path.join(dataDir, 'browser'), port, extensions, token });
    } catch (error) {
      if (!(error instanceof ServerFailure && error.portIsTaken)) throw error;
      throw new SetupFailure(
        `Port ${port} is in use: end what uses it (an earlier npm start?), or choose another with npm start -- --port ${port + 1}`,
      );
    }
  });
  whenInterrupted(async () => {
    console.log();
    await step('Ending VS Code', server.stop);
  });
  const query = new URLSearchParams({ folder: workspace, tkn: token }).toString();
  const address = `${server.origin}/?${query}`;
  console.log(`\nOpen ${address}\n\nThe tree fills by itself. Ctrl-C ends everything.`);
  openPage(address);
  await server.ended;
}

/** The same token at each start, so that an open page finds its way back. @param {string} dataDir */
async function keptToken(dataDir) {
  const file = path.join(dataDir, 'token');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept) return kept;
  const token = randomBytes(16).toString('hex');
  await writeFile(file, token, { mode: 0o600 });
  return token;
}

/** Asks the desktop to open the address, where there is a desktop; else the person opens it. @param {string} address */
function openPage(address) {
  const hasDisplay = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : [hasDisplay ? 'xdg-open' : undefined, address];
  if (!program) return;
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.once('error', () => console.log('No program here opens addresses: open it yourself.'));
  child.unref();
}
