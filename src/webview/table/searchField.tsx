import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '#webview/elements/icon.tsx';
import { holdsMod, keyName, pressedKey } from '#webview/elements/pressedKey.ts';
import { t } from '#webview/elements/translate.ts';

/** Ctrl+F is for the table's own search. */
export function listenForFind(field: RefObject<HTMLInputElement | null>): void {
  document.addEventListener('keydown', (event) => {
    if (!holdsMod(event) || event.altKey || pressedKey(event) !== 'f') return;
    event.preventDefault();
    event.stopPropagation();
    field.current?.focus();
    field.current?.select();
  });
}

export interface SearchActions {
  /** May be called again with the same text. */
  readonly onSearch: (text: string) => void;
  /** Arrow down: the focus goes to the rows. */
  readonly onLeaveSearch: () => void;
}

interface SearchFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly actions: SearchActions;
}

/** A search reads the whole file, so it starts when typing pauses. */
const searchDelayMs = 250;

export function SearchField({ inputRef, actions }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string): void => {
    clearTimeout(timer.current);
    actions.onSearch(text);
  };

  const searchLater = (input: HTMLInputElement): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(input.value), searchDelayMs);
  };

  const handleKey = (event: KeyboardEvent, input: HTMLInputElement): void => {
    if (event.key === 'Enter') search(input.value);
    else if (event.key === 'ArrowDown') actions.onLeaveSearch();
    else if (event.key === 'Escape' && input.value !== '') {
      input.value = '';
      search('');
    } else return;
    event.preventDefault();
  };

  return (
    <div class="search-box">
      <Icon name="find" />
      <input
        ref={inputRef}
        type="search"
        class="input search"
        placeholder={t('Search All Columns')}
        aria-label={t('Search All Columns')}
        title={t('Search All Columns ({0})', keyName('Mod+F'))}
        onInput={({ currentTarget }) => searchLater(currentTarget)}
        onKeyDown={(event) => handleKey(event, event.currentTarget)}
      />
    </div>
  );
}
