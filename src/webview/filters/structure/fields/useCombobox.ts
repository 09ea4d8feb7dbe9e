// A field with a list of suggestions: what the keys and the mouse do. The focus stays in the field.
import type { RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { type FilterValue, partsOf } from '#filters/filterShape.ts';
import { expressionType } from '#filters/parseFilterShape.ts';
import { formatRelativeDate, parseRelativeDate } from '#filters/parseRelativeDate.ts';
import { foldText } from '#text/foldText.ts';
import { hasTypedAccents, matchDistance, nearestMatches } from '#text/nearestMatches.ts';
import { t } from '#webview/elements/translate.ts';
import type { StructureContext } from '#webview/filters/structure/state/structureContext.ts';

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

// Suggestions for the structure's fields: names and values used in the document and the project. Those of
// the project come from editors/filters/suggestedNames.ts.
export interface Suggestion {
  /** What the field gets. */
  readonly value: string;
  /** The name that is shown in place of the value. */
  readonly name?: string;
  /** The details that are shown beside it. */
  readonly details?: string;
  /** It is what the typed words mean: the first one, which Enter takes, and leaving the field. */
  readonly isMeant?: boolean;
}

type Known = Pick<StructureContext, 'shape' | 'names'>;

const maxSuggestions = 200;
/** A name with other accents comes after that with the typed ones, and before longer names. */
const otherAccentsDistance = 0.5;

/** Suggestions that match what is typed, the nearest first, each once. */
export function matchingSuggestions(
  typed: string,
  suggestions: readonly Suggestion[],
): readonly Suggestion[] {
  const text = foldText(typed.trim());
  const known = new Map(suggestions.map((one) => [one.value, one] as const));
  known.delete('');
  const distanceOf = (suggestion: Suggestion): number | undefined => {
    const distances = shownTexts(suggestion).flatMap((shown) => matchDistance(text, shown) ?? []);
    if (distances.length === 0) return undefined;
    return Math.min(...distances) + (isAsTyped(typed, suggestion) ? 0 : otherAccentsDistance);
  };
  const found = text === '' ? [...known.values()] : nearestMatches([...known.values()], distanceOf);
  return found.slice(0, maxSuggestions);
}

/** Whether what is typed and the suggestion that it matches have the same accents: otherwise another name may be meant. */
export function isAsTyped(typed: string, suggestion: Suggestion | undefined): boolean {
  return suggestion !== undefined && shownTexts(suggestion).some((shown) => hasTypedAccents(typed, shown));
}

function shownTexts({ value, name = '', details = '' }: Suggestion): readonly string[] {
  return [value, name, details];
}

/** @param own the field's value, which is written at each key: it suggests the others */
export function suggestProperties({ shape, names }: Known, own: FilterValue): readonly Suggestion[] {
  const keys = [...(shape.group ? partsOf(shape.group) : [])].flatMap((item) =>
    item.kind === 'property' && item.type !== expressionType && item.key !== own ? [item.key.text] : [],
  );
  return suggestValues([...keys, ...names.properties]);
}

/** @param own the field's value, which is written at each key: it suggests the others */
export function suggestEvents({ shape, names }: Known, own: FilterValue): readonly Suggestion[] {
  const keys = [...(shape.group ? partsOf(shape.group) : [])].flatMap((item) =>
    item.kind === 'behavior' && item.eventType !== 'actions' && item.key !== own ? [item.key.text] : [],
  );
  return suggestValues([...keys, ...names.events]);
}

export function suggestActions({ names }: Known): readonly Suggestion[] {
  return [...names.actions].map(([id, name]) => ({ value: String(id), name, details: t('#{0}', id) }));
}

export function suggestValues(values: readonly string[]): readonly Suggestion[] {
  return values.map((value) => ({ value }));
}

const relativeDates = ['-1d', '-7d', '-30d', '-90d', '-1y'];

/** `-7d`, with `7 days ago` beside it; before them `14 days ago → -14d` for what is typed. */
export function suggestDates(typed: string): readonly Suggestion[] {
  const meant = parseRelativeDate(typed, t);
  const others = relativeDates.map((value) => ({
    value,
    details: formatRelativeDate({ kind: 'text', text: value }, t) ?? '',
  }));
  if (meant === undefined) return others;
  const first = { value: meant, name: `${typed.trim()} → ${meant}`, isMeant: true };
  return [first, ...others.filter(({ value }) => value !== meant)];
}
