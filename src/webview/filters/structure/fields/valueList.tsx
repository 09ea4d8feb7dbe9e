// A list of values as chips: each can be edited and removed, and values can be added at the end.
import type { FilterValue } from '#filters/filterShape.ts';
import { withoutItem } from '#filters/itemEdits.ts';
import { addValues, setRaw } from '#filters/valueEdits.ts';
import { formatCount } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import {
  isOutdated,
  type StructureContext,
  useStructure,
} from '#webview/filters/structure/state/structureContext.ts';
import { JsonField } from './jsonField.tsx';
import { Choice } from './phrase.tsx';
import { SuggestionList } from './suggestionList.tsx';
import {
  type Combobox,
  comboboxAttributes,
  matchingSuggestions,
  type Suggestion,
  useCombobox,
} from './useCombobox.ts';
import { TextField, type TextFieldOptions } from './textField.tsx';

interface ValueListProps {
  readonly list: FilterValue;
  /** The ID of the item whose value the list is. */
  readonly itemId: string;
  /** Suggestions for a new value. */
  readonly suggest?: () => readonly Suggestion[];
}

export function ValueList({ list, itemId, suggest }: ValueListProps) {
  const structure = useStructure();
  const listId = `${itemId}-values`;
  const shown = structure.shownCount(listId);
  const hidden = list.items.length - shown;
  return (
    <span class="chips" role="group" aria-label={t('Values')}>
      {list.items.slice(0, shown).map((value, index) => (
        <ValueChip key={index} list={list} value={value} index={index} />
      ))}
      {hidden > 0 && (
        <button type="button" class="link" onClick={() => structure.showMore(listId)}>
          {t('{0} more…', formatCount(hidden))}
        </button>
      )}
      {!structure.isReadonly && <AddValueField list={list} suggest={suggest} />}
    </span>
  );
}

interface ValueChipProps {
  readonly list: FilterValue;
  readonly value: FilterValue;
  readonly index: number;
}

function ValueChip({ list, value, index }: ValueChipProps) {
  const structure = useStructure();
  const remove = () => removeValue(structure, list, index);
  // The text has the value since its last letter.
  const accept = () => structure.moveFocus({ path: list.path.slice(0, -1), part: 'add-value' });
  const isEditable = value.kind === 'text' || value.kind === 'number';
  return (
    <span class="chip">
      {isEditable ? (
        <TextField
          value={value}
          label={t('Value {0} of {1}', index + 1, list.items.length)}
          part={`value-${index}`}
          onEmptied={remove}
          onFinished={accept}
        />
      ) : (
        <span class="chip-literal">{value.text}</span>
      )}
      {!structure.isReadonly && (
        <button
          type="button"
          class="chip-remove"
          aria-label={t('Remove {0}', value.text)}
          title={t('Remove')}
          onClick={remove}
        >
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

interface AddValueFieldProps {
  readonly list: FilterValue;
  readonly suggest: ValueListProps['suggest'] | undefined;
}

function AddValueField({ list, suggest }: AddValueFieldProps) {
  const structure = useStructure();
  const count = list.items.length;
  const add = (input: HTMLInputElement, typed: string): void => {
    if (isOutdated(structure, input)) return;
    input.value = '';
    addLines(structure, list, typed);
  };
  const combobox = useCombobox({
    suggest: suggest && ((query) => matchingSuggestions(query, suggest().filter(isNewIn(list)))),
    onPick: ({ value }, input) => {
      input.value = value; // stays while the text is ahead
      add(input, value);
    },
  });
  return (
    <>
      <input
        {...(suggest && comboboxAttributes(combobox))}
        ref={combobox.field}
        class="field chip-add"
        type="text"
        spellcheck={false}
        autocomplete="off"
        aria-label={t('Add a value')}
        data-part="add-value"
        placeholder={count === 0 ? t('Add a value') : '+'}
        onInput={({ currentTarget }) => combobox.search(currentTarget.value)}
        onPaste={(event) => {
          const text = withPastedLines(event.currentTarget, event.clipboardData?.getData('text/plain') ?? '');
          if (text === undefined) return;
          event.preventDefault();
          add(event.currentTarget, text);
        }}
        onKeyDown={(event) => {
          const { currentTarget: input, key } = event;
          if (combobox.handleKey(event)) return;
          if (key === 'Enter') add(input, input.value);
          if (key !== 'Backspace' || input.value !== '' || count === 0) return;
          event.preventDefault();
          removeValue(structure, list, count - 1);
        }}
        onReset={({ currentTarget }) => discard(currentTarget, combobox)}
        onBlur={combobox.close}
        // Typed text is applied without Enter as well.
        onChange={({ currentTarget }) => add(currentTarget, currentTarget.value)}
      />
      {combobox.isOpen && <SuggestionList combobox={combobox} label={t('Suggestions')} />}
    </>
  );
}

function discard(input: HTMLInputElement, { close }: Combobox): void {
  input.value = '';
  close();
}

function isNewIn({ items }: FilterValue) {
  return ({ value }: Suggestion) => !items.some(({ text }) => text === value);
}

/** Each line becomes a value: lists are often pasted. */
function addLines(structure: StructureContext, list: FilterValue, typed: string): void {
  const values = splitPastedText(typed);
  if (values.length === 0) return;
  const change = addValues(structure.shape, list, values, { indent: structure.indent });
  structure.edit(change, { announcement: t('Added {0}', values.join(', ')) });
}

/** The focus stays in the list: on the value that moves up, else on the field that adds values. */
function removeValue(structure: StructureContext, list: FilterValue, index: number): void {
  const isLast = index === list.items.length - 1;
  structure.edit(withoutItem(structure.shape, [...list.path, index]), {
    focus: { path: list.path.slice(0, -1), part: isLast ? 'add-value' : `value-${index}` },
    announcement: t('Removed {0}', list.items[index]?.text ?? ''),
  });
}

/** The values that a text stands for. Blanks around pasted lines belong to none; a single text may have some. */
export function splitPastedText(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.map((line) => line.trim()) : lines;
}

/** What a paste makes of a field's text, whose line breaks the field would drop; undefined if there are none. */
export function withPastedLines(
  {
    value,
    selectionStart,
    selectionEnd,
  }: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  pasted: string,
): string | undefined {
  if (!/[\r\n]/.test(pasted.trim())) return undefined;
  return value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
}

// The control that fits a value's type.
const booleans = new Map([
  ['true', 'true'],
  ['false', 'false'],
]);

export function ValueField(props: TextFieldOptions & { readonly value: FilterValue }) {
  const structure = useStructure();
  const { value, label, part } = props;
  if (value.kind === 'boolean') {
    const choose = (raw: string) => structure.edit(setRaw(structure.shape, value.path, raw));
    return <Choice value={value.text} options={booleans} label={label} part={part} onChoose={choose} />;
  }
  const needsJson = value.kind === 'other' || value.kind === 'list';
  if (value.node && needsJson)
    return <JsonField node={value.node} path={value.path} label={t('{0} as JSON', label)} part={part} />;
  return <TextField {...props} />;
}
