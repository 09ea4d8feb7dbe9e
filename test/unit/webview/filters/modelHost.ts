// A model of VS Code's processes: a document, its mirror in the extension host, and webviews, connected by
// ordered but slow channels. A test delivers one message at a time, in any order.
import { ChangeSet, type ChangeSpec, type Text } from '@codemirror/state';
import {
  SharedText,
  type TextChange,
  type SharedTextEditor,
  type TextEvent,
} from '#model/documents/sharedText.ts';
import { toPositionedChanges, toText } from '#webview/filters/sync/positionedChanges.ts';
import { TextSync, type Outcome, type OutgoingEdit } from '#webview/filters/sync/textSync.ts';

type Task = () => void;

/** Where every channel's messages wait. */
export class Network {
  readonly #channels: Task[][] = [];

  open(): (task: Task) => void {
    const channel: Task[] = [];
    this.#channels.push(channel);
    return (task) => channel.push(task);
  }

  get isQuiet(): boolean {
    return this.#channels.every((channel) => channel.length === 0);
  }

  /** Delivers the next message of one of the channels that have any; `choice` says of which. */
  async deliver(choice: number): Promise<void> {
    const busy = this.#channels.filter((channel) => channel.length > 0);
    busy[choice % busy.length]?.shift()?.();
    await settlePromises();
  }
}

/** Promises that are resolved already get to run whatever hangs on them. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The document as the editor's own process has it. Texts have `eol` between lines, as VS Code keeps them. */
export class HomeDocument {
  text: Text;
  version = 1;
  readonly eol: string;
  readonly #toHost: (task: Task) => void;
  onChange: (event: TextEvent) => void = () => undefined;

  constructor(network: Network, text: string, eol: string) {
    this.text = toText(text);
    this.eol = eol;
    this.#toHost = network.open();
  }

  change(changes: ChangeSet): void {
    // Descending, as VS Code gives them.
    const placed = toPositionedChanges(this.text, changes).map((change) => ({
      ...change,
      text: change.text.replaceAll('\n', this.eol),
    }));
    this.text = changes.apply(this.text);
    this.version++;
    const event = { version: this.version, changes: placed.toReversed(), lineCount: this.text.lines };
    this.#toHost(() => this.onChange(event));
  }

  /** An edit of the other process; false where it was made to another version. */
  apply(version: number, changes: readonly TextChange[], answer: (applied: boolean) => void): void {
    const isCurrent = version === this.version;
    if (isCurrent) {
      const specs = changes.map<ChangeSpec>(({ from, to, text }) => ({
        from: this.text.line(from.line + 1).from + from.character,
        to: this.text.line(to.line + 1).from + to.character,
        insert: text,
      }));
      this.change(ChangeSet.of(specs, this.text.length));
    }
    this.#toHost(() => answer(isCurrent));
  }
}

/** The extension host's mirror of the document, with the code under test on top. */
export class Host {
  readonly shared: SharedText;
  readonly #network: Network;
  #text: Text;
  #version: number;

  constructor(network: Network, document: HomeDocument) {
    this.#network = network;
    this.#text = document.text;
    this.#version = document.version;
    const toHome = network.open();
    const version = () => this.#version;
    this.shared = new SharedText({
      get version() {
        return version();
      },
      apply: (changes) =>
        new Promise((resolve) => {
          const base = this.#version;
          toHome(() => document.apply(base, changes, resolve));
        }),
    });
    document.onChange = (event) => {
      this.#text = document.text; // only its lines are counted, and those are checked at the end
      this.#version = event.version;
      this.shared.changed(event);
    };
  }

  /** Adds a webview that starts with the document as the host has it. */
  connect(eol: string): Webview {
    const toHost = this.#network.open();
    const toWebview = this.#network.open();
    const text = this.#text.toString().replaceAll('\n', eol);
    const webview: Webview = new Webview(text, this.#version, (edit) => {
      toHost(() => void this.shared.edit(editor, { ...edit, group: String(edit.group) }));
    });
    const editor: SharedTextEditor = {
      changed: ({ version, changes, lineCount }) => {
        if (!changes) throw new Error('the model always knows its changes');
        toWebview(() => webview.take(webview.sync.changed(version, changes, lineCount)));
      },
      applied: (id, version) => toWebview(() => webview.take(webview.sync.applied(id, version))),
      rejected: (id, reason) => toWebview(() => webview.take(webview.sync.rejected(id, reason))),
    };
    this.shared.attach(editor);
    return webview;
  }
}

/** A webview without its page. */
export class Webview {
  readonly sync: TextSync;
  text: Text;

  constructor(text: string, version: number, send: (edit: OutgoingEdit) => void) {
    this.sync = new TextSync(text, version, send);
    this.text = toText(text);
  }

  type(changes: ChangeSet, group: number): void {
    this.text = changes.apply(this.text);
    this.sync.edited(changes, group);
  }

  take({ changes, mustResync }: Outcome): void {
    if (mustResync) throw new Error('nothing is lost in the model, so nothing has to be asked for again');
    if (changes) this.text = changes.apply(this.text);
  }
}
