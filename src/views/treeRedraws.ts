// Decides when VS Code is told that nodes have changed. Its extension host then forgets the items below them immediately, and its
// window requests them again. If an older request for them is still running, the window takes its answer for the new one
// (`children` of the items in VS Code's treeView.ts, as of 1.139). It then shows items that the extension host does not know, and
// a click on one is lost. The window also joins requests that are made together. If another request comes between their timers
// (`batchPromise` there), an item gets the children of another item, or none, and its own are never requested.
import * as vscode from 'vscode';
import type { DeckNode } from '#model/records/treeNodes.ts';

/** A node of the tree, or undefined for the tree itself. */
type Changed = DeckNode | undefined;

/** The items below some nodes, which VS Code sends to its window in one message. */
interface Answer {
  readonly of: Changed[];
  /** It waits for a service for so long that changes around it are told without it, and once more after it. */
  isLate: boolean;
  readonly toldMeanwhile: Set<Changed>;
  /** How many of the nodes the tree still looks up. */
  missing: number;
}

const createAnswer = (): Answer => ({ of: [], missing: 0, isLate: false, toldMeanwhile: new Set() });

/** A list may wait for the service longer, and the row of its connection says so. */
const defaultMaxWaitMs = 2000;

export class TreeRedraws implements vscode.Disposable {
  readonly #parentOf: (node: DeckNode) => DeckNode | undefined;
  readonly #maxWaitMs: number;
  readonly #changed = new vscode.EventEmitter<Changed | DeckNode[]>();
  readonly #waiting = new Set<Changed>();
  /** What VS Code was told and has perhaps not begun to redraw: it puts off what follows another change. */
  readonly #told = new Set<DeckNode>();
  /** What the window has asked for and may not have yet. */
  readonly #answers = new Set<Answer>();
  /** Expanded items that VS Code has made since the window asked for their children. */
  readonly #unasked = new Map<DeckNode, NodeJS.Timeout>();
  /** Those that it was told of once more, until it asks. */
  readonly #reminded = new Set<DeckNode>();
  /** Those that were complete in this turn, in which VS Code asks for the next node of the same message. */
  readonly #complete = new Set<Answer>();

  /** Fires for several changes at a time, undefined for the whole tree. */
  readonly onDidChange = this.#changed.event;

