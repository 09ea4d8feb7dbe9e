// One webview that shows a filters document: its messages in and out.
import path from 'node:path';
import * as vscode from 'vscode';
import { JsonTextError } from '#json/checkJsonObject.ts';
import { SaveIgnored } from '#model/documents/save/saveErrors.ts';
import type { Log } from '#host/log.ts';
import { findTabsOf, isUnsaved } from '#host/pages/tabs.ts';
import { filtersEditorViewType } from '#manifest.ts';
import { onPageMessage } from '#host/pages/pageFocus.ts';
import { formatClock } from '#text/formatTime.ts';
import { describeCalculation } from '#model/records/describeCalculation.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import type { CohortSource } from '#model/records/deckRecord.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { formatPlace, parseFiltersPlace, parsePlace } from '#model/documents/documentUri.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { SeenValues } from '#model/records/persons/seenValues.ts';
import type { SharedTextEditor, TextEvent } from '#model/documents/sharedText.ts';
import type { FieldDraft, StructureDrafts } from '#model/documents/structureDrafts.ts';
import {
  parseWebviewMessage,
  type EditorOptions,
  type HostMessage,
  type WebviewMessage,
} from '#protocol/filtersMessages.ts';
import { readEditorOptions } from './editorOptions.ts';
import { completionsAt, hoverAt } from './completionsAt.ts';
import { isEditorActiveSoon } from './isEditorActiveSoon.ts';
import { type KeptPageTexts, offerLeftText, PageDrafts } from './pageDrafts.ts';
import { PendingFlushes } from './pendingFlushes.ts';
import { shownProblemsOf } from './serviceDiagnostics.ts';
import type { SharedDocument } from './sharedDocument.ts';
import { keepTitle, type Recoveries, type TitleSources } from '#editors/records/recordPanel.ts';
import { type NamesCatalog, SuggestedNames } from './suggestedNames.ts';
import { MissingCohortNames } from './missingCohortNames.ts';

/** A longer document is sent when the page asks for it: VS Code keeps a page's HTML as long as its tab. */
const maxEmbeddedLength = 200_000;

type InitMessage = Extract<HostMessage, { readonly type: 'init' }>;

type SaveStatus =
  | { readonly kind: 'saving' }
  /** `failedAt`: milliseconds since 1970. */
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly failedAt: number;
      readonly failure: { readonly cause?: unknown };
    };

export interface PanelContext {
  readonly saves: {
    /** Undefined if no save is in progress and the last one did not fail. */
    status(uri: vscode.Uri): SaveStatus | undefined;
    /** Fires with a document whose status changed. */
    readonly onDidChange: vscode.Event<vscode.Uri>;
  };
  /** Why a document is read-only, as a sentence for people; undefined if it is not. */
  readonly readonlyReason: (uri: vscode.Uri) => string | undefined;
  /** Why a document with unsaved changes cannot be saved, as a sentence; undefined if it can. */
  readonly unsavableReason: (uri: vscode.Uri) => string | undefined;
  /** Why a document with unsaved changes will not be saved as it is, as a sentence; undefined if nothing newer is known. */
  readonly outdatedReason: (uri: vscode.Uri) => string | undefined;
  /** Whether the project is read-only here. */
  readonly isProtected: (ref: RecordRef) => boolean;
  /** Where a cohort without filters gets its persons from. */
  readonly cohortSource: (ref: RecordRef) => CohortSource | undefined;
  readonly calculations: Pick<CalculationWatch, 'result' | 'pollNow'>;
  readonly catalog: NamesCatalog & TitleSources['catalog'];
  readonly connections: TitleSources['connections'];
  readonly statuses: Recoveries;
  readonly seenValues: SeenValues;
  /** Loads what the project suggests; never rejects. */
  readonly loadNames: (project: ProjectRef) => Promise<void>;
  /** Records that were just created here, by `formatRecordRef`. */
  readonly newRecords: Set<string>;
  readonly drafts: StructureDrafts;
  /** No other page of the document is open: it offers what an earlier window has left. */
  readonly isFirst: boolean;
  readonly pages: KeptPageTexts;
  readonly log: Log;
}

export class FiltersPanel implements SharedTextEditor, vscode.Disposable {
  readonly #shared: SharedDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #context: PanelContext;
  readonly #detach: () => void;
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #flushes: PendingFlushes;
  readonly #drafts: PageDrafts;
  readonly #names: SuggestedNames | undefined;
  readonly #requestedNames: MissingCohortNames | undefined;
  readonly #isNew: boolean;
  /** Distinguishes the undo groups of this webview from those of others. */
  readonly #groupPrefix = `${++panels.opened}/`;
  #isReady = false;
  /** As of the last result that was sent. */
  #isUnsaved = false;
  /** The problems that were sent last, as JSON. */
  #sentProblems = '[]';
  /** What is in the page's HTML, so that the page has it again whenever it is reloaded. */
  #embedded: InitMessage | undefined;

