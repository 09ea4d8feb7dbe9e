// The find and replace panel, with VS Code's look and keys. CodeMirror's own shows no count of matches, has no keys for
// its options, and reads a backslash as an escape, of which JSON is full.
import {
  SearchQuery,
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  searchPanelOpen,
  search,
  selectMatches,
  setSearchQuery,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorView, type KeyBinding, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import { block, button } from '#webview/elements/domElements.ts';
import { isMac, keyName } from '#webview/elements/keyName.ts';
import { findToggleKey, holdsMod, pressedKey } from '#webview/elements/pressedKey.ts';
import { t } from '#webview/elements/translate.ts';

/** Counting stops here; the exact number does not matter. */
const maxCounted = 9999;
const countDelayMs = 150;
/** The user event of a move to a match while the search is typed. */
const typedSearch = 'select.search.typed';

export function finding(): Extension {
  return search({
    top: true,
    createPanel: (view) => new FindPanel(view),
    scrollToMatch: (range) => EditorView.scrollIntoView(range, { y: 'center' }),
  });
}

export const findKeys: readonly KeyBinding[] = [
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  { key: 'Mod-h', mac: 'Cmd-Alt-f', run: openReplace, scope: 'editor search-panel' },
  {
    key: 'F3',
    mac: 'Cmd-g',
    run: findNext,
    shift: findPrevious,
    scope: 'editor search-panel',
    preventDefault: true,
  },
  { key: 'Alt-Enter', run: selectAllMatches, scope: 'editor search-panel' },
  { key: 'Mod-Shift-1', run: replaceMatch, scope: 'editor search-panel' },
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
];

/** Only while the panel is open, as in VS Code. */
function replaceMatch(view: EditorView): boolean {
  return searchPanelOpen(view.state) && replaceNext(view);
}

/** Selects the text, so that typing replaces it. */
function selectAllMatches(view: EditorView): boolean {
  view.focus();
  return selectMatches(view);
}

const altMod = isMac ? 'Alt+Mod' : 'Alt';

/** Opens the panel by its keys from outside of the text, once the text is shown. @returns whether the key is one of them */
export function openFindByKey(view: EditorView, event: KeyboardEvent, showText: () => void): boolean {
  const { altKey, shiftKey } = event;
  if (shiftKey || !holdsMod(event)) return false;
  const key = pressedKey(event);
  const isFind = key === 'f' && !altKey;
  const isReplace = isMac ? key === 'f' && altKey : key === 'h' && !altKey;
  if (!isFind && !isReplace) return false;
  showText();
  return isFind ? openSearchPanel(view) : openReplace(view);
}

/** Focuses the Find box, or the Replace box if there is a text to find. */
function openReplace(view: EditorView): boolean {
  const isKnown = !view.state.selection.main.empty || (searchPanelOpen(view.state) && !view.hasFocus);
  openSearchPanel(view);
  const toggle = view.dom.querySelector<HTMLButtonElement>('.find-expand');
  if (toggle?.ariaExpanded === 'false') toggle.click();
  if (isKnown) view.dom.querySelector<HTMLInputElement>('.find-replace-input')?.focus();
  return true;
}

class FindPanel implements Panel {
  readonly dom: HTMLElement;
  readonly top = true;
  readonly #view: EditorView;
  readonly #find: HTMLInputElement;
  readonly #replace: HTMLInputElement;
  readonly #toggles: Readonly<Record<'caseSensitive' | 'wholeWord' | 'regexp', HTMLButtonElement>>;
  readonly #count: HTMLElement;
  readonly #replaceRow: HTMLElement;
  readonly #expand: HTMLButtonElement;
  /** The order of the Tab key while the replacement is shown, as in VS Code: first what is typed. */
  readonly #tabOrder: readonly HTMLElement[];
  /** Where a search begins while its text is typed. */
  #origin: number;
  #query: SearchQuery;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#query = getSearchQuery(view.state);
    this.#origin = view.state.selection.main.from;
    this.#find = textBox(t('Find'), () => this.#commit());
    this.#find.setAttribute('main-field', 'true'); // CodeMirror puts the focus there
    this.#replace = textBox(t('Replace'), () => this.#commit());
    this.#replace.classList.add('find-replace-input');
    this.#toggles = {
      caseSensitive: this.#toggle('Aa', t('Match Case'), `${altMod}+C`),
      wholeWord: this.#toggle('ab', t('Match Whole Word'), `${altMod}+W`),
      regexp: this.#toggle('.*', t('Use Regular Expression'), `${altMod}+R`),
    };
    this.#count = block('find-count');
    this.#count.setAttribute('aria-live', 'polite');
    const box = block('find-box', this.#find, ...Object.values(this.#toggles));
    this.#expand = this.#expandButton();
    const steps = [
      this.#button('up', t('Previous Match'), 'Shift+Enter', findPrevious),
      this.#button('down', t('Next Match'), 'Enter', findNext),
      this.#button('close', t('Close'), 'Escape', closeSearchPanel),
    ];
    const replacing = [
      this.#button('replace', t('Replace'), 'Enter', replaceNext),
      this.#button('replaceAll', t('Replace All'), 'Mod+Alt+Enter', replaceAll),
    ];
    const findRow = block('find-row', this.#expand, box, this.#count, ...steps);
    this.#replaceRow = block('find-row find-replace-row', block('find-box', this.#replace), ...replacing);
    this.#tabOrder = [this.#find, this.#replace, ...Object.values(this.#toggles), ...steps, ...replacing];
    this.dom = block('find-panel', findRow, this.#replaceRow);
    this.dom.setAttribute('role', 'search');
    this.dom.addEventListener('keydown', (event) => this.#keydown(event));
    this.#show();
  }

  mount(): void {
    this.#find.select();
  }

  update(update: ViewUpdate): void {
    for (const transaction of update.transactions) {
      for (const effect of transaction.effects) {
        if (effect.is(setSearchQuery) && !effect.value.eq(this.#query)) {
          this.#query = effect.value;
          this.#show();
        }
      }
    }
    if (update.docChanged || update.selectionSet) this.#countSoon();
    const isTyped = update.transactions.some((transaction) => transaction.isUserEvent(typedSearch));
    if (update.selectionSet && !isTyped) this.#origin = update.state.selection.main.from;
    else if (update.docChanged) this.#origin = update.changes.mapPos(this.#origin);
    this.#showReplace();
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #show(): void {
    this.#find.value = this.#query.search;
    this.#replace.value = this.#query.replace;
    for (const [name, toggle] of Object.entries(this.#toggles)) {
      toggle.ariaPressed = String(Boolean(Reflect.get(this.#query, name)));
    }
    this.#showReplace();
    this.#countSoon();
  }

  /** Collapsed until the person asks for it. */
  #showReplace(): void {
    const { readOnly } = this.#view.state;
    this.#expand.hidden = readOnly;
    this.#replaceRow.hidden = readOnly || this.#expand.ariaExpanded !== 'true';
  }

  #expandButton(): HTMLButtonElement {
    const run = () => {
      this.#expand.ariaExpanded = String(this.#expand.ariaExpanded !== 'true');
      this.#showReplace();
    };
    const label = t('Toggle Replace');
    const element = button({ icon: 'chevronRight', label, title: label, run });
    element.classList.add('find-expand');
    element.ariaExpanded = 'false';
    return element;
  }

  #commit(): void {
    const { caseSensitive, wholeWord, regexp } = this.#toggles;
    const query = new SearchQuery({
      search: this.#find.value,
      replace: this.#replace.value,
      caseSensitive: caseSensitive.ariaPressed === 'true',
      wholeWord: wholeWord.ariaPressed === 'true',
      regexp: regexp.ariaPressed === 'true',
      literal: regexp.ariaPressed !== 'true', // a backslash is taken literally
    });
    if (query.eq(this.#query)) return;
    this.#query = query;
    this.#view.dispatch({ effects: setSearchQuery.of(query) });
    this.#goToFirst(query);
    this.#countSoon();
  }

  /** Shows the first match at or after the place where the search began, around the end of the text. */
  #goToFirst(query: SearchQuery): void {
    if (query.search === '' || !query.valid) return;
    const { state } = this.#view;
    const next = query.getCursor(state, this.#origin).next();
    const match = next.done ? query.getCursor(state).next() : next;
    if (match.done) return;
    const { from, to } = match.value;
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
      userEvent: typedSearch,
    });
  }

  #countSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#showCount(), countDelayMs);
  }

  #showCount(): void {
    const isUnusable = this.#query.search !== '' && !this.#query.valid;
    this.#find.setAttribute('aria-invalid', String(isUnusable));
    this.#count.classList.toggle('find-none', isUnusable);
    if (this.#query.search === '' || isUnusable) {
      this.#count.textContent = isUnusable ? t('Invalid regular expression') : '';
      return;
    }
    const { from } = this.#view.state.selection.main;
    let [total, current] = [0, 0];
    const matches = this.#query.getCursor(this.#view.state);
    for (let match = matches.next(); !match.done && total <= maxCounted; match = matches.next()) {
      total++;
      if (match.value.from === from) current = total;
    }
    this.#count.classList.toggle('find-none', total === 0);
    if (total === 0) this.#count.textContent = t('No results');
    else if (total > maxCounted) this.#count.textContent = t('{0}+ results', maxCounted);
    else this.#count.textContent = t('{0} of {1}', current === 0 ? '?' : current, total);
  }

  #keydown(event: KeyboardEvent): void {
    if (runScopeHandlers(this.#view, event, 'search-panel')) {
      event.preventDefault();
    } else if (event.key === 'Enter' && (event.target === this.#find || event.target === this.#replace)) {
      const isReplace = event.target === this.#replace;
      if (isReplace && event.altKey && holdsMod(event)) replaceAll(this.#view);
      else if (isReplace) replaceNext(this.#view);
      else if (event.shiftKey) findPrevious(this.#view);
      else findNext(this.#view);
      event.preventDefault();
    } else if (event.key === 'Tab' && !this.#replaceRow.hidden) {
      const at = this.#tabOrder.findIndex((control) => control === event.target);
      const next = at < 0 ? undefined : this.#tabOrder[at + (event.shiftKey ? -1 : 1)];
      next?.focus();
      if (next instanceof HTMLInputElement) next.select();
      if (next) event.preventDefault();
    } else {
      const { caseSensitive: c, wholeWord: w, regexp: r } = this.#toggles;
      const byKey: Readonly<Record<string, HTMLButtonElement>> = { c, w, r };
      const toggle = byKey[findToggleKey(event)];
      toggle?.click();
      if (toggle) event.preventDefault();
    }
  }

  #toggle(sign: string, label: string, key: string): HTMLButtonElement {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'find-toggle';
    element.dataset['sign'] = sign; // drawn by the style: screen readers have the label
    element.title = `${label} (${keyName(key)})`;
    element.ariaLabel = label;
    element.ariaPressed = 'false';
    element.addEventListener('click', () => {
      element.ariaPressed = String(element.ariaPressed !== 'true');
      this.#commit();
    });
    return element;
  }

  #button(
    name: 'up' | 'down' | 'close' | 'replace' | 'replaceAll',
    label: string,
    key: string,
    run: (view: EditorView) => boolean,
  ): HTMLButtonElement {
    return button({
      icon: name,
      label,
      title: `${label} (${keyName(key)})`,
      run: () => {
        run(this.#view);
      },
    });
  }
}

function textBox(label: string, commit: () => void): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'text';
  input.placeholder = label;
  input.ariaLabel = label;
  input.spellcheck = false;
  input.addEventListener('input', commit);
  return input;
}
