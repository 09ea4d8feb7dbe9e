// structure/ shows the filters of the text as groups and conditions. The text is the single source of truth:
// each control edits its own node in the text, and what is rendered is always rendered from the text.
import { type ChangeDesc, Transaction } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { render } from 'preact';
import { flattenGroups } from '#filters/itemEdits.ts';
import { type Change } from '#filters/filterShape.ts';
import { describeItem } from '#filters/describeFilters.ts';
import type { FilterItem, FilterShape } from '#filters/filterShape.ts';
import type { JsonNode } from '#json/jsonTree.ts';
import type { FieldInput } from '#webview/elements/host/keptPages.ts';
import { openMenu } from '#webview/elements/menu.tsx';
import { t } from '#webview/elements/translate.ts';
import type { EditorOptions } from '#protocol/filtersMessages.ts';
import type { Problem } from '#webview/filters/problems/problemMarks.ts';
import { typedInField } from '#webview/filters/sync/undoGrouping.ts';
import { dragItem } from '#webview/filters/structure/items/dragItem.ts';
import { FieldTyping, handleStructureKey } from './structureKeys.ts';
import {
  type DraftsMessage,
  type DraftsReply,
  JsonDrafts,
} from '#webview/filters/structure/fields/jsonDrafts.ts';
import { StructureModel, toEditorChanges } from './structureModel.ts';
import { dropItem, itemMenu, moveItemByStep } from '#webview/filters/structure/items/itemMenu.ts';
import { StructurePage, makePlainList } from './structurePage.tsx';
import {
  StructureProvider,
  type EditOptions,
  type FocusTarget,
  type RecordCommand,
  type StructureContext,
} from '#webview/filters/structure/state/structureContext.ts';
import {
  focusFirst,
  focusPart,
  rememberFocus,
  selectFocusedText,
} from '#webview/filters/structure/state/structureFocus.ts';
import {
  type NamesAnswer,
  type NamesRequest,
  NamesFromHost,
} from '#webview/filters/structure/state/namesFromHost.ts';
import { highlightInText } from './textHighlight.ts';

/** A longer text is rendered when its changes pause, a shorter one at every change. */
const maxLengthForEveryChange = 50_000;
const pauseMs = 250;
/** Typing in the text must not wait for the structure beside it. */
const typingPauseMs = 150;

export interface StructureOptions {
  readonly view: EditorView;
  readonly problems: () => readonly Problem[];
  readonly announce: (message: string) => void;
  /** Makes the text visible. */
  readonly showText: () => void;
  /** Runs undo or redo of the document; false for any other key. */
  readonly historyKey: (event: KeyboardEvent) => boolean;
  /** Opens the find panel of the text. */
  readonly find: () => void;
  readonly onCommand: (command: RecordCommand) => void;
  readonly post: (message: NamesRequest | DraftsReply) => void;
}

export class StructureView implements StructureContext {
  readonly element: HTMLElement;
  readonly drafts: JsonDrafts;
  readonly #options: StructureOptions;
  readonly #model = new StructureModel();
  readonly #typing: FieldTyping;
  readonly names: NamesFromHost;
  #kind: FilterShape['kind'] | undefined;
  #isVisible = false;
  /** Rendering may move or remove a field that has the focus; the `change` and `blur` events of that are not input. */
  #isRendering = false;
  /** Whether the text that is rendered now or next was changed by others. */
  #isChangedByOthers = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The id of the item that the focus or the text's cursor is in. */
  #currentId = '';
  revision = 0;
  isReadonly = false;
  cohortSource: EditorOptions['cohortSource'];
  indent = '  ';

