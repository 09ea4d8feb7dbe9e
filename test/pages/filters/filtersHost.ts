// The other end of the filters page: a document as VS Code has it, with its undo history, and answers to the page's questions.
import { ChangeSet, type Text } from '@codemirror/state';
import {
  SharedText,
  type SharedTextEditor,
  type TextChange,
  type TextEvent,
  UndoGroupStack,
} from '#model/documents/sharedText.ts';
import { rankRecords } from '#model/records/search/shownRecords.ts';
import {
  type EditorOptions,
  type HostMessage,
  type KnownCohort,
  parseWebviewMessage,
  type WebviewMessage,
} from '#protocol/filtersMessages.ts';
import { toChangeSet, toPositionedChanges, toText } from '#webview/filters/sync/positionedChanges.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import type { PageHost } from '../driver/usePages.ts';

type Names = Extract<HostMessage, { readonly type: 'names' }>;
type Init = Extract<HostMessage, { readonly type: 'init' }>;

interface Document {
  readonly text: string;
  readonly options?: Partial<EditorOptions>;
  /** What the project has. */
  readonly cohorts?: readonly KnownCohort[];
  readonly names?: Partial<Names>;
}

export class FiltersHost implements PageHost, SharedTextEditor {
  readonly data: string;
  /** What the page asked VS Code for, in order. */
  readonly asked: WebviewMessage[] = [];
  readonly #post: (message: HostMessage) => void;
  readonly #document: Document;
  readonly #groups = new UndoGroupStack();
  readonly #shared: SharedText;
  readonly #done: ChangeSet[] = [];
  readonly #undone: ChangeSet[] = [];
  #text: Text;
  #version = 1;
  #flushes = 0;

  constructor(post: (message: HostMessage) => void, document: Document) {
    this.#post = post;
    this.#document = document;
    this.#text = toText(document.text);
    const version = () => this.#version;
    this.#shared = new SharedText(
      {
        get version() {
          return version();
        },
        apply: async (changes) => this.#apply(changes),
      },
      ({ reason }, edit) => {
        if (reason === 'undo') this.#groups.undone();
        else if (reason === 'redo') this.#groups.redone();
        else if (edit) this.#groups.edited(edit.group);
        else this.#groups.reset();
      },
    );
    this.#shared.attach(this);
    this.data = JSON.stringify({
      ...{ type: 'init', version: 1, text: document.text, isNew: false, words: {} },
      options: { indent: '  ', tabSize: 2, wrapLines: true, isProtected: false, ...document.options },
    } satisfies Init);
  }

  /** As far as the page has sent it. */
  get text(): string {
    return this.#text.toString();
  }

  /** What a save would write: the page first sends what it has. */
  async textToSave(): Promise<string> {
    const id = ++this.#flushes;
    this.#post({ type: 'flush', id });
    await eventually('the last changes', async () =>
      this.asked.some((one) => one.type === 'flushed' && one.id === id),
    );
    return this.text;
  }

  /** The document changes elsewhere. */
  replaceText(text: string): void {
    this.#change(ChangeSet.of({ from: 0, to: this.#text.length, insert: text }, this.#text.length));
  }

  send(message: HostMessage): void {
    this.#post(message);
  }

  changed({ version, changes, lineCount, reason }: TextEvent): void {
    if (!changes) throw new Error('this document always knows its changes');
    this.#post({ type: 'changed', version, changes, lineCount, isHistory: reason !== undefined });
  }

  applied(id: number, version: number): void {
    this.#post({ type: 'applied', id, version });
  }

  rejected(id: number, reason: 'stale' | 'refused'): void {
    this.#post({ type: 'rejected', id, reason });
  }

  async receive(value: unknown): Promise<void> {
    const message = parseWebviewMessage(value);
    if (!message) throw new Error(`not a message of the filters page: ${JSON.stringify(value)}`);
    switch (message.type) {
      case 'failure':
        throw new Error(message.message);
      case 'resync':
        throw new Error('no change is lost here, and the page asks for the whole text');
      case 'ready':
        this.#post({ type: 'result', state: 'none', message: '', isOfOtherText: false });
        this.#post({ type: 'save', state: 'none', message: '' });
        return this.#post(this.#names([]));
      case 'edit':
        return void (await this.#shared.edit(this, { ...message, group: String(message.group) }));
      case 'history':
        return this.#shared.turns.run(async () => this.#step(message.direction));
      case 'completeAt':
        return this.#post({ type: 'completions', id: message.id, choices: [], isIncomplete: false });
      case 'nameCohorts':
        return this.#post(this.#names(message.ids));
      case 'wantNames':
        return this.#post(this.#names([]));
      case 'findCohorts':
        return this.#findCohorts(message.id, message.query);
      case 'drafts':
        return this.#post({ type: 'draftsKept', id: message.id });
      case 'hoverAt':
      case 'flushed':
      case 'openAsText':
      case 'retrySave':
      case 'command':
      case 'changeProtection':
      case 'askAgain':
      case 'openCohort':
      case 'left':
      case 'draftsPutBack':
        this.asked.push(message);
    }
  }

  #names(ids: readonly number[]): Names {
    const { cohorts = [], names } = this.#document;
    const known = cohorts.filter(({ id }) => ids.includes(id));
    const missingCohorts = ids.filter((id) => !cohorts.some((cohort) => cohort.id === id));
    const none = { properties: [], events: [], actions: [], values: [] };
    return { type: 'names', ...none, ...names, cohorts: known, missingCohorts };
  }

  #findCohorts(id: number, query: string): void {
    const known = (this.#document.cohorts ?? []).map((cohort) => ({ ...cohort, details: '', cohort }));
    const cohorts = rankRecords(query, known).map(({ cohort }) => cohort);
    this.#post({ type: 'foundCohorts', id, cohorts, failure: '' });
  }

  #apply(changes: readonly TextChange[]): boolean {
    const set = toChangeSet(this.#text, changes);
    if (set) this.#change(set);
    return set !== undefined;
  }

  #change(changes: ChangeSet, reason?: 'undo' | 'redo'): void {
    const before = this.#text;
    this.#text = changes.apply(before);
    const inverted = changes.invert(before);
    if (reason === 'undo') this.#undone.push(inverted);
    else this.#done.push(inverted);
    if (reason === undefined) this.#undone.length = 0;
    this.#shared.changed({
      version: ++this.#version,
      changes: toPositionedChanges(before, changes),
      lineCount: this.#text.lines,
      ...(reason && { reason }),
    });
  }

  /** Undoes or redoes all edits of one group, as the host has VS Code do it. */
  #step(direction: 'undo' | 'redo'): void {
    const group = this.#groups.next(direction);
    for (;;) {
      const changes = (direction === 'undo' ? this.#done : this.#undone).pop();
      if (!changes) return;
      this.#change(changes, direction);
      if (group === undefined || this.#groups.next(direction) !== group) return;
    }
  }
}