  constructor(shared: SharedDocument, panel: vscode.WebviewPanel, context: PanelContext) {
    this.#shared = shared;
    this.#panel = panel;
    this.#context = context;
    this.#detach = shared.text.attach(this);
    this.#flushes = new PendingFlushes(
      (id) => this.#post({ type: 'flush', id }),
      () => context.log.warn('The filters editor did not send its last changes before a save.'),
    );
    this.#drafts = new PageDrafts(this.#uri, context.drafts, (message) => this.#post(message), context.log);
    this.#names = this.#ref && new SuggestedNames(context.catalog, this.#ref, context.seenValues);
    this.#requestedNames = this.#names && this.#requestNames(this.#names);
    this.#isNew = this.#ref !== undefined && context.newRecords.delete(formatRecordRef(this.#ref));
    const fileName = path.posix.basename(this.#uri.path);
    this.#subscriptions = [
      ...(this.#ref ? [keepTitle(panel, this.#ref, context, (name) => this.#titleOf(name), fileName)] : []),
      ...(this.#requestedNames ? [this.#requestedNames] : []),
      onPageMessage(panel, (value) => this.#receive(value)),
      panel.onDidChangeViewState(() => panel.active && void this.#requestedNames?.retry()),
      context.statuses.onDidRecover((id) => {
        if (id === this.#ref?.connectionId) void this.#requestedNames?.retry();
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.#uri.toString())) this.#sendProblems();
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => {
        if (isUnsaved(shared.document) !== this.#isUnsaved) this.sendResult();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('editor', shared.document)) this.sendOptions();
      }),
    ];
  }

  /** The document for the page's HTML, so that the page need not ask for it; undefined if it is too long. */
  embed(): string | undefined {
    const init = this.#init();
    if (init.text.length > maxEmbeddedLength) return undefined;
    this.#embedded = init;
    return JSON.stringify(init);
  }

  changed({ version, changes, lineCount, reason }: TextEvent): void {
    const isHistory = reason !== undefined;
    if (changes) this.#post({ type: 'changed', version, changes, lineCount, isHistory });
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
    this.#isUnsaved = isUnsaved(this.#shared.document);
    this.#post({
      type: 'result',
      state: calculation?.state ?? 'none',
      message: calculation ? describeCalculation(calculation, vscode.l10n.t) : '',
      isOfOtherText: this.#isUnsaved,
    });
  }

  sendSave(): void {
    const save = this.#context.saves.status(this.#uri);
    if (save?.kind !== 'failed')
      return this.#post({ type: 'save', state: save?.kind ?? 'none', message: '' });
    const time = formatClock(save.failedAt);
    const { cause } = save.failure;
    const message =
      cause instanceof JsonTextError
        ? vscode.l10n.t('Not saved at {0}. Correct the error that is named below, then save again.', time)
        : vscode.l10n.t('Not saved at {0}: {1}', time, save.message);
    const canRetry = !(cause instanceof JsonTextError || cause instanceof SaveIgnored);
    this.#post({ type: 'save', state: 'failed', message, canRetry });
  }

  /** Resolves when everything that was typed is in the document, or the webview has not answered in time. */
  async flush(): Promise<void> {
    if (this.#isReady) await this.#flushes.request();
  }

  /** @param heir another page of the document, which takes over what is not applied */
  dispose(heir?: FiltersPanel): void {
    this.#isReady = false; // VS Code throws for messages to a closed tab
    this.#detach();
    this.#flushes.finishAll();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#drafts.end(heir && heir.#drafts);
  }

  get #ref(): RecordRef | undefined {
    return parseFiltersPlace(this.#uri);
  }

  get #uri(): vscode.Uri {
    return this.#shared.document.uri;
  }

  /** VS Code's text editor has the name of the document alone. */
  #titleOf(name: string): string {
    const document = parsePlace(this.#uri);
    const fileName = path.posix.basename(document ? formatPlace(document, name).path : this.#uri.path);
    const hasText = findTabsOf(this.#uri).some(({ viewType }) => viewType !== filtersEditorViewType);
    return hasText ? vscode.l10n.t('{0} (Structure)', fileName) : fileName;
  }

  #receive(value: unknown): void {
    const message = parseWebviewMessage(value);
    if (!message) {
      this.#context.log.warn('The filters editor sent an unknown message.');
      return;
    }
    this.#handle(message).then(undefined, (error: unknown) => {
      this.#context.log.warn(`The filters editor could not handle "${message.type}".`, error);
    });
  }

  // oxlint-disable-next-line max-lines-per-function -- a case for each message
  async #handle(message: WebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#start(message.version);
      case 'edit': {
        const { id, version, changes } = message;
        const group = this.#groupPrefix + String(message.group);
        await this.#shared.text.edit(this, { id, version, changes, group });
        return;
      }
      case 'flushed':
        return this.#flushes.finish(message.id);
      case 'resync':
        this.#context.log.warn('The filters editor asked for the whole text, because a change did not fit.');
        return this.#sendText();
      case 'history':
        return this.#shared.moveInHistory(message.direction, () =>
          isEditorActiveSoon(this.#uri, this.#panel),
        );
      case 'completeAt':
        return this.#post(await completionsAt(this.#shared.document, message));
      case 'hoverAt':
        return this.#post(await hoverAt(this.#shared.document, message));
      case 'retrySave':
        return void (await this.#shared.document.save());
      case 'openAsText': {
        // VS Code's own command would ask whether to save, and could discard what was typed.
        const { viewColumn } = this.#panel;
        return vscode.commands.executeCommand('cohortDeck.openFiltersAsText', this.#uri, viewColumn);
      }
      case 'command':
        if (this.#ref)
          await vscode.commands.executeCommand(`cohortDeck.${message.command}`, recordNode(this.#ref));
        return;
      case 'changeProtection':
        return vscode.commands.executeCommand('cohortDeck.setProtection', this.#ref);
      case 'nameCohorts':
        return this.#requestedNames?.request(message.ids);
      case 'wantNames':
        return this.#loadNames();
      case 'findCohorts':
        if (this.#names) this.#post(await this.#names.find(message.id, message.query));
        return;
      case 'openCohort':
        if (this.#ref) {
          const cohort: RecordRef = { ...this.#ref, kind: 'cohort', id: message.cohort };
          await vscode.commands.executeCommand('cohortDeck.editFilters', recordNode(cohort));
        }
        return;
      case 'drafts':
        return this.#keepDrafts(message.id, message.drafts);
      case 'left':
        await offerLeftText(this.#uri, message, this.#context.pages, () => this.flush());
        return this.#drafts.start(this.#context.isFirst, message.texts.length > 0);
      case 'draftsPutBack':
        return this.#drafts.putBack(message.texts);
      case 'askAgain':
        if (this.#ref) this.#context.calculations.pollNow(this.#ref);
        return;
      case 'failure':
        this.#context.log.warn(`The filters editor failed: ${message.message}`);
    }
  }

  /** @param version of the text that the page has already */
  #start(version: number | undefined): void {
    this.#isReady = true;
    this.#flushes.finishAll(); // a page that starts has no changes, and has not received earlier requests
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
    this.sendSave();
    if (this.#names) this.#post(this.#names.known([]));
    if (this.#isNew) void this.#loadNames(); // its first field follows immediately
  }

  #requestNames(names: SuggestedNames): MissingCohortNames {
    return new MissingCohortNames(names, {
      onNames: (message) => this.#post(message),
      onError: (error) => this.#context.log.warn('Could not read the name of a cohort.', error),
    });
  }

  /** Never rejects. */
  async #loadNames(): Promise<void> {
    const [ref, names] = [this.#ref, this.#names];
    if (!ref || !names) return;
    await this.#context.loadNames(ref);
    this.#post(names.known([]));
  }

  #init(): InitMessage {
    const { document } = this.#shared;
    return {
      type: 'init',
      version: document.version,
      text: document.getText(),
      options: this.#options(),
      isNew: this.#isNew,
      words: vscode.l10n.bundle ?? {},
    };
  }

  #options(): EditorOptions {
    const ref = this.#ref;
    return readEditorOptions(this.#shared.document, {
      readonlyReason: this.#context.readonlyReason(this.#uri),
      unsavableReason: this.#context.unsavableReason(this.#uri),
      outdatedReason: this.#context.outdatedReason(this.#uri),
      isProtected: ref !== undefined && this.#context.isProtected(ref),
      kind: ref?.kind,
      cohortSource: ref && this.#context.cohortSource(ref),
    });
  }

  #sendText(): void {
    const { document } = this.#shared;
    this.#post({ type: 'replaced', version: document.version, text: document.getText() });
  }

  #sendProblems(): void {
    const problems = shownProblemsOf(this.#uri);
    const json = JSON.stringify(problems);
    if (json === this.#sentProblems) return;
    this.#sentProblems = json;
    this.#post({ type: 'problems', version: this.#shared.document.version, problems });
  }

  async #keepDrafts(id: number, drafts: readonly FieldDraft[]): Promise<void> {
    const isFirst = this.#drafts.isEmpty && drafts.length > 0;
    await this.#drafts.keep(id, drafts);
    // As after an edit of the document, the next editor must not replace this one.
    if (isFirst && this.#panel.active) await vscode.commands.executeCommand('workbench.action.keepEditor');
  }

  #post(message: HostMessage): void {
    if (!this.#isReady) return; // `init` will have all of it
    // Resolves to false if the webview is gone; nobody needs the message then.
    this.#panel.webview.postMessage(message).then(undefined, (error: unknown) => {
      this.#context.log.warn('A message to the filters editor was lost.', error);
    });
  }
}

const panels = { opened: 0 };