  /** @param element what the structure is rendered into */
  constructor(element: HTMLElement, options: StructureOptions) {
    this.element = element;
    this.#options = options;
    this.drafts = new JsonDrafts(options.post, () => this.#isChangedByOthers);
    this.#typing = new FieldTyping(element);
    this.names = new NamesFromHost(options.post);
    element.addEventListener('keydown', (event) =>
      handleStructureKey(event, {
        element,
        isReadonly: this.isReadonly,
        historyKey: options.historyKey,
        find: options.find,
        item: this.#itemOf(event.target),
        move: (item, direction, part) => moveItemByStep(this, item, direction, part),
      }),
    );
    element.addEventListener('focusin', ({ target }) => this.#focusMoved(target));
    element.addEventListener('beforeinput', () => this.refresh());
    // The find panel takes the focus while the editor draws it, and takes no other change until then.
    options.view.dom.addEventListener('focusin', () =>
      queueMicrotask(() => highlightInText(options.view, undefined)),
    );
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.#renderAll();
    else highlightInText(this.#options.view, undefined);
  }

  setOptions({ readonlyReason, indent, record, cohortSource }: EditorOptions): void {
    this.isReadonly = readonlyReason !== undefined;
    this.indent = indent;
    this.cohortSource = cohortSource;
    this.#kind = record;
    this.#model.invalidate();
    this.#renderAll();
  }

  /** Call with every update of the text editor. */
  editorUpdated({ docChanged, selectionSet, changes, view, transactions }: ViewUpdate): void {
    if (transactions.some((one) => one.annotation(Transaction.remote))) this.#isChangedByOthers = true;
    if (docChanged) this.#textChanged(changes);
    if ((docChanged || selectionSet) && view.hasFocus) this.#showCursor();
  }

  problemsChanged(): void {
    if (!this.#isVisible || this.#timer !== undefined) return;
    if (this.#options.view.hasFocus) this.#renderLater(typingPauseMs);
    else this.#render();
  }

  /** Applies what is typed into fields but not applied yet, as far as it is valid. */
  commit(): void {
    for (const field of this.element.querySelectorAll('.chip-add:focus, [data-draft], [data-meant]'))
      field.dispatchEvent(new Event('change'));
  }

  /** @returns what is in no field */
  putBackDrafts(drafts: readonly FieldInput[]): string[] {
    const rest = this.drafts.putBack(drafts, this.isReadonly ? '' : this.#options.view.state.doc.toString());
    if (rest.length < drafts.length) this.#renderAll();
    return rest.map((draft) => draft.text);
  }

  /** Whether the text has groups that can be made a plain list. */
  get canFlatten(): boolean {
    this.#renderIfChanged(); // controls of an older text must not count as current
    if (!this.#isRead) this.#model.read(this.#options.view.state.doc, this.#kind);
    return this.#model.state === 'valid' && flattenGroups(this.shape) !== undefined;
  }

  flatten(): void {
    if (this.canFlatten) makePlainList(this);
  }

  /** Focuses the structure; without conditions, the button that adds the first one. */
  focus(): void {
    const hasItems = (this.#model.shape?.group?.items.length ?? 0) > 0;
    focusFirst(this.element, hasItems ? undefined : 'add-property');
  }

  /** Components exist only where there is a shape. */
  get shape(): FilterShape {
    if (!this.#model.shape) throw new Error('the structure is not read yet');
    return this.#model.shape;
  }

  get isCurrent(): boolean {
    return !this.#isRendering && this.#model.state === 'valid' && this.#isRead;
  }

  refresh(): void {
    if (!this.#isRendering) this.#renderIfChanged();
  }

  edit(change: Change, options: EditOptions = {}): void {
    const { view } = this.#options;
    if (this.#isRendering) return;
    // Rendering again reverts what the browser has changed in a control.
    if (!change || view.state.readOnly || !this.isCurrent) return this.#renderAll();
    this.#model.willMove(options.movedItem, change.path);
    const changes = toEditorChanges(this.shape.text, change);
    const typed = options.isTyping ? [typedInField.of(this.#typing.run)] : [];
    view.dispatch({ changes, userEvent: 'structure', annotations: typed });
    this.#renderIfChanged();
    if (options.focus) this.moveFocus(options.focus);
    if (options.isSample) selectFocusedText();
    if (options.announcement !== undefined) this.announce(options.announcement);
  }

  moveFocus(target: FocusTarget): void {
    const item = 'id' in target ? this.itemById(target.id) : this.#model.itemByPath(target.path);
    if (!item) return;
    if (!this.#model.reveal(item.path)) return this.showInText(item.node);
    this.#render();
    focusPart(this.#elementOf(this.idOf(item)), target.part);
  }

  idOf(item: FilterItem): string {
    return this.#model.idOf(item);
  }

  itemById(id: string): FilterItem | undefined {
    return this.#model.itemById(id);
  }

  problemsOf(item: FilterItem): readonly Problem[] {
    return this.#model.problemsOf(item);
  }

  hasError(node: JsonNode | undefined): boolean {
    if (!node) return false;
    const isInside = ({ from, to }: Problem) => node.from <= from && to <= node.to;
    return this.#options.problems().some((problem) => problem.severity === 'error' && isInside(problem));
  }

  shownCount(listId: string): number {
    return this.#model.shownCount(listId);
  }

  showMore(listId: string): void {
    this.#model.showMore(listId);
    this.#renderAll();
  }

  receive(message: NamesAnswer | DraftsMessage): void {
    if (message.type === 'draftsKept') this.drafts.stored(message.id);
    else if (message.type === 'leftDrafts')
      this.#options.post({ type: 'draftsPutBack', texts: this.putBackDrafts(message.drafts) });
    else if (this.names.receive(message)) this.#renderAll();
  }

  describe(item: FilterItem): string {
    return describeItem(
      item,
      t,
      (id) => this.names.cohort(id)?.name,
      (id) => this.names.action(id),
    );
  }

  openCohort(id: number): void {
    this.#options.post({ type: 'openCohort', cohort: id });
  }

  runCommand(command: RecordCommand): void {
    this.#options.onCommand(command);
  }

  showInText({ from, to }: Pick<JsonNode, 'from' | 'to'>): void {
    this.#options.showText();
    const { view } = this.#options;
    view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    view.focus();
  }

  openMenu(item: FilterItem, button: HTMLElement): void {
    const place = button.getBoundingClientRect();
    openMenu(t('More Actions'), itemMenu(this, item), place, () => button.focus());
  }

  startDrag(item: FilterItem, event: PointerEvent): void {
    const id = this.idOf(item);
    const row = this.#elementOf(id);
    if (row) dragItem(this.element, row, event, (drop) => dropItem(this, id, drop));
  }

  announce(message: string): void {
    this.#options.announce(message);
  }

  get #isRead(): boolean {
    return this.#model.doc === this.#options.view.state.doc;
  }

  #textChanged(changes: ChangeDesc): void {
    this.#model.textChanged(changes);
    this.#cancelTimer();
    if (!this.#isVisible) return;
    const { view } = this.#options;
    const isLong = view.state.doc.length > maxLengthForEveryChange;
    if (isLong || view.hasFocus) this.#renderLater(isLong ? pauseMs : typingPauseMs);
    else this.#renderIfChanged();
  }

  #renderLater(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#render();
      if (this.#options.view.hasFocus) this.#showCursor();
    }, delayMs);
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #renderIfChanged(): void {
    if (!this.#isRead) this.#render();
  }

  /** Renders all conditions, also those whose text is the same. */
  #renderAll(): void {
    this.revision++;
    this.#render();
  }

  #render(): void {
    if (!this.#isVisible) return;
    this.#cancelTimer();
    const { view, problems } = this.#options;
    if (!this.#isRead) this.#model.read(view.state.doc, this.#kind);
    this.#model.setProblems(problems());
    this.names.request(this.#model.cohortIds());
    const restoreFocus = rememberFocus(this.element);
    this.#isRendering = true;
    try {
      render(<StructureProvider value={this}>{this.#page()}</StructureProvider>, this.element);
    } finally {
      this.#isRendering = false;
      this.#isChangedByOthers = false;
    }
    restoreFocus();
    this.#markCurrent();
  }

  #page() {
    const { state, shape } = this.#model;
    const { view, showText } = this.#options;
    const { doc } = view.state;
    return (
      <StructurePage
        state={state}
        shape={shape}
        text={state === 'invalid' ? doc.toString() : ''}
        length={doc.length}
        problems={this.#model.problemsOf(undefined)}
        onShowError={(problem) => {
          const from = problem?.offset ?? 0;
          this.showInText({ from, to: from + (problem?.length ?? 0) });
        }}
        onShowText={() => {
          showText();
          view.focus();
        }}
      />
    );
  }

  /** A control shows the text as it is before anything is typed into it. */
  #focusMoved(target: EventTarget | null): void {
    this.refresh();
    const item = this.#itemOf(target);
    const isRoot = item === this.#model.shape?.group;
    this.#setCurrent(item && !isRoot ? this.idOf(item) : '');
    if (this.#isRead) highlightInText(this.#options.view, isRoot ? undefined : item?.node);
    if (target instanceof HTMLInputElement && !this.isReadonly) this.names.want();
  }

  /** Marks the item that the text's cursor is in. */
  #showCursor(): void {
    const { state } = this.#options.view;
    if (!this.#isVisible || !this.#isRead) return;
    const item = this.#model.itemAt(state.selection.main.head);
    const isRoot = item === this.#model.shape?.group;
    this.#setCurrent(item && !isRoot ? this.idOf(item) : '');
    this.#elementOf(this.#currentId)?.scrollIntoView({ block: 'nearest' });
  }

  #setCurrent(id: string): void {
    this.#currentId = id;
    this.#markCurrent();
  }

  /** Marks the item without Preact: rendering everything at each move of the cursor would cost more. */
  #markCurrent(): void {
    for (const element of this.element.querySelectorAll('[aria-current]'))
      element.removeAttribute('aria-current');
    this.#elementOf(this.#currentId)?.setAttribute('aria-current', 'true');
  }

  #elementOf(id: string): HTMLElement | undefined {
    return (id && this.element.querySelector<HTMLElement>(`[data-id="${id}"]`)) || undefined;
  }

  #itemOf(target: EventTarget | null): FilterItem | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    return element ? this.itemById(element.dataset['id'] ?? '') : undefined;
  }
}
