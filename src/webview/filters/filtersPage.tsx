// Puts the page together once the host has sent the document, and passes messages between its parts.
import { openSearchPanel } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { createRef, render, type RefObject } from 'preact';
import type { EditorOptions, HostMessage } from '#protocol/filtersMessages.ts';
import type { UnkeptInput } from '#webview/elements/host/keptPages.ts';
import { setWords, t } from '#webview/elements/translate.ts';
import { historyDirection } from '#webview/elements/pressedKey.ts';
import { takeFocus } from '#webview/elements/rovingFocus.ts';
import { completionList, hover } from '#webview/filters/assist/languageHelp.ts';
import { HostQuestions } from '#webview/filters/assist/hostQuestions.ts';
import { formatDocument } from '#webview/filters/editor/formatting.ts';
import { createTextEditor, placeCursor, type TextEditor } from '#webview/filters/editor/textEditor.ts';
import { cursorWords } from '#webview/filters/problems/statusLineText.ts';
import { problemsOf } from '#webview/filters/problems/problemMarks.ts';
import { StructureView } from '#webview/filters/structure/structureView.tsx';
import { rememberFocus } from '#webview/filters/structure/state/structureFocus.ts';
import { itemHighlight } from '#webview/filters/structure/textHighlight.ts';
import type { HostLink } from '#webview/filters/sync/connectHost.ts';
import { holdSaves, takeLeft, createShortener, unconfirmedText } from '#webview/filters/sync/unconfirmed.ts';
import { TextSync, type Outcome } from '#webview/filters/sync/textSync.ts';
import { toText } from '#webview/filters/sync/positionedChanges.ts';
import { FiltersFrame, type FiltersActions, type FiltersRefs } from './filtersFrame.tsx';
import { FiltersStore } from './viewState.ts';
import { PageProblems } from './pageProblems.ts';
import { PaneLayout, type Layout } from './paneLayout.ts';

/** An edit that VS Code refused is sent again after this time. */
const retryDelayMs = 500;
const saveDelayMs = 300;
/** Two frames, after which the page has been painted. */
const paintDelayMs = 35;

type Init = Extract<HostMessage, { readonly type: 'init' }>;

