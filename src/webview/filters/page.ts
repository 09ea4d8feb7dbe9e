// Puts the page together once the host has sent the document.
import { openSearchPanel } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { EditorOptions, HostMessage } from '#protocol/filters.ts';
import { completion } from '#webview/filters/assist/completion.ts';
import { HostQuestions } from '#webview/filters/assist/hostQuestions.ts';
import { hover } from '#webview/filters/assist/hover.ts';
import { connectHost, type HostLink } from '#webview/filters/sync/hostMessages.ts';
import { block, isMac } from '#webview/elements/controls.ts';
import { icon } from '#webview/elements/icons.ts';
import { formatDocument } from '#webview/filters/editor/formatting.ts';
import { offsetAt } from '#webview/filters/sync/positions.ts';
import type { Problem } from '#webview/filters/problems/problem.ts';
import {
  moveToProblem,
  problemsOf,
  reportProblems,
  showProblem,
} from '#webview/filters/problems/problemMarks.ts';
import { Panes } from './paneLayout.ts';
import { StructureView } from '#webview/filters/structure/structureView.tsx';
import { itemHighlight } from '#webview/filters/structure/textHighlight.ts';
import { createStatusLine } from './statusLine.ts';
import { Sync, type Outcome } from '#webview/filters/sync/sync.ts';
import { toText } from '#webview/filters/sync/text.ts';
import { TextChecker } from '#webview/filters/problems/textChecker.ts';
import { createTextEditor, type TextEditor } from '#webview/filters/editor/textEditor.ts';
import { createToolbar } from './toolbar.ts';
import { cursorWords, summarizeProblems } from '#webview/filters/problems/problemSummary.ts';
import { setWords, t } from '#webview/elements/translate.ts';

/** How long to wait before an edit that the editor would not take is tried again. */
const retryDelayMs = 500;
const stateDelayMs = 300;
/** Two frames. */
const paintDelayMs = 35;

const keyCodes = { y: 89, z: 90 };

type Problems = Extract<HostMessage, { readonly type: 'problems' }>;
type Init = Extract<HostMessage, { readonly type: 'init' }>;

