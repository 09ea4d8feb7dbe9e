// The pipe over which the bridge of another program reaches the tools of this window. Only its user can open it: a socket
// in a folder of theirs, or a pipe of Windows with a name that nobody guesses, and a word that is in a file of theirs.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { removeFolder } from '#disk/moveFile.ts';
import type { Log } from '#host/log.ts';
import { toolNames } from '#manifest.ts';
import { type Message, readLines, sendLine } from '#agents/bridge/lines.ts';
import { removeWindow, writeWindow } from '#agents/bridge/openWindows.ts';
import type { ToolCalls } from './toolCalls.ts';
import { ToolError } from './toolError.ts';

/** Programs that a window serves at the same time. */
const maxPrograms = 16;
const helloMs = 5000;

export interface WindowServerOptions {
  /** Where the files of open windows are. */
  readonly directory: string;
  readonly calls: () => Promise<ToolCalls>;
  readonly log: Log;
}

export class WindowServer implements vscode.Disposable {
  readonly #options: WindowServerOptions;
  readonly #name = randomBytes(8).toString('hex');
  readonly #token = randomBytes(32).toString('hex');
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #subscriptions: readonly vscode.Disposable[];
  #folder: string | undefined;

  constructor(options: WindowServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.on('error', (error) => options.log.warn('The pipe for agents failed.', error));
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#announce()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#announce()),
    ];
  }

  /** Throws if it cannot listen. */
  async start(): Promise<void> {
    const address = await this.#chooseAddress();
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(address, resolve);
    });
    if (this.#folder) await chmod(address, 0o600);
    await this.#write();
  }

  async #chooseAddress(): Promise<string> {
    if (process.platform === 'win32')
      return String.raw`\\.\pipe\cohort-deck-${randomBytes(16).toString('hex')}`;
    // The storage of extensions may be too long for a socket, which has 103 characters on macOS. Created with mode 0700.
    const create = (folder: string) => mkdtemp(path.join(folder, 'cohort-deck-'));
    const own = process.env['XDG_RUNTIME_DIR'];
    this.#folder = own ? await create(own).catch(() => create(tmpdir())) : await create(tmpdir());
    return path.join(this.#folder, 's');
  }

  #announce(): void {
    this.#write().catch((error: unknown) =>
      this.#options.log.warn('This window could not be announced to agents.', error),
    );
  }

  async #write(): Promise<void> {
    const address = this.#server.address();
    if (typeof address !== 'string') return; // it does not listen yet, or cannot
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const window = {
      pid: process.pid,
      address,
      token: this.#token,
      folders,
      usedAt: Date.now(),
    };
    await writeWindow(this.#options.directory, this.#name, window);
  }

  #accept(socket: Socket): void {
    if (this.#sockets.size >= maxPrograms) {
      sendLine(socket, { full: true });
      socket.end();
      return;
    }
    this.#sockets.add(socket);
    const closed = new AbortController();
    const calls = new Map<number, AbortController>();
    socket.on('error', () => undefined); // followed by `close`
    socket.on('close', () => {
      this.#sockets.delete(socket);
      closed.abort();
      for (const call of calls.values()) call.abort();
    });
    let isKnown = false;
    const timer = setTimeout(() => socket.destroy(), helloMs);
    closed.signal.addEventListener('abort', () => clearTimeout(timer));
    readLines(socket, (message) => {
      if (isKnown) return this.#receive(socket, calls, message);
      if (!this.#isToken(message['token'])) return void socket.destroy();
      isKnown = true;
      clearTimeout(timer);
      sendLine(socket, { ready: true });
    });
  }

  #isToken(given: unknown): boolean {
    const [mine, theirs] = [Buffer.from(this.#token), Buffer.from(typeof given === 'string' ? given : '')];
    return mine.length === theirs.length && timingSafeEqual(mine, theirs);
  }

  #receive(socket: Socket, calls: Map<number, AbortController>, message: Message): void {
    const { id, call, cancel, input } = message;
    if (typeof cancel === 'number') calls.get(cancel)?.abort();
    if (typeof id !== 'number' || typeof call !== 'string' || calls.has(id)) return;
    const controller = new AbortController();
    calls.set(id, controller);
    void this.#call(call, input, controller.signal, (text) => sendLine(socket, { id, progress: text }))
      .then((answer) => sendLine(socket, { id, ...answer }))
      .finally(() => calls.delete(id));
  }

  async #call(name: string, input: unknown, signal: AbortSignal, report: (text: string) => void) {
    const tool = toolNames.find((one) => one === name);
    if (!tool) return { text: `There is no such tool. There are: ${toolNames.join(', ')}.`, isError: true };
    try {
      const { text } = await (await this.#options.calls()).call(tool, input, { door: 'mcp', signal, report });
      return { text, isError: false };
    } catch (error) {
      if (!(error instanceof ToolError)) this.#options.log.error('A tool could not be called.', error);
      return {
        text: error instanceof ToolError ? error.message : 'The tool failed. Tell the person.',
        isError: true,
      };
    }
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    void removeWindow(this.#options.directory, this.#name).catch(() => undefined);
    if (this.#folder) void removeFolder(this.#folder).catch(() => undefined);
  }
}
