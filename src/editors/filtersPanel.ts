// One webview that shows a filters document: its messages in and out.
import * as vscode from 'vscode';
import { describeCalculation } from '#model/records/calculationMessage.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import { parseFiltersPlace } from '#model/documents/documentUri.ts';
import type { StructureDrafts } from '#model/documents/structureDrafts.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { TextEditor, TextEvent } from '#model/documents/sharedText.ts';
import {
  parseWebviewMessage,
  type EditorOptions,
  type HostMessage,
  type WebviewMessage,
} from '#protocol/filters.ts';
import { completionsAt, hoverAt } from './languageFeatures.ts';
import { offerDrafts } from './offerDrafts.ts';
import { isTextProblem } from './jsonDiagnostics.ts';
import type { SharedDocument } from './sharedDocument.ts';

/** A save does not wait longer than this for a webview that does not answer. */
const flushTimeoutMs = 1000;
const maxLinesForIndent = 100;
/** A longer text is sent when the page asks for it: a page is kept as long as its tab, and so is what is in it. */
const maxEmbedded = 200_000;

type InitMessage = Extract<HostMessage, { readonly type: 'init' }>;

export interface PanelContext {
  readonly readonlyReason: (uri: vscode.Uri) => string | undefined;
  readonly calculations: Pick<CalculationWatch, 'result' | 'pollNow'>;
  readonly drafts: StructureDrafts;
  readonly log: { warn(message: string): void };
}

export class FiltersPanel implements TextEditor, vscode.Disposable {
  readonly #shared: SharedDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #context: PanelContext;
  readonly #leave: () => void;
  readonly #subscriptions: vscode.Disposable[];
  /** Distinguishes the groups of this webview from those of others. */
  readonly #name = `${++panels.opened}`;
  #isReady = false;
  #lastFlush = 0;
  #whenFlushed: { readonly id: number; readonly done: () => void }[] = [];
  /** What the webview shows and moves along with the text; places of the list itself stay where they were. */
  #sentProblems = '[]';
  /** What the page has been given with its HTML; it has the same again whenever it is loaded anew. */
  #embedded: InitMessage | undefined;
  /** Written in the page, and in no document. */
  #drafts: readonly string[] = [];

