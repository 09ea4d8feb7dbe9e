// structure/ shows the filters of the text as groups and conditions, beside the text. The text is the one truth: each
// control changes it by an edit of its own node, and what is drawn is always drawn from the text. Nothing here is kept
// but what is open, and which item is which.
import type { ChangeDesc, Text } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { itemAt, itemWithin, itemsOf, type FilterItem, type FilterShape } from '#filters/shape.ts';
import { readFilterShape } from '#filters/readShape.ts';
import { moveTo, stepTarget, type MoveTarget } from '#filters/moveItem.ts';
import { ownerOf } from '#filters/shape.ts';
import { removeItem } from '#filters/itemEdits.ts';
import { type Change } from '#filters/change.ts';
import { describeItem } from '#filters/describeFilters.ts';
import { parseJsonTree, type JsonNode, type JsonPath } from '#json/tree.ts';
import { openMenu } from '#webview/elements/menu.ts';
import { t } from '#webview/elements/translate.ts';
import type { Problem } from '#webview/filters/problems/problem.ts';
import { typedInStructure } from '#webview/filters/sync/undoRuns.ts';
import { dragRow, type Drop } from './drag.ts';
import { focusFirst, focusPart, keepFocus } from './focusing.ts';
import { drawFrame, type Frame } from './frame.ts';
import { Identities } from './identity.ts';
import { handleKey } from './keys.ts';
import { menuOf, neighborOf } from './menus.ts';
import type { RenderContext, Wish } from './renderContext.ts';
import { markInText } from './textMark.ts';
import { toChanges } from './toChanges.ts';

/** A text up to this length is drawn with every change; a longer one when the changes pause. */
const maxLengthAtOnce = 50_000;
const pauseMs = 250;
/** Who types in the text is not held up by what is drawn beside it. */
const typingPauseMs = 150;
/** At this length a letter that is typed into a field takes about 0.2 s, mostly for reading the text anew. */
const maxLength = 1_000_000;
/** Items of one list that are drawn at first, and that each wish for more adds. */
const itemsAtOnce = 50;
/** As many are drawn at most to get to one that the keyboard shall go to. */
const maxItemsToFocus = 400;

export interface StructureOptions {
  readonly view: EditorView;
  readonly problems: () => readonly Problem[];
  readonly announce: (words: string) => void;
  /** The text is wanted: it may be hidden. */
  readonly showText: () => void;
  /** Undo and redo, which are the document's; whether the key was one of them. */
  readonly historyKey: (event: KeyboardEvent) => boolean;
}

/** What can be told of the text without its structure. */
type State = 'shown' | 'invalid' | 'tooLarge' | 'unread';

export class StructureView implements RenderContext {
  readonly element = document.createElement('section');
  readonly #given: StructureOptions;
  readonly #ids = new Identities();
  readonly #shown = new Map<string, number>();
  #shape: FilterShape | undefined;
  #state: State = 'unread';
  #doc: Text | undefined;
  #kind: FilterShape['kind'] | undefined;
  #isVisible = false;
  /** A field that is moved or taken away while all is drawn is left by that; what it has to say has to wait. */
  #isDrawing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #problems = new Map<FilterItem | undefined, Problem[]>();
  #current = '';
  /** Where the item that is being moved comes to stand, and the ids of all that is in it. */
  #adopting: { readonly path: JsonPath; readonly ids: readonly string[] } | undefined;
  isReadonly = false;
  indent = '  ';

