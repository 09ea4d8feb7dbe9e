// Keys that work anywhere in the structure. VS Code gets every key event of the page, so what is handled here must not
// reach it.
import type { FilterItem } from '#filters/filterShape.ts';
import { holdsMod, isMac, pressedKey } from '#webview/elements/pressedKey.ts';
import type { Part } from '#webview/filters/structure/state/structureContext.ts';

export interface StructureKeyOptions {
  readonly element: HTMLElement;
  readonly isReadonly: boolean;
  /** Runs undo or redo of the document; false for any other key. */
  readonly historyKey: (event: KeyboardEvent) => boolean;
  /**
   * Opens the find panel of the text. `#find` of filtersPage.tsx moves the focus first, so that a field applies what was
   * typed.
   */
  readonly find: () => void;
  /** The item that the event happened in. */
  readonly item: FilterItem | undefined;
  readonly move: (item: FilterItem, direction: 1 | -1, part: Part) => void;
}

export function handleStructureKey(event: KeyboardEvent, options: StructureKeyOptions): void {
  if (isUndoInField(event)) return event.stopPropagation();
  const { key, altKey, shiftKey, ctrlKey, metaKey, target } = event;
  const direction = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
  const part = target instanceof HTMLElement ? (target.dataset['part'] ?? 'grip') : 'grip';
  const { item, isReadonly } = options;
  const isDraft = target instanceof HTMLInputElement && target.matches(drafts);
  if (isDraft ? isHistoryKey(event) : options.historyKey(event)) {
    event.preventDefault(); // a draft has nothing to redo
    // Discards a draft, and closes the suggestions for a text that goes.
    if (target instanceof HTMLInputElement && (!isDraft || isUndo(event)))
      target.dispatchEvent(new Event('reset'));
  } else if (isFindKey(event)) {
    event.preventDefault();
    options.find();
  } else if (direction && altKey && !shiftKey && !ctrlKey && !metaKey && item && !isReadonly) {
    event.preventDefault(); // a select would open
    if (item.path.length > 1) options.move(item, direction, part);
  } else if (direction && part === 'grip' && target instanceof HTMLElement) {
    event.preventDefault();
    const grips = [...options.element.querySelectorAll<HTMLElement>('[data-part=grip]')];
    grips[grips.indexOf(target) + direction]?.focus();
  }
  if (event.defaultPrevented) event.stopPropagation();
}

/** Find, and Replace, which is in the same panel. */
function isFindKey(event: KeyboardEvent): boolean {
  const key = pressedKey(event);
  const isReplace = isMac ? key === 'f' && event.altKey : key === 'h' && !event.altKey;
  return holdsMod(event) && !event.shiftKey && (isReplace || (key === 'f' && !event.altKey));
}

function isUndo(event: KeyboardEvent): boolean {
  return !event.shiftKey && pressedKey(event) === 'z';
}

/** Undo or redo, and Cmd+Y of a Mac, which is neither. */
function isHistoryKey(event: KeyboardEvent): boolean {
  return holdsMod(event) && !event.altKey && ['y', 'z'].includes(pressedKey(event));
}

/** JSON that is not applied yet is undone in its field, by the browser. */
function isUndoInField(event: KeyboardEvent): boolean {
  const { target } = event;
  const isDraft = target instanceof HTMLTextAreaElement && target.dataset['draft'] !== undefined;
  return isDraft && isHistoryKey(event);
}

/** Fields with what the text does not have yet: half a number, half a name, a new value of a list. */
const drafts = '.chip-add:not(:placeholder-shown), input[data-draft]:not(.cohort-name:placeholder-shown)';

/**
 * Divides typing in fields into runs. One undo takes back a whole run, as in any text field. A run ends where the cursor
 * moves, a word begins, or a person does something else.
 */
export class FieldTyping {
  #run = 0;
  #last: { readonly field: EventTarget; readonly inputType: string; readonly at: number | null } | undefined;

  /** @param element what the fields are in */
  constructor(element: HTMLElement) {
    element.addEventListener('beforeinput', (event) => {
      if (!this.#continues(event)) this.#run++;
    });
    element.addEventListener('input', (event) => {
      const { target: field } = event;
      const isTyped = event instanceof InputEvent && field instanceof HTMLInputElement;
      this.#last = isTyped ? { field, inputType: event.inputType, at: field.selectionEnd } : undefined;
    });
  }

  get run(): number {
    return this.#run;
  }

  #continues({ target: field, inputType, data, isComposing }: InputEvent): boolean {
    const last = this.#last;
    if (!(field instanceof HTMLInputElement) || last?.field !== field) return false;
    if (last.inputType !== inputType || inputType === 'insertFromPaste') return false;
    const { value, selectionStart: start, selectionEnd: end } = field;
    const beginsWord = /^\S/.test(data ?? '') && /\s$/.test(value.slice(0, start ?? 0));
    return last.at === end && (start === end || isComposing) && !beginsWord;
  }
}
