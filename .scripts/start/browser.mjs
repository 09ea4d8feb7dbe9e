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

/** Resolves when the server has ended. @param {import('./options.mjs').StartOptions} options */
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
        `Port ${port} is in use. End the other process (an earlier npm start?) or choose another port: npm start -- --port ${port + 1}`,
      );
    }
  });
  whenInterrupted(async () => {
    console.log();
    await step('Ending VS Code', server.stop);
  });
  const query = new URLSearchParams({ folder: workspace, tkn: token }).toString();
  const address = `${server.origin}/?${query}`;
  console.log(`\nOpen ${address}\n\nThe sample data loads on its own. Press Ctrl-C to stop.`);
  openPage(address);
  await server.ended;
}

/** The same token at each start, so that an open page reconnects. @param {string} dataDir */
async function keptToken(dataDir) {
  const file = path.join(dataDir, 'token');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept) return kept;
  const token = randomBytes(16).toString('hex');
  await writeFile(file, token, { mode: 0o600 });
  return token;
}

/** Opens the address in the desktop's browser, if there is a desktop. @param {string} address */
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
  child.once('error', () => console.log('No browser found. Open the address yourself.'));
  child.unref();
}
