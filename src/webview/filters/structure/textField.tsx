// A field for a text or a number. Each letter goes into the text at once, as a value of the type that is there.
import { useState } from 'preact/hooks';
import type { FilterValue } from '#filters/shape.ts';
import { type TypeOptions, typeValue } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { useStructure, type Part } from './structureContext.ts';

export interface TextFieldOptions extends Pick<TypeOptions, 'prefersNumber'> {
  readonly label: string;
  readonly part: Part;
  readonly placeholder?: string;
  /** The id of a list of suggestions. */
  readonly list?: string | undefined;
  readonly class?: string;
  /** Backspace was pressed in the empty field. */
  readonly onEmptied?: () => void;
  /** Takes a pasted text instead of the field, or leaves it to the field. */
  readonly onPaste?: (text: string) => boolean;
}

export function TextField(props: TextFieldOptions & { readonly value: FilterValue }) {
  const { value, label, part, placeholder = '', prefersNumber = false, onEmptied } = props;
  const structure = useStructure();
  const { shape, indent, isReadonly } = structure;
  /** What is typed while it is no number yet. */
  const [draft, setDraft] = useState<string>();
  const isEmpty = value.kind === 'absent' || value.kind === 'null';
  const isNumber = value.kind === 'number' || (isEmpty && prefersNumber);
  const hint = value.kind === 'null' ? 'null' : placeholder;
  const longText = value.text.length > 30 ? value.text : undefined;

  const applyInput = (typed: string): void => {
    const change = typeValue(shape, value, typed, { indent, prefersNumber });
    setDraft(change ? undefined : typed);
    if (change) structure.edit(change, { isTyping: true });
  };

  const handleKey = (event: KeyboardEvent, typed: string): void => {
    if (event.key !== 'Backspace' || typed !== '' || !onEmptied) return;
    event.preventDefault();
    onEmptied();
  };

  return (
    <input
      class={`field ${isNumber ? 'number' : ''} ${props.class ?? ''}`}
      type="text"
      inputMode={isNumber ? 'decimal' : undefined}
      spellcheck={false}
      autocomplete="off"
      aria-label={label}
      aria-invalid={draft !== undefined || structure.hasError(value.node) || undefined}
      data-part={part}
      placeholder={isReadonly ? '' : hint}
      title={draft === undefined ? longText : t('Enter a number. The text keeps the last valid one.')}
      list={props.list}
      disabled={isReadonly}
      value={draft ?? (isEmpty ? '' : value.text)}
      onInput={({ currentTarget }) => applyInput(currentTarget.value)}
      onBlur={() => setDraft(undefined)}
      onPaste={(event) => {
        if (props.onPaste?.(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
      }}
      onKeyDown={(event) => handleKey(event, event.currentTarget.value)}
    />
  );
}
