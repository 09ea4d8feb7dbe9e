// A connection of the bridge to one window: calls, their progress, their answers, and their cancellation.
import { connect, type Socket } from 'node:net';
import { type OpenWindow, findWindows } from './openWindows.ts';
import { maxLineBytes, type Message, readLines, sendLine } from './lines.ts';

export interface BridgeAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export interface BridgeCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

interface Waiting {
  readonly onProgress: BridgeCall['onProgress'];
  readonly end: (answer: BridgeAnswer) => void;
}

const noWindow =
  'No window of VS Code with Cohort Deck is open, so nothing was done. Ask the person to open one and its Cohort Deck view, then call again.';
const lostWindow =
  'The window of VS Code closed during this call. It is not known whether a change was made: call get_record before you try again.';
const fullWindow =
  'The window serves too many programs already. Ask the person to end some, then call again.';
const tooLong = 'The input is too long, so nothing was done. Send less at once.';
const connectMs = 5000;

/** One for a bridge; a window that has gone is replaced by another one at the next call. */
export class WindowConnection {
  readonly #directory: string;
  readonly #cwd: string;
  readonly #waiting = new Map<number, Waiting>();
  #opening: Promise<Socket | string> | undefined;
  #lastId = 0;

  constructor(directory: string, cwd: string) {
    this.#directory = directory;
    this.#cwd = cwd;
  }

  async call({ tool, input, signal, onProgress }: BridgeCall): Promise<BridgeAnswer> {
    const bytes = Buffer.byteLength(JSON.stringify(input) ?? '');
    if (bytes > maxLineBytes / 2) return { text: tooLong, isError: true };
    this.#opening ??= this.#open();
    const socket = await this.#opening;
    if (typeof socket === 'string') {
      this.#opening = undefined; // the next call looks again
      return { text: socket, isError: true };
    }
    const id = ++this.#lastId;
    return new Promise<BridgeAnswer>((resolve) => {
      const cancel = () => sendLine(socket, { cancel: id });
      const end = (answer: BridgeAnswer) => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', cancel);
        resolve(answer);
      };
      this.#waiting.set(id, { onProgress, end });
      if (socket.destroyed) return end({ text: lostWindow, isError: true });
      signal.addEventListener('abort', cancel);
      sendLine(socket, { id, call: tool, input });
      if (signal.aborted) cancel();
    });
  }

  /** The first window that takes the connection, or why none does. */
  async #open(): Promise<Socket | string> {
    let refusal = noWindow;
    for (const window of await findWindows(this.#directory, this.#cwd)) {
      const opened = await this.#connect(window);
      if (typeof opened !== 'string') return opened;
      refusal = opened;
    }
    return refusal;
  }

  #connect({ address, token }: OpenWindow): Promise<Socket | string> {
    return new Promise((resolve) => {
      const socket = connect(address);
      const refuse = (why: string) => {
        socket.destroy();
        resolve(why);
      };
      let isReady = false;
      const timer = setTimeout(() => refuse(noWindow), connectMs);
      socket.on('connect', () => sendLine(socket, { token }));
      socket.on('error', () => undefined); // followed by `close`
      socket.on('close', () => {
        clearTimeout(timer);
        if (isReady) this.#closed();
        else refuse(noWindow);
      });
      readLines(socket, (message) => {
        if (message['ready'] === true) {
          isReady = true;
          clearTimeout(timer);
          resolve(socket);
        } else if (message['full'] === true) refuse(fullWindow);
        else this.#receive(message);
      });
    });
  }

  #receive({ id, progress, text, isError }: Message): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (typeof progress === 'string') waiting?.onProgress(progress);
    else if (typeof text === 'string') waiting?.end({ text, isError: isError === true });
  }

  #closed(): void {
    this.#opening = undefined;
    for (const { end } of this.#waiting.values()) end({ text: lostWindow, isError: true });
  }
}