export function startPage(): void {
  let page: Page | undefined;
  const link = connectHost((message) => {
    if (message.type === 'init') page ??= new Page(link, message);
    else page?.receive(message);
  });
  addEventListener('error', ({ message }) => link.post({ type: 'failure', message: message.slice(0, 4000) }));
  const start = () => {
    const first = link.readFirst();
    if (first) page = new Page(link, first);
    link.post(first ? { type: 'ready', version: first.version } : { type: 'ready' });
  };
  // The workbench shows a page when it is loaded: what is drawn before is drawn once more, and the text a frame later.
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

class Page {
  readonly #link: HostLink;
  readonly #sync: Sync;
  readonly #editor: TextEditor;
  readonly #checker: TextChecker;
  readonly #toolbar;
  readonly #status;
  readonly #banner = block('banner');
  readonly #panes: Panes;
  readonly #structure: StructureView;
  readonly #questions: HostQuestions;
  /** Runs once the host has everything. */
  #whenSettled: (() => void)[] = [];
  #isRefused = false;
  /** Whether the text has been on the screen. */
  #isPainted = false;
  /** Problems of a version that the page is still to hear of. */
  #earlyProblems: Problems | undefined;
  #stateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: HostLink, { version, text, options, words }: Init) {
    setWords(words);
    this.#link = link;
    this.#sync = new Sync(text, version, (edit) =>
      link.post({ type: 'edit', ...edit, changes: [...edit.changes] }),
    );
    this.#toolbar = createToolbar({
      format: () => this.#format(),
      find: () => {
        this.#wantText();
        openSearchPanel(this.#editor.view);
      },
      openAsText: () => this.#afterSettling(() => link.post({ type: 'openAsText' })),
      choose: (layout) => this.#panes.choose(layout),
    });
    this.#status = createStatusLine({
      show: () => this.#showFirstProblem(),
      next: () => this.#moveToProblem(1),
      previous: () => this.#moveToProblem(-1),
      askAgain: () => link.post({ type: 'askAgain' }),
    });
    const root = document.getElementById('page') ?? document.body;
    const pane = block('pane');
    this.#questions = this.#createQuestions();
    this.#editor = createTextEditor({
      parent: pane,
      doc: toText(text),
      options,
      nonce: root.dataset['nonce'] ?? '',
      keys: this.#keys(),
      extension: [
        itemHighlight(),
        EditorView.updateListener.of((update) => this.#structure.editorUpdated(update)),
        this.#languageHelp(),
      ],
      onEdit: (changes, group) => this.#sync.edited(changes, group),
      onDocument: () => this.#checker.check(),
      onCursor: () => this.#showCursor(),
      onBlur: () => this.#saveState(),
    });
    this.#structure = this.#createStructure();
    this.#panes = new Panes(pane, this.#structure.element, link.readState() ?? {}, (layout) => {
      this.#toolbar.setLayout(layout);
      if (layout === 'structure') this.#isPainted = true; // there is no text to wait for
      if (this.#isPainted) this.#structure.setVisible(layout !== 'text');
      this.#saveState();
    });
    root.replaceChildren(this.#toolbar.element, this.#banner, this.#panes.element, this.#status.element);
    this.#checker = new TextChecker(
      () => this.#editor.view.state.doc,
      (problems) => this.#show('text', problems),
    );
    this.#showOptions(options);
    this.#restoreState();
    this.#panes.start();
    this.#showCursor();
    this.#takeFocus();
    afterPaint(() => this.#painted());
  }

  /** The text shows first: the structure takes longer to draw, and what is wrong can be told then. */
  #painted(): void {
    this.#checker.check();
    if (this.#isPainted) return;
    this.#isPainted = true;
    this.#structure.setVisible(this.#panes.layout !== 'text');
  }

  #createStructure(): StructureView {
    const { view } = this.#editor;
    const element = document.createElement('section');
    element.className = 'structure';
    element.setAttribute('aria-label', t('Structure'));
    return new StructureView(element, {
      view,
      problems: () => problemsOf(view.state),
      announce: (words) => this.#status.announce(words),
      showText: () => this.#wantText(),
      historyKey: (event) => this.#historyKey(event),
      onDrafts: (drafts) => this.#link.post({ type: 'drafts', drafts: [...drafts] }),
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
    const announce = (words: string) => this.#status.announce(words);
    return [
      completion({ choicesAt: (doc, offset) => this.#questions.choicesAt(doc, offset), announce }),
      hover({ hoverAt: (doc, offset) => this.#questions.hoverAt(doc, offset), announce }),
    ];
  }

  /** Something is to be shown in the text. */
  #wantText(): void {
    if (this.#panes.layout === 'structure') this.#panes.choose('both');
  }

  /** Only where the page has the keyboard: a preview that is opened from the tree leaves it there. */
  #takeFocus(): void {
    const focus = () => {
      if (document.activeElement !== document.body) return;
      if (this.#panes.layout === 'structure') this.#structure.focus();
      else this.#editor.view.focus();
    };
    window.addEventListener('focus', focus);
    if (document.hasFocus()) focus();
  }

  receive(message: Exclude<HostMessage, Init>): void {
    switch (message.type) {
      case 'changed':
        return this.#take(this.#sync.changed(message.version, message.changes, message.lineCount));
      case 'replaced':
        return this.#take(this.#sync.replaced(message.version, message.text));
      case 'applied':
        this.#setRefused(false);
        return this.#take(this.#sync.applied(message.id, message.version));
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
        return this.#showHostProblems(message);
      case 'result':
        return this.#status.setResult(message.state, message.message);
    }
  }

  #take({ changes, mustResync }: Outcome): void {
    if (mustResync) this.#link.post({ type: 'resync' });
    if (changes) this.#editor.applyFromHost(changes);
    if (this.#earlyProblems) this.#showHostProblems(this.#earlyProblems);
    if (!this.#sync.isSettled) return;
    const waiting = this.#whenSettled;
    this.#whenSettled = [];
    for (const run of waiting) run();
  }

  #rejected(id: number, reason: 'stale' | 'refused'): void {
    this.#take(this.#sync.rejected(id, reason));
    if (reason === 'stale') return;
    this.#setRefused(true);
    setTimeout(() => this.#sync.retry(), retryDelayMs);
  }

  /** What needs the document to be up to date waits until it is. */
  #afterSettling(run: () => void): void {
    if (this.#sync.isSettled) run();
    else this.#whenSettled.push(run);
  }

  #keys(): Parameters<typeof createTextEditor>[0]['keys'] {
    return [
      { any: (_view, event) => this.#historyKey(event) },
      { key: 'Shift-Alt-f', linux: 'Ctrl-Shift-i', run: () => this.#format() },
      { key: 'Shift-Alt-f', run: () => this.#format() },
      { key: 'F8', run: () => this.#moveToProblem(1), shift: () => this.#moveToProblem(-1) },
    ];
  }

  /** By key code, as the workbench tells these keys, so that Caps Lock does not turn one into the other. */
  #historyKey({ keyCode, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    if (!(isMac ? metaKey : ctrlKey) || altKey || (keyCode !== keyCodes.z && keyCode !== keyCodes.y))
      return false;
    if (keyCode === keyCodes.y && (isMac || shiftKey)) return false;
    const direction = keyCode === keyCodes.y || shiftKey ? 'redo' : 'undo';
    this.#afterSettling(() => this.#link.post({ type: 'history', direction }));
    return true;
  }

  #format(): boolean {
    const { view } = this.#editor;
    if (formatDocument(view)) this.#status.announce(t('Formatted'));
    else if (!view.state.readOnly) this.#showFirstProblem();
    view.focus();
    return true;
  }

  #show(origin: 'text' | 'host', problems: readonly Problem[]): void {
    const isNews = reportProblems(this.#editor.view, origin, problems);
    if (isNews) this.#structure.problemsChanged();
    this.#showVerdict();
  }

  #showHostProblems(message: Problems): void {
    const { version, problems } = message;
    this.#earlyProblems = version > this.#sync.version ? message : undefined;
    if (version !== this.#sync.version) return;
    const { confirmed, unconfirmed } = this.#sync;
    const mapped = problems.flatMap(({ from, to, ...problem }) => {
      const [start, end] = [offsetAt(confirmed, from), offsetAt(confirmed, to)];
      if (start === undefined || end === undefined) return [];
      return {
        ...problem,
        from: unconfirmed?.mapPos(start, 1) ?? start,
        to: unconfirmed?.mapPos(end, -1) ?? end,
      };
    });
    this.#show('host', mapped);
  }

  #showVerdict(): void {
    const { state } = this.#editor.view;
    const problems = problemsOf(state);
    this.#status.setVerdict(
      summarizeProblems(state.doc, this.#checker.firstError, problems, this.#isRefused),
      problems.length,
    );
  }

  #setRefused(isRefused: boolean): void {
    if (this.#isRefused === isRefused) return;
    this.#isRefused = isRefused;
    this.#showVerdict();
  }

  #showFirstProblem(): void {
    const problems = problemsOf(this.#editor.view.state);
    const first = problems.find(({ severity }) => severity === 'error') ?? problems[0];
    this.#wantText();
    if (first) showProblem(this.#editor.view, first);
    if (first) this.#status.announce(first.message);
  }

  #moveToProblem(direction: 1 | -1): boolean {
    this.#wantText();
    const problem = moveToProblem(this.#editor.view, direction);
    if (problem) this.#status.announce(problem.message);
    return problem !== undefined;
  }

  #showCursor(): void {
    this.#status.setCursor(cursorWords(this.#editor.view.state));
    clearTimeout(this.#stateTimer);
    this.#stateTimer = setTimeout(() => this.#saveState(), stateDelayMs);
  }

  #showOptions({ readonlyReason, indent, record }: EditorOptions): void {
    this.#toolbar.setReadonly(readonlyReason !== undefined);
    this.#structure.setOptions({ isReadonly: readonlyReason !== undefined, indent, kind: record });
    this.#banner.hidden = readonlyReason === undefined;
    this.#banner.replaceChildren();
    if (readonlyReason === undefined) return;
    const words = document.createElement('span');
    words.textContent = readonlyReason;
    this.#banner.append(icon('lock'), words);
    this.#status.announce(readonlyReason);
  }

  #saveState(): void {
    const { view } = this.#editor;
    const { anchor, head } = view.state.selection.main;
    this.#link.writeState({ anchor, head, scrollTop: view.scrollDOM.scrollTop, ...this.#panes.state });
  }

  /** The window was loaded again: the cursor goes back to where it was, as far as the text still reaches. */
  #restoreState(): void {
    const state = this.#link.readState();
    if (!state) return;
    const { view } = this.#editor;
    const within = (at: number) => Math.max(0, Math.min(at, view.state.doc.length));
    const selection = { anchor: within(state.anchor), head: within(state.head) };
    view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.head, { y: 'center' }) });
  }
}

/** Runs when what the page shows now is on the screen and a key that was pressed meanwhile has been taken. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run, paintDelayMs));
}