  constructor(given: StructureOptions) {
    this.#given = given;
    this.element.className = 'structure';
    this.element.setAttribute('aria-label', t('Structure'));
    this.element.addEventListener('keydown', (event) =>
      handleKey(event, {
        element: this.element,
        isReadonly: this.isReadonly,
        historyKey: given.historyKey,
        item: this.#itemOf(event.target),
        move: (item, direction, part) => this.move(item, direction, part),
      }),
    );
    this.element.addEventListener('focusin', ({ target }) => this.#focused(target));
    given.view.dom.addEventListener('focusin', () => markInText(given.view, undefined));
  }

  /** Only called while there is a shape to draw. */
  get shape(): FilterShape {
    if (!this.#shape) throw new Error('the structure is not read yet');
    return this.#shape;
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.#draw();
    else markInText(this.#given.view, undefined);
  }

  setOptions(options: { isReadonly: boolean; indent: string; kind: FilterShape['kind'] | undefined }): void {
    this.isReadonly = options.isReadonly;
    this.indent = options.indent;
    this.#kind = options.kind;
    this.#doc = undefined;
    this.#draw();
  }

  /** To be called with every update of the text editor. */
  updated({ docChanged, selectionSet, changes, view }: ViewUpdate): void {
    if (docChanged) this.#changed(changes);
    if ((docChanged || selectionSet) && view.hasFocus) this.#showCursor();
  }

  problemsChanged(): void {
    if (!this.#isVisible || this.#timer !== undefined) return;
    if (this.#given.view.hasFocus) this.#drawLater(typingPauseMs, true);
    else this.#draw(true);
  }

  /** Takes over what waits in fields, as far as it can be. */
  commit(): void {
    for (const field of this.element.querySelectorAll('.chip-add:focus, textarea[data-draft]'))
      field.dispatchEvent(new Event('change'));
  }

  focus(): void {
    focusFirst(this.element);
  }

  get isCurrent(): boolean {
    return !this.#isDrawing && this.#state === 'shown' && this.#doc === this.#given.view.state.doc;
  }

  catchUp(): void {
    if (!this.#isDrawing) this.#draw();
  }

  announce(words: string): void {
    this.#given.announce(words);
  }

  idOf(item: FilterItem): string {
    return this.#ids.idOf(item);
  }

  problemsOf(item: FilterItem): readonly Problem[] {
    return this.#problems.get(item) ?? [];
  }

  isFaulty(node: JsonNode | undefined): boolean {
    if (!node) return false;
    return this.#given
      .problems()
      .some(({ from, to, severity }) => severity === 'error' && node.from <= from && to <= node.to);
  }

  shownOf(id: string): number {
    return this.#shown.get(id) ?? itemsAtOnce;
  }

  showMore(id: string): void {
    this.#shown.set(id, this.shownOf(id) + itemsAtOnce);
    this.#draw(true);
  }

  change(change: Change, wish: Wish = {}): void {
    const { view, announce } = this.#given;
    if (this.#isDrawing) return;
    if (!change || view.state.readOnly || !this.isCurrent) return this.#draw(true);
    this.#adopting = wish.moved && { path: change.path, ids: this.#ids.idsOf(wish.moved) };
    const changes = toChanges(this.shape.text, change);
    const isDeletion = wish.isTyping === true && changes.newLength < changes.length;
    const typed = isDeletion ? 'delete.backward' : typedInStructure;
    view.dispatch({ changes, userEvent: wish.isTyping ? typed : 'structure' });
    this.#draw();
    if (wish.focus) this.#focusOn(wish.focus.path, wish.focus.part);
    if (wish.say !== undefined) announce(wish.say);
  }

  showInText({ from, to }: Pick<JsonNode, 'from' | 'to'>): void {
    this.#given.showText();
    const { view } = this.#given;
    view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    view.focus();
  }

  openMenu(item: FilterItem, button: HTMLElement): void {
    openMenu(t('More Actions'), menuOf(this, item), button.getBoundingClientRect(), () => button.focus());
  }

  startDrag(item: FilterItem, event: PointerEvent): void {
    const row = this.#elementOf(this.idOf(item));
    if (row) dragRow(this.element, row, event, (drop) => this.#dropped(item, drop));
  }

  move(item: FilterItem, direction: 1 | -1, part: string): void {
    this.#moveTo(item, stepTarget(this.shape, item.path, direction), part);
  }

  remove(item: FilterItem): void {
    const neighbor = neighborOf(this, item);
    const owner = ownerOf(this.shape, item.path);
    const neighborId = neighbor && this.idOf(neighbor);
    const ownerId = owner && this.idOf(owner);
    this.change(removeItem(this.shape, item.path), { say: t('Removed: {0}', describeItem(item, t)) });
    if (neighborId !== undefined) this.#focusPart(neighborId, 'grip');
    else if (ownerId !== undefined) this.#focusPart(ownerId, 'add-property');
  }

  #moveTo(item: FilterItem, target: MoveTarget | undefined, part: string): void {
    const change = target && moveTo(this.shape, item.path, target, { indent: this.indent });
    if (!change) return this.#given.announce(t('It cannot be moved further.'));
    this.change(change, { focus: { path: change.path, part }, moved: item });
    const owner = ownerOf(this.shape, change.path);
    const place = Number(change.path.at(-1)) + 1;
    const say = t(
      'Moved to place {0} of {1}: {2}',
      place,
      owner?.items.length ?? place,
      describeItem(item, t),
    );
    this.#given.announce(say);
  }

  #dropped(item: FilterItem, { groupId, index }: Drop): void {
    const group = this.#find(groupId);
    if (group?.kind !== 'group') return;
    const owner = ownerOf(this.shape, item.path);
    const isBehind = owner === group && index > Number(item.path.at(-1));
    this.#moveTo(item, { listPath: group.itemsPath, index: index - (isBehind ? 1 : 0) }, 'grip');
  }

  #changed(changes: ChangeDesc): void {
    this.#ids.mapThrough(changes);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isVisible) return;
    const { view } = this.#given;
    const isLong = view.state.doc.length > maxLengthAtOnce;
    if (!isLong && !view.hasFocus) return this.#draw();
    this.#drawLater(isLong ? pauseMs : typingPauseMs);
  }

  #drawLater(delayMs: number, isForced = false): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#draw(isForced);
      if (this.#given.view.hasFocus) this.#showCursor();
    }, delayMs);
  }

  /** @param isForced even though the text is the one that was drawn last */
  #draw(isForced = false): void {
    const { view, problems } = this.#given;
    const { doc } = view.state;
    if (!this.#isVisible || (doc === this.#doc && !isForced)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (doc !== this.#doc) this.#read(doc);
    this.#sortProblems(problems());
    const goBack = keepFocus(this.element);
    this.#isDrawing = true;
    try {
      drawFrame(this.element, this, this.#frame(doc));
    } finally {
      this.#isDrawing = false;
    }
    goBack();
    this.#markCurrent();
  }

  #frame(doc: Text): Frame {
    return {
      shape: this.#shape,
      text: this.#state === 'invalid' ? doc.toString() : '',
      length: doc.length,
      state: this.#state,
      problems: this.#problems.get(undefined) ?? [],
      showError: (problem) => {
        const from = problem?.offset ?? 0;
        this.showInText({ from, to: from + (problem?.length ?? 0) });
      },
      showText: () => {
        this.#given.showText();
        this.#given.view.focus();
      },
    };
  }

  #read(doc: Text): void {
    this.#doc = doc;
    if (doc.length > maxLength) {
      this.#state = 'tooLarge';
      return;
    }
    const text = doc.toString();
    const root = parseJsonTree(text);
    const shape = root && readFilterShape(text, root, this.#kind);
    this.#state = shape ? 'shown' : 'invalid';
    if (!shape) return;
    this.#shape = shape;
    const { path, ids } = this.#adopting ?? { path: [], ids: [] };
    this.#adopting = undefined;
    const adopting = shape.group && itemWithin(shape.group, path);
    if (adopting) this.#ids.adopt(adopting, ids);
    this.#ids.assign(shape.group);
  }

  #sortProblems(problems: readonly Problem[]): void {
    this.#problems = new Map();
    const group = this.#state === 'shown' ? this.#shape?.group : undefined;
    for (const problem of problems) {
      const item = group && itemAt(group, problem.from);
      const same = this.#problems.get(item) ?? [];
      this.#problems.set(item, [...same, problem]);
    }
  }

  #focused(target: EventTarget | null): void {
    const item = this.#itemOf(target);
    const isWhole = item === this.#shape?.group;
    this.#setCurrent(item && !isWhole ? this.idOf(item) : '');
    if (this.#doc === this.#given.view.state.doc)
      markInText(this.#given.view, isWhole ? undefined : item?.node);
  }

  /** The item that the text's cursor is in. */
  #showCursor(): void {
    const { state } = this.#given.view;
    const group = this.#shape?.group;
    if (!this.#isVisible || this.#state !== 'shown' || state.doc !== this.#doc || !group) return;
    const item = itemAt(group, state.selection.main.head);
    this.#setCurrent(item && item !== group ? this.idOf(item) : '');
    this.#elementOf(this.#current)?.scrollIntoView({ block: 'nearest' });
  }

  #setCurrent(id: string): void {
    this.#current = id;
    this.#markCurrent();
  }

  #markCurrent(): void {
    for (const element of this.element.querySelectorAll('[aria-current]'))
      element.removeAttribute('aria-current');
    this.#elementOf(this.#current)?.setAttribute('aria-current', 'true');
  }

  #elementOf(id: string): HTMLElement | undefined {
    return (id && this.element.querySelector<HTMLElement>(`[data-id="${id}"]`)) || undefined;
  }

  #itemOf(target: EventTarget | null): FilterItem | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    return element ? this.#find(element.dataset['id'] ?? '') : undefined;
  }

  #find(id: string): FilterItem | undefined {
    const group = this.#shape?.group;
    return group && [...itemsOf(group)].find((item) => this.idOf(item) === id);
  }

  #focusOn(path: JsonPath, part: string): void {
    const group = this.#shape?.group;
    const item = group && itemWithin(group, path);
    if (!item) return;
    if (this.#reveal(path)) this.#focusPart(this.idOf(item), part);
    else this.showInText(item.node);
  }

  /** Draws as much of long lists as the item needs to be seen; false where that were too much. */
  #reveal(path: JsonPath): boolean {
    let inner = path;
    for (let owner = ownerOf(this.shape, inner); owner; owner = ownerOf(this.shape, inner)) {
      const index = Number(inner.at(-1));
      if (index >= maxItemsToFocus) return false;
      const id = this.idOf(owner);
      if (index >= this.shownOf(id)) this.#shown.set(id, index + itemsAtOnce);
      inner = owner.path;
    }
    this.#draw(true);
    return true;
  }

  #focusPart(id: string, part: string): void {
    focusPart(this.#elementOf(id), part);
  }
}
