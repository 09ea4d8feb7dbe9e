// fields/ edits one value each, and knows no condition. This field takes a text or a number: each letter goes into the text
// immediately, as a value of the type that is there.
import { useState } from 'preact/hooks';
import type { FilterValue } from '#filters/filterShape.ts';
import { type TypeOptions, typeValue } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import {
  isOutdated,
  useStructure,
  type EditOptions,
  type Part,
} from '#webview/filters/structure/state/structureContext.ts';
import { SuggestionList } from './suggestionList.tsx';
import {
  comboboxAttributes,
  isAsTyped,
  matchingSuggestions,
  type Suggestion,
  useCombobox,
} from './useCombobox.ts';

export interface TextFieldOptions extends Pick<TypeOptions, 'prefersNumber'> {
  readonly label: string;
  readonly part: Part;
  readonly placeholder?: string;
  /** Read while their list is open. @param typed since it opened */
  readonly suggest?: (typed: string) => readonly Suggestion[];
  /** For names: Enter picks the first suggestion. A value may be any text, so Enter keeps what is typed. */
  readonly marksFirst?: boolean;
  readonly class?: string;
  /** Backspace or Delete was pressed in the empty field. */
  readonly onEmptied?: () => void;
  /** Enter finishes the value, and so does picking a suggestion: what is typed next is another one. */
  readonly onFinished?: (text: string) => void;
  /** Takes a pasted text instead of the field, or leaves it to the field. */
  readonly onPaste?: (text: string) => boolean;
}

type TextFieldProps = TextFieldOptions & { readonly value: FilterValue };

export function TextField(props: TextFieldProps) {
  const { value, label, part, placeholder = '', prefersNumber = false, suggest, onEmptied } = props;
  const structure = useStructure();
  const { isReadonly } = structure;
  const { draft, isMeant, combobox, ...input } = useTextInput(props);
  const isEmpty = value.kind === 'absent' || value.kind === 'null';
  const isNumber = value.kind === 'number' || (isEmpty && prefersNumber);
  const hint = value.kind === 'null' ? 'null' : placeholder;
  const longText = value.text.length > 30 ? value.text : undefined;

  const handleKey = (event: KeyboardEvent, field: HTMLInputElement): void => {
    if (combobox.handleKey(event)) return;
    if (event.key === 'Enter' && field.value !== '') input.finish(field);
    if (field.value !== '' || !onEmptied) return;
    if (event.key !== 'Backspace' && event.key !== 'Delete') return;
    event.preventDefault();
    onEmptied();
  };

  return (
    <>
      <input
        {...(suggest && comboboxAttributes(combobox))}
        ref={combobox.field}
        class={`field ${isNumber ? 'number' : ''} ${props.class ?? ''}`}
        type="text"
        inputMode={isNumber ? 'decimal' : undefined}
        spellcheck={false}
        autocomplete="off"
        aria-label={label}
        aria-invalid={draft !== undefined || structure.hasError(value.node) || undefined}
        data-part={part}
        data-draft={draft !== undefined ? '' : undefined} // a save applies it
        data-meant={isMeant ? '' : undefined} // a save applies what the words mean; the text has them already
        placeholder={isReadonly ? '' : hint}
        title={draft === undefined ? longText : t('Enter a number. The text keeps the last valid one.')}
        disabled={isReadonly}
        value={draft ?? (isEmpty ? '' : value.text)}
        onInput={({ currentTarget }) => input.type(currentTarget.value)}
        onChange={({ currentTarget }) => input.settle(currentTarget)}
        onBlur={input.leave}
        onReset={input.leave}
        onPaste={(event) => {
          if (props.onPaste?.(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
        }}
        onKeyDown={(event) => handleKey(event, event.currentTarget)}
      />
      {combobox.isOpen && <SuggestionList combobox={combobox} label={t('Suggestions')} />}
    </>
  );
}

function useTextInput({ value, prefersNumber = false, suggest, marksFirst, onFinished }: TextFieldProps) {
  const structure = useStructure();
  /** What is typed while it is not a number yet. */
  const [draft, setDraft] = useState<string>();
  const [isTyped, setTyped] = useState(false);
  const meantBy = (typed: string): string | undefined =>
    isTyped ? suggest?.(typed).find(({ isMeant }) => isMeant)?.value : undefined;
  const changeTo = (typed: string) =>
    typeValue(structure.shape, value, typed, { indent: structure.indent, prefersNumber });
  const apply = (typed: string, options?: EditOptions): void => {
    const change = changeTo(typed);
    setDraft(change ? undefined : typed);
    if (change) structure.edit(change, options);
  };
  const finish = (text: string): void => (onFinished && changeTo(text) ? onFinished(text) : apply(text));
  const combobox = useCombobox({
    suggest: suggest && ((query) => matchingSuggestions(query, suggest(query))),
    marksFirst: marksFirst ? isAsTyped : undefined,
    onPick: (picked) => finish(picked.value),
  });
  return {
    draft,
    /** The typed words mean another text, which is applied when the field is left. */
    isMeant: meantBy(value.text) !== undefined,
    combobox,
    type(typed: string) {
      setTyped(true);
      combobox.search(typed);
      apply(typed, { isTyping: true });
    },
    settle(input: HTMLInputElement) {
      const meant = meantBy(input.value);
      if (meant !== undefined && !isOutdated(structure, input)) apply(meant, { announcement: meant });
    },
    finish(input: HTMLInputElement) {
      const enter = new KeyboardEvent('keydown', { key: 'Enter' });
      if (onFinished && !isOutdated(structure, input, enter)) finish(input.value);
    },
    leave: () => {
      combobox.close();
      setDraft(undefined);
    },
  };
}
