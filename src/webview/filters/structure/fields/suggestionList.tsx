// The list of suggestions below its field, which keeps the focus.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { displayText } from '#text/displayText.ts';
import type { Combobox } from './useCombobox.ts';

interface SuggestionListProps {
  readonly combobox: Combobox;
  readonly label: string;
}

/** Rendered only while the list is open. */
export function SuggestionList({ combobox, label }: SuggestionListProps) {
  const { id, field, suggestions, note, active } = combobox;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (list.current && field.current) placeBelow(list.current, field.current);
  });
  useLayoutEffect(() => {
    const option = list.current?.querySelector('[aria-selected=true]');
    (option ?? list.current)?.scrollIntoView({ block: 'nearest' });
  }, [suggestions.length, active]);
  return (
    <ul
      ref={list}
      class="suggestions"
      id={id}
      role="listbox"
      tabIndex={-1} // what scrolls is a stop of the Tab key by default
      aria-label={label}
      // The field must not lose the focus before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onClick={() => combobox.pick(suggestion)}
        >
          <span class="suggestion-name">{displayText(suggestion.name ?? suggestion.value)}</span>
          {suggestion.details && <span class="cohort-details">{suggestion.details}</span>}
        </li>
      ))}
      {note !== '' && (
        <li key="note" class="suggestions-note" role="presentation">
          {note}
        </li>
      )}
    </ul>
  );
}

const gapPx = 2;

/** Places the list by viewport coordinates, because a scrolling list around the field would cut it off. */
function placeBelow(list: HTMLElement, field: HTMLElement): void {
  const page = list.offsetParent;
  if (!page) return;
  const around = page.getBoundingClientRect();
  const { left, bottom } = field.getBoundingClientRect();
  const maxLeft = page.clientWidth - list.offsetWidth;
  list.style.left = `${Math.max(0, Math.min(left - around.left, maxLeft)) + page.scrollLeft}px`;
  list.style.top = `${bottom - around.top + page.scrollTop + gapPx}px`;
}