  constructor(shared: SharedDocument, panel: vscode.WebviewPanel, context: PanelContext) {
    this.#shared = shared;
    this.#panel = panel;
    this.#context = context;
    this.#leave = shared.text.attach(this);
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((value: unknown) => this.#receive(value)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.#uri.toString())) this.#sendProblems();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('editor', shared.document)) this.sendOptions();
      }),
    ];
  }

  /** The document as the page may have it from its HTML, without asking; undefined where it is too long for that. */
  embed(): string | undefined {
    const init = this.#init();
    if (init.text.length > maxEmbedded) return undefined;
    this.#embedded = init;
    return JSON.stringify(init);
  }

  changed({ version, changes, lineCount }: TextEvent): void {
    if (changes) this.#post({ type: 'changed', version, changes, lineCount });
    else this.#sendText();
  }

  applied(id: number, version: number): void {
    this.#post({ type: 'applied', id, version });
  }

  rejected(id: number, reason: 'stale' | 'refused'): void {
    this.#post({ type: 'rejected', id, reason });
  }

  sendOptions(): void {
    this.#post({ type: 'options', options: this.#options() });
  }

  sendResult(): void {
    const ref = this.#ref;
    const calculation = ref && this.#context.calculations.result(ref);
    this.#post({
      type: 'result',
      state: calculation?.state ?? 'none',
      message: calculation ? describeCalculation(calculation, vscode.l10n.t) : '',
    });
  }

  /** Resolves when everything that was typed is in the document, or the webview has not answered in time. */
  flush(): Promise<void> {
    if (!this.#isReady) return Promise.resolve();
    const id = ++this.#lastFlush;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#context.log.warn('The filters editor did not hand over its last changes in time for a save.');
        this.#flushed(id);
      }, flushTimeoutMs);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#whenFlushed.push({ id, done });
      this.#post({ type: 'flush', id });
    });
  }

  dispose(): void {
    this.#leave();
    this.#flushed(Infinity);
    for (const subscription of this.#subscriptions) subscription.dispose();
    const drafts = this.#drafts;
    if (drafts.length === 0) return;
    this.#keepDrafts([]);
    this.#warnOf('offer what was written in a closed tab', offerDrafts(this.#uri, drafts, 'tab'));
  }

  /** Offers what was being written when an earlier window went away. */
  offerLeftDrafts(): void {
    const { drafts } = this.#context;
    const document = this.#uri.toString();
    const left = drafts.left(document);
    if (left.length === 0) return;
    const offer = offerDrafts(this.#uri, left, 'window').then(() => drafts.forget(document));
    this.#warnOf('offer what was written in a closed window', offer);
  }

  #keepDrafts(drafts: readonly string[]): void {
    this.#drafts = drafts;
    this.#warnOf('keep what is being written', this.#context.drafts.keep(this, this.#uri.toString(), drafts));
  }

  #warnOf(what: string, doing: Promise<void>): void {
    doing.then(undefined, (error: unknown) => {
      this.#context.log.warn(`The filters editor could not ${what}: ${String(error)}`);
    });
  }

  get #ref(): RecordRef | undefined {
    return parseFiltersPlace(this.#uri);
  }

  get #uri(): vscode.Uri {
    return this.#shared.document.uri;
  }

  #receive(value: unknown): void {
    const message = parseWebviewMessage(value);
    if (!message) {
      this.#context.log.warn('A message of the filters editor could not be understood.');
      return;
    }
    this.#handle(message).then(undefined, (error: unknown) => {
      this.#context.log.warn(`The filters editor could not handle "${message.type}": ${String(error)}`);
    });
  }

  async #handle(message: WebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#start(message.version);
      case 'edit': {
        const { id, version, changes } = message;
        await this.#shared.text.edit(this, { id, version, changes, group: `${this.#name}/${message.group}` });
        return;
      }
      case 'flushed':
        return this.#flushed(message.id);
      case 'resync':
        this.#context.log.warn('The filters editor asked for the whole text, because a change did not fit.');
        return this.#sendText();
      case 'history':
        return this.#shared.moveInHistory(message.direction);
      case 'completeAt':
        return this.#post(await completionsAt(this.#shared.document, message));
      case 'hoverAt':
        return this.#post(await hoverAt(this.#shared.document, message));
      case 'openAsText':
        // The editor's own command would ask whether to save, and could throw away what was typed.
        await vscode.commands.executeCommand(
          'cohortDeck.openFiltersAsText',
          this.#uri,
          this.#panel.viewColumn,
        );
        return;
      case 'drafts': {
        const isFirst = this.#drafts.length === 0 && message.drafts.length > 0;
        this.#keepDrafts(message.drafts);
        // As for a change of the document: what is opened next must not take the place of a preview.
        if (isFirst && this.#panel.active)
          await vscode.commands.executeCommand('workbench.action.keepEditor');
        return;
      }
      case 'askAgain':
        if (this.#ref) this.#context.calculations.pollNow(this.#ref);
        return;
      case 'failure':
        this.#context.log.warn(`The filters editor failed: ${message.message}`);
    }
  }

  /** `version`: that of the text which the page has already. */
  #start(version: number | undefined): void {
    this.#isReady = true;
    this.#flushed(this.#lastFlush); // a page that begins holds nothing back, and has not heard what was asked before
    this.#sentProblems = '[]';
    const init = this.#init();
    if (version === undefined || !this.#embedded) {
      this.#post(init);
    } else {
      if (version !== init.version) this.#sendText();
      if (JSON.stringify(init.options) !== JSON.stringify(this.#embedded.options)) this.sendOptions();
    }
    this.#sendProblems();
    this.sendResult();
  }

  #init(): InitMessage {
    const { document } = this.#shared;
    return {
      type: 'init',
      version: document.version,
      text: document.getText(),
      options: this.#options(),
      words: vscode.l10n.bundle ?? {},
    };
  }

  #options(): EditorOptions {
    const settings = vscode.workspace.getConfiguration('editor', this.#shared.document);
    const tabSize = settings.get('tabSize', 2);
    const usual = settings.get('insertSpaces', true) ? ' '.repeat(tabSize) : '\t';
    const isDetected = settings.get('detectIndentation', true);
    const reason = this.#context.readonlyReason(this.#uri);
    return {
      tabSize,
      indent: isDetected ? detectIndent(this.#shared.document) : usual,
      wrapLines: settings.get<string>('wordWrap', 'off') !== 'off',
      ...lineHeightOf(settings.get('lineHeight', 0)),
      ...(reason === undefined ? {} : { readonlyReason: reason }),
      ...recordOf(this.#uri),
    };
  }

  #sendText(): void {
    const { document } = this.#shared;
    this.#post({ type: 'replaced', version: document.version, text: document.getText() });
  }

  #sendProblems(): void {
    const problems = vscode.languages
      .getDiagnostics(this.#uri)
      .filter((diagnostic) => !isTextProblem(diagnostic))
      .map(({ range, severity, message, source }) => ({
        from: { line: range.start.line, character: range.start.character },
        to: { line: range.end.line, character: range.end.character },
        severity: severities[severity],
        message,
        source: source ?? '',
      }));
    if (JSON.stringify(problems) === this.#sentProblems) return;
    this.#sentProblems = JSON.stringify(problems);
    this.#post({ type: 'problems', version: this.#shared.document.version, problems });
  }

  #flushed(id: number): void {
    const [done, waiting] = [
      this.#whenFlushed.filter((one) => one.id <= id),
      this.#whenFlushed.filter((one) => one.id > id),
    ];
    this.#whenFlushed = waiting;
    for (const one of done) one.done();
  }

  #post(message: HostMessage): void {
    if (!this.#isReady) return; // `init` will tell all of it
    // False where the webview has gone meanwhile; there is nobody left to tell then.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
    this.#panel.webview.postMessage(message).then(undefined, (error: unknown) => {
      this.#context.log.warn(`A message to the filters editor was lost: ${String(error)}`);
    });
  }
}

/** One level as the document has it; two spaces, as documents are opened, where it has none. */
function detectIndent(document: vscode.TextDocument): string {
  const last = Math.min(document.lineCount, maxLinesForIndent);
  for (let line = 0; line < last; line++) {
    const { text } = document.lineAt(line);
    const space = /^[ \t]+(?=\S)/.exec(text)?.[0];
    if (space !== undefined) return space.startsWith('\t') ? '\t' : space.slice(0, 8);
  }
  return '  ';
}

/** The path of a record's document, `/project/cohorts/42/name`, says what it is. */
function recordOf({ path }: vscode.Uri): Pick<EditorOptions, 'record'> {
  const segment = path.split('/')[2];
  if (segment === 'cohorts') return { record: 'cohort' };
  return segment === 'dashboards' ? { record: 'dashboard' } : {};
}

/** The setting is a factor below 8 and pixels from there on; 0 leaves it to the editor. */
function lineHeightOf(setting: number): Pick<EditorOptions, 'lineHeight'> {
  if (setting <= 0) return {};
  return { lineHeight: setting < 8 ? String(setting) : `${setting}px` };
}

const panels = { opened: 0 };

const severities = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'info',
  [vscode.DiagnosticSeverity.Hint]: 'info',
} as const;
