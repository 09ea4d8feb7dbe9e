// A field with a list of suggestions: what the keys and the mouse do. The focus stays in the field.
import type { RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { Suggestion } from './suggestions.ts';

export interface ComboboxOptions {
  /** The best first; undefined for a field without a list. @param query what was typed since the list opened */
  readonly suggest: ((query: string) => readonly Suggestion[]) | undefined;
  readonly onPick: (picked: Suggestion, field: HTMLInputElement) => void;
  /** The list opens, or something else is typed. */
  readonly onSearch?: (query: string) => void;
  /** What the list opens for; by default it opens with all. */
  readonly draft?: string | undefined;
  /** A note below the suggestions, also where there are none. */
  readonly note?: string;
  /**
   * Whether Enter picks the first suggestion, as in VS Code; otherwise only one that is meant or was moved to. `first` is
   * undefined where none is there yet.
   */
  readonly marksFirst?: ((query: string, first: Suggestion | undefined) => boolean) | undefined;
}

export interface Combobox {
  readonly id: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isOpen: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly note: string;
  /** Index of the marked suggestion; −1 for none. */
  readonly active: number;
  readonly search: (query: string) => void;
  readonly close: () => void;
  readonly pick: (picked: Suggestion) => void;
  /** @returns whether the key was for the list */
  readonly handleKey: (event: KeyboardEvent) => boolean;
}

// oxlint-disable-next-line max-lines-per-function -- what a person can do with one state
export function useCombobox(options: ComboboxOptions): Combobox {
  const { suggest, draft = '', note = '', marksFirst, onPick, onSearch } = options;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(-1);
  const suggestions = query === undefined || !suggest ? [] : suggest(query);
  const isOpen = query !== undefined && (suggestions.length > 0 || note !== '');

  /** Enter changes nothing where nothing is typed. */
  const firstFor = (text: string): number => {
    if (text === '') return -1;
    const first = suggest?.(text)[0];
    return first?.isMeant === true || marksFirst?.(text, first) === true ? 0 : -1;
  };
  const search = (text: string): void => {
    if (!suggest) return;
    setQuery(text);
    setActive(firstFor(text));
    onSearch?.(text);
  };
  const close = (): void => setQuery(undefined);
  const pick = (picked: Suggestion): void => {
    close();
    if (field.current) onPick(picked, field.current);
  };
  /** Beyond the ends it marks none, where none may be marked. */
  const move = (step: 1 | -1): void => {
    const first = firstFor(query ?? '');
    const count = Math.max(1, suggestions.length - first);
    setActive(((active - first + step + count) % count) + first);
  };

  return {
    id,
    field,
    isOpen,
    suggestions,
    note,
    active,
    search,
    close,
    pick,
    handleKey(event) {
      const { key } = event;
      const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
      const marked = suggestions[active];
      if (!suggest) return false;
      if (isArrow && !event.altKey) {
        // With Alt it moves the condition.
        if (isOpen) move(key === 'ArrowDown' ? 1 : -1);
        else search(draft);
      } else if (key === 'Enter' && marked) {
        pick(marked);
      } else if (key === 'Escape' && isOpen) {
        close();
      } else {
        if (key === 'Enter') close();
        return false;
      }
      event.preventDefault();
      return true;
    },
  };
}

/** Attributes of the field's element, where it has a list. */
export function comboboxAttributes(combobox: Combobox, draft = '') {
  const { id, isOpen, suggestions, active } = combobox;
  return {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isOpen && suggestions[active] ? `${id}-${active}` : undefined,
    onFocus: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      if (currentTarget.value === '') combobox.search('');
    },
    onClick: () => {
      if (!isOpen) combobox.search(draft);
    },
  } as const;
}