export class FiltersPage {
  readonly #link: HostLink;
  readonly #root = document.getElementById('page') ?? document.body;
  readonly #refs: FiltersRefs = { panes: createRef(), text: createRef(), structure: createRef() };
  readonly #sync: TextSync;
  readonly #shorten: () => UnkeptInput;
  readonly #store: FiltersStore;
  readonly #paneLayout: PaneLayout;
  readonly #editor: TextEditor;
  readonly #problems: PageProblems;
  readonly #structure: StructureView;
  readonly #questions: HostQuestions;
  /** Run once the host has all changes. */
  #whenSettled: (() => void)[] = [];
  /** Until then changes of the state are not rendered one by one. */
  #isStarted = false;
  /** Whether the text has been painted. */
  #isPainted = false;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: HostLink, { version, text, options, isNew, words }: Init) {
    setWords(words);
    this.#link = link;
    this.#sync = new TextSync(text, version, (edit) =>
      link.post({ type: 'edit', ...edit, changes: [...edit.changes] }),
    );
    this.#shorten = createShortener(this.#sync);
    this.#paneLayout = new PaneLayout(link.readState() ?? {});
    if (isNew && !link.readState()) this.#paneLayout.choose('structure');
    this.#paneLayout.setPageWidth(innerWidth);
    const actions = this.#createActions();
    this.#store = new FiltersStore(() => {
      if (this.#isStarted) this.#render(actions);
    });
    this.#render(actions);
    this.#questions = this.#createQuestions();
    this.#editor = this.#createEditor(text, options);
    this.#structure = this.#createStructure();
    this.#problems = this.#createProblems();
    this.#showOptions(options);
    this.#restoreCursor();
    this.#layoutChanged();
    this.#showCursor();
    this.#isStarted = true;
    this.#render(actions);
    this.#takeFocus();
    holdSaves(this.#sync, () => this.#afterSettling(() => this.#link.post({ type: 'retrySave' })));
    new ResizeObserver(() => this.#widthChanged()).observe(elementOf(this.#refs.panes));
    afterPaint(() => this.#painted());
  }

  receive(message: Exclude<HostMessage, Init>): void {
    switch (message.type) {
      case 'changed':
        return this.#apply(
          this.#sync.changed(message.version, message.changes, message.lineCount),
          message.isHistory,
        );
      case 'replaced':
        return this.#apply(this.#sync.replaced(message.version, message.text));
      case 'applied':
        this.#problems.setRefused(false);
        return this.#apply(this.#sync.applied(message.id, message.version));
      case 'rejected':
        return this.#rejected(message.id, message.reason);
      case 'flush':
        this.#structure.commit();
        return this.#afterSettling(() => this.#link.post({ type: 'flushed', id: message.id }));
      case 'options':
        this.#editor.setOptions(message.options);
        return this.#showOptions(message.options);
      case 'completions':
      case 'hover':
        return this.#questions.receive(message);
      case 'problems':
        return this.#problems.showHostProblems(message);
      case 'names':
      case 'foundCohorts':
      case 'draftsKept':
      case 'leftDrafts':
        return this.#structure.receive(message);
      case 'save':
        return this.#saveChanged(message);
      case 'result':
        return this.#store.update({ result: message });
    }
  }

  /** What was typed, in fields as well, and the host has not confirmed. */
  readUnkept(isFinal: boolean): UnkeptInput {
    if (isFinal) this.#structure.commit();
    return { ...unconfirmedText(this.#sync), ...this.#structure.drafts.unkept };
  }

  shortenUnkept(): UnkeptInput {
    return { ...this.#shorten(), ...this.#structure.drafts.unkept };
  }

  /** Call it once the host listens. */
  takeLeft(): void {
    const { left, canKeep } = this.#link;
    const { doc } = this.#editor.view.state;
    const taken = takeLeft(left, this.#editor.view, this.#structure);
    if (!this.#editor.view.state.doc.eq(doc)) this.#restoreCursor(); // it is a place in the text that was left
    this.#link.post({ type: 'left', ...taken, canKeep });
  }

  #saveChanged({ state, message, canRetry }: Extract<HostMessage, { readonly type: 'save' }>): void {
    const canFlatten = state === 'failed' && this.#structure.canFlatten;
    this.#store.update({ save: { state, message, canRetry: canRetry === true, canFlatten } });
    if (state === 'failed') this.#store.announce(message);
  }

  #render(actions: FiltersActions): void {
    render(
      <FiltersFrame
        state={this.#store.state}
        paneLayout={this.#paneLayout}
        actions={actions}
        refs={this.#refs}
      />,
      this.#root,
    );
  }

  #createActions(): FiltersActions {
    return {
      toolbar: {
        onFormat: () => this.#format(),
        onFind: () => this.#find(),
        onOpenAsText: () => this.#afterSettling(() => this.#link.post({ type: 'openAsText' })),
        onLayout: (layout) => this.#chooseLayout(layout),
      },
      panes: {
        onShare: (share) => {
          this.#paneLayout.setShare(share);
          this.#store.update({});
        },
        onEdgeKey: (key) => {
          const isMoved = this.#paneLayout.moveEdgeByKey(key);
          if (isMoved) this.#layoutChanged();
          return isMoved;
        },
        onShareEnd: () => this.#saveState(),
      },
      banners: {
        onFlatten: () => {
          this.#structure.flatten();
          this.#store.update({ save: { ...this.#store.state.save, canFlatten: false } });
          this.#focusContent(); // the button disappears
        },
        onRetrySave: () => {
          this.#link.post({ type: 'retrySave' });
          this.#focusContent(); // the button disappears
        },
        onChangeProtection: () => this.#link.post({ type: 'changeProtection' }),
      },
      status: {
        onShowProblem: () => this.#problems.showFirst(),
        onNextProblem: () => this.#problems.move(1),
        onPreviousProblem: () => this.#problems.move(-1),
        onRefreshResult: () => this.#link.post({ type: 'askAgain' }),
      },
    };
  }

  #createEditor(text: string, options: EditorOptions): TextEditor {
    return createTextEditor({
      parent: elementOf(this.#refs.text),
      doc: toText(text),
      options,
      nonce: this.#root.dataset['nonce'] ?? '',
      commands: {
        history: (event) => this.#handleHistoryKey(event),
        format: () => this.#format(),
        moveToProblem: (direction) => this.#problems.move(direction),
      },
      extension: [
        itemHighlight(),
        EditorView.updateListener.of((update) => this.#structure.editorUpdated(update)),
        this.#languageHelp(),
      ],
      onEdit: (changes, group) => this.#sync.edited(changes, group),
      onDocument: () => this.#problems.check(),
      onCursor: () => this.#showCursor(),
      onBlur: () => this.#saveState(),
    });
  }

  #createStructure(): StructureView {
    const { view } = this.#editor;
    return new StructureView(elementOf(this.#refs.structure), {
      view,
      problems: () => problemsOf(view.state),
      announce: (message) => this.#store.announce(message),
      showText: () => this.#showText(),
      historyKey: (event) => this.#handleHistoryKey(event),
      find: () => this.#find(),
      onCommand: (command) => this.#afterSettling(() => this.#link.post({ type: 'command', command })),
      post: (message) => this.#link.post(message),
    });
  }

  #createProblems(): PageProblems {
    return new PageProblems({
      view: this.#editor.view,
      sync: this.#sync,
      store: this.#store,
      onChange: () => this.#structure.problemsChanged(),
      showText: () => this.#showText(),
    });
  }

  #createQuestions(): HostQuestions {
    return new HostQuestions({
      doc: () => this.#editor.view.state.doc,
      version: () => this.#sync.version,
      post: (message) => this.#link.post(message),
      afterSettling: (run) => this.#afterSettling(run),
    });
  }

  #languageHelp(): Extension {
    const announce = (message: string) => this.#store.announce(message);
    return [
      completionList({ choicesAt: (doc, offset) => this.#questions.choicesAt(doc, offset), announce }),
      hover((doc, offset) => this.#questions.hoverAt(doc, offset)),
    ];
  }

  /** The text is painted first: the structure takes longer, and problems can come later. */
  #painted(): void {
    this.#editor.startLanguage();
    this.#problems.check();
    if (this.#isPainted) return;
    this.#isPainted = true;
    this.#structure.setVisible(this.#paneLayout.layout !== 'text');
  }

  #chooseLayout(layout: Layout): void {
    this.#paneLayout.choose(layout);
    this.#layoutChanged();
  }

  #widthChanged(): void {
    const { layout, isSideBySide } = this.#paneLayout;
    this.#paneLayout.setPageWidth(innerWidth);
    const isSame = layout === this.#paneLayout.layout && isSideBySide === this.#paneLayout.isSideBySide;
    if (!isSame) this.#layoutChanged();
  }

  #layoutChanged(): void {
    const { layout } = this.#paneLayout;
    this.#store.update({});
    if (layout === 'structure') this.#isPainted = true; // there is no text to wait for
    if (this.#isPainted) this.#structure.setVisible(layout !== 'text');
    this.#saveState();
  }

  #showText(): void {
    if (this.#paneLayout.layout === 'structure') this.#chooseLayout('both');
  }

  #find(): void {
    this.#showText();
    this.#editor.view.focus(); // a field applies what was typed as it loses the focus; the panel takes it during an update
    openSearchPanel(this.#editor.view);
  }

  #takeFocus(): void {
    let returnToField = (): void => undefined;
    document.addEventListener('focusin', () => (returnToField = rememberFocus(this.#structure.element)));
    takeFocus(() => {
      returnToField();
      if (document.activeElement === document.body) this.#focusContent();
    });
  }

  #focusContent(): void {
    if (this.#paneLayout.layout === 'structure') this.#structure.focus();
    else this.#editor.view.focus();
  }

  #apply({ changes, mustResync }: Outcome, isHistory = false): void {
    if (mustResync) this.#link.post({ type: 'resync' });
    if (changes) this.#editor.applyFromHost(changes, isHistory);
    this.#problems.versionChanged();
    if (!this.#sync.isSettled) return;
    const waiting = this.#whenSettled;
    this.#whenSettled = [];
    for (const run of waiting) run();
  }

  #rejected(id: number, reason: 'stale' | 'refused'): void {
    this.#apply(this.#sync.rejected(id, reason));
    if (reason === 'stale') return;
    this.#problems.setRefused(true);
    setTimeout(() => this.#sync.retry(), retryDelayMs);
  }

  /** Runs once the host has all changes. */
  #afterSettling(run: () => void): void {
    if (this.#sync.isSettled) run();
    else this.#whenSettled.push(run);
  }

  /** Undo and redo are the document's, so they run in the host. */
  #handleHistoryKey(event: KeyboardEvent): boolean {
    const direction = historyDirection(event);
    if (direction) this.#sync.asked(() => this.#link.post({ type: 'history', direction }));
    return direction !== undefined;
  }

  #format(): boolean {
    const { view } = this.#editor;
    if (formatDocument(view)) this.#store.announce(t('Formatted'));
    else if (!view.state.readOnly) this.#problems.showFirst();
    view.focus();
    return true;
  }

  #showOptions(options: EditorOptions): void {
    const { readonlyReason, unsavableReason, outdatedReason, isProtected } = options;
    const [lock, before] = [readonlyReason ?? unsavableReason, this.#store.state.notice];
    const notice = lock ?? outdatedReason;
    const isLocked = lock !== undefined;
    this.#store.update({ isReadonly: readonlyReason !== undefined, notice, isLocked, isProtected });
    this.#structure.setOptions(options);
    if (notice !== undefined && notice !== before) this.#store.announce(notice);
  }

  #showCursor(): void {
    if (this.#isStarted) this.#problems.cursorMoved();
    this.#store.update({ cursor: cursorWords(this.#editor.view.state) });
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.#saveState(), saveDelayMs);
  }

  #saveState(): void {
    const { view } = this.#editor;
    const { anchor, head } = view.state.selection.main;
    this.#link.writeState({ anchor, head, ...this.#paneLayout.state });
  }

  /** After a reload of the window, or in the place of a page that was left. */
  #restoreCursor(): void {
    const state = this.#link.readState();
    if (state) placeCursor(this.#editor.view, state);
  }
}

function elementOf<E extends HTMLElement>({ current }: RefObject<E | null>): E {
  if (!current) throw new Error('the page is not rendered yet');
  return current;
}

/** Runs when the page is painted, and keys that were pressed before are handled. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run, paintDelayMs));
}
