// A text that becomes a field when it is clicked. Enter saves it, of several lines Ctrl+Enter; Escape leaves it as it was.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { displayText } from '#text/displayText.ts';
import { holdsMod, keyName } from '#webview/elements/pressedKey.ts';
import { t } from '#webview/elements/translate.ts';
import type { FieldEdits } from './fieldEdits.ts';

interface InlineEditProps {
  /** Its name in messages. */
  readonly field: string;
  readonly edits: FieldEdits;
  /** What the text is, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly canEdit: boolean;
  /** Nothing empty is saved. */
  readonly isRequired?: boolean;
  /** Enter begins another line. */
  readonly isMultiline?: boolean;
  /** What is typed is added to it, after a comma. */
  readonly isList?: boolean;
  /** @param before the value when the person began to edit; it may have changed since */
  readonly onSave: (value: string, before: string) => void;
  /** The whole text for the hover, where the shown one may be cut. */
  readonly whole?: string;
  /** How the value is shown. */
  readonly children: ComponentChildren;
}

export function InlineEdit(props: InlineEditProps) {
  const { field, edits, label, canEdit, whole, children } = props;
  const [isEditing, setEditing] = useState(() => edits.typed(field) !== undefined);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  useEffect(() => {
    if (!canEdit) setEditing(false);
  }, [canEdit]);
  if (!canEdit)
    return (
      <span class="inline-value" title={whole}>
        {children}
      </span>
    );
  if (isEditing) return <Field {...props} onClose={() => setEditing(false)} />;
  return (
    <button
      ref={button}
      type="button"
      class="inline-value editable"
      title={[...(whole === undefined ? [] : [whole]), t('Edit {0}', label)].join('\n')}
      onClick={() => setEditing(true)}
    >
      {children}
    </button>
  );
}

/** UTF-16 units of a text beside its field. */
const maxNoteLength = 400;

type FieldElement = HTMLInputElement & HTMLTextAreaElement;

type FieldProps = InlineEditProps & { readonly onClose: () => void };

function Field(props: FieldProps) {
  const { label, value, isMultiline } = props;
  const field = useRef<FieldElement>(null);
  const { first, before, isLeft, take, save, close } = useTyped(props, field);
  const common = {
    ref: field,
    class: 'input inline-field',
    defaultValue: first,
    'aria-label': label,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      if (event.key !== 'Enter' || (isMultiline && !holdsMod(event))) return;
      event.preventDefault();
      save();
    },
    onInput: take,
    onBlur: () => {
      // Nobody may know of a text that was left. Else the window has lost the focus, or the page its host.
      if (!isLeft && document.activeElement !== field.current && !field.current?.closest('[inert]')) save();
    },
  };
  return (
    <>
      {isMultiline ? <textarea {...common} rows={3} /> : <input {...common} type="text" />}
      {isMultiline && (
        <span class="faint field-note">{t('{0} to apply, Esc to revert', keyName('Mod+Enter'))}</span>
      )}
      {value !== before && (
        <span class="faint field-note" role="status">
          {t('The service now has: {0}', displayText(value, maxNoteLength) || t('(empty)'))}
        </span>
      )}
    </>
  );
}

/** What is typed into a field, from its first text to its end. */
function useTyped(props: FieldProps, field: RefObject<FieldElement | null>) {
  const { field: name, edits, value, isRequired, isList = false, onSave, onClose } = props;
  const [left] = useState(() => edits.typed(name));
  const [before] = useState(left?.before ?? value);
  /** A field changes line breaks, which is no edit. */
  const shownFirst = useRef(before.replaceAll(/\r\n?/g, '\n'));
  useEffect(() => {
    if (field.current) begin(field.current, left !== undefined, isList);
    if (field.current && !left) shownFirst.current = field.current.value;
  }, []);
  const close = (): void => {
    edits.close(name);
    onClose();
  };
  const save = (): void => {
    const text = (field.current?.value ?? shownFirst.current).trim(); // a field that Escape closes loses the focus last
    if ((text !== '' || !isRequired) && text !== shownFirst.current.trim()) {
      edits.sent({ field: name, text, before });
      onSave(text, before);
    }
    close();
  };
  const take = (): void => {
    const text = field.current?.value ?? before;
    edits.type({ field: name, text: text === shownFirst.current ? before : text, before });
  };
  return { first: left?.text ?? before, before, isLeft: left !== undefined, take, save, close };
}

/** Fields that open by themselves take the focus from nothing. Typing replaces nothing in them, nor in lists and long texts. */
function begin(field: HTMLInputElement | HTMLTextAreaElement, isLeft: boolean, isList: boolean): void {
  if (isLeft) {
    if (document.hasFocus() && document.activeElement === document.body) field.focus();
    return;
  }
  field.focus();
  if (isList && field.value !== '') field.value += ', ';
  if (isList || field instanceof HTMLTextAreaElement)
    field.setSelectionRange(field.value.length, field.value.length);
  else field.select();
}