  constructor(parentOf: (node: DeckNode) => DeckNode | undefined, maxWaitMs = defaultMaxWaitMs) {
    this.#parentOf = parentOf;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Tells VS Code, once the window has what it has asked for of these nodes and of what is above and below them. */
  redraw(...nodes: readonly Changed[]): void {
    for (const node of nodes) this.#waiting.add(node);
    this.#tell();
  }

  /** Resolves once VS Code is told all that concerns a node. */
  async whenTold(node: Changed): Promise<void> {
    while ([...this.#waiting].some((other) => this.#isRelated(node, other)))
      await new Promise<void>((resolve) => {
        const subscription = this.#changed.event(() => {
          subscription.dispose();
          resolve();
        });
      });
  }

  /** Looks up the items below a node for the window. */
  async answer<T>(node: Changed, lookUp: () => Thenable<T>): Promise<T> {
    const answers = this.#complete.size > 0 ? [...this.#complete] : [createAnswer()];
    for (const answer of answers) this.#begin(answer, node);
    const timer = setTimeout(() => this.#doNotWaitFor(answers), this.#maxWaitMs);
    try {
      return await lookUp();
    } finally {
      clearTimeout(timer);
      for (const answer of answers) if (--answer.missing === 0) void this.#send(answer);
    }
  }

  /** VS Code makes an expanded item for its window: if that does not ask for the children, it is told of it once more. */
  expectQuestion(node: DeckNode): void {
    if (!this.#unasked.has(node) && !this.#reminded.has(node)) this.#remindLater(node);
  }

  childrenAsked(node: DeckNode): void {
    clearTimeout(this.#unasked.get(node));
    this.#unasked.delete(node);
    this.#reminded.delete(node);
  }

  /** VS Code asks for a node's item, also when it begins to redraw the node: too early if an answer is on its way by now. */
  itemAsked(node: DeckNode): void {
    if (!this.#told.has(node)) return;
    if (this.#complete.size === 0) this.#told.delete(node); // else it may be a part of an answer
    if (this.#isAsked(node)) this.#waiting.add(node);
  }

  dispose(): void {
    this.#forgetUnasked();
    this.#changed.dispose();
  }

  #forgetUnasked(): void {
    for (const timer of this.#unasked.values()) clearTimeout(timer);
    this.#unasked.clear();
    this.#reminded.clear();
  }

  #remindLater(node: DeckNode): void {
    this.#unasked.set(
      node,
      setTimeout(() => void this.#remind(node), this.#maxWaitMs),
    );
  }

  /** The window works through messages in order, and may be behind. */
  async #remind(node: DeckNode): Promise<void> {
    const remind = () => {
      if (!this.#unasked.has(node)) return;
      // It may be in an answer that the window does not have, or its question may be behind a slower one.
      if (this.#answers.size > 0) return this.#remindLater(node);
      this.#unasked.delete(node);
      this.#reminded.add(node);
      this.redraw(node);
    };
    await vscode.commands.executeCommand('noop').then(remind, () => undefined); // rejects if the window closes
  }

  #begin(answer: Answer, node: Changed): void {
    answer.of.push(node);
    answer.missing++;
    this.#answers.add(answer);
  }

  /** VS Code sends it in this turn. Its window works through messages in order: it has the answer when the next one is confirmed. */
  async #send(answer: Answer): Promise<void> {
    this.#complete.add(answer);
    await new Promise((resolve) => setImmediate(resolve));
    this.#complete.delete(answer);
    if (answer.missing > 0) return;
    const confirmed = () => {
      this.#answers.delete(answer);
      this.redraw(...answer.toldMeanwhile);
    };
    await vscode.commands.executeCommand('noop').then(confirmed, confirmed); // rejects if the window closes
  }

  #doNotWaitFor(answers: readonly Answer[]): void {
    for (const answer of answers) answer.isLate = true;
    this.#tell();
  }

  #tell(): void {
    const nodes = [...this.#waiting].filter((node) => !this.#isAsked(node));
    if (nodes.length === 0) return;
    for (const node of nodes) this.#waiting.delete(node);
    for (const answer of this.#answers)
      for (const node of nodes) if (this.#isOf(answer, node)) answer.toldMeanwhile.add(node);
    const known = nodes.filter((node) => node !== undefined);
    if (known.length < nodes.length) {
      this.#told.clear();
      this.#forgetUnasked(); // all are made again
      return this.#changed.fire(undefined);
    }
    for (const node of known) this.#told.add(node);
    this.#changed.fire(known.length === 1 ? known[0] : known);
  }

  #isAsked(node: Changed): boolean {
    return [...this.#answers].some((answer) => !answer.isLate && this.#isOf(answer, node));
  }

  #isOf({ of }: Answer, node: Changed): boolean {
    return of.some((other) => this.#isRelated(node, other));
  }

  /** Whether they are the same, or one is above the other. */
  #isRelated(node: Changed, other: Changed): boolean {
    return !node || !other || this.#isWithin(node, other) || this.#isWithin(other, node);
  }

  #isWithin(node: DeckNode, top: DeckNode): boolean {
    for (let at: Changed = node; at; at = this.#parentOf(at)) if (at.id === top.id) return true;
    return false;
  }
}

/** A failure and the status that it causes are a few milliseconds apart. */
const mergedMs = 100;

/**
 * Redraws the row of a connection once for changes that come together. VS Code cannot redraw a row without all that is below
 * it, and until it has drawn that again, a key on a record has no item: with 10,000 records that takes seconds.
 */
export class StatusRedraws implements vscode.Disposable {
  readonly #redraw: (connectionId: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(redraw: (connectionId: string) => void) {
    this.#redraw = redraw;
  }

  add(connectionId: string): void {
    if (this.#timers.has(connectionId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(connectionId);
      this.#redraw(connectionId);
    }, mergedMs);
    this.#timers.set(connectionId, timer);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
