// A text that becomes a field when it is clicked. Enter saves it, Escape leaves it as it was.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '#webview/elements/translate.ts';

interface InlineEditProps {
  /** What the text is, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly canEdit: boolean;
  /** Nothing empty is saved. */
  readonly isRequired?: boolean;
  /** Shift+Enter begins another line. */
  readonly isMultiline?: boolean;
  /** @param before the value when the person began to edit; it may have changed since */
  readonly onSave: (value: string, before: string) => void;
  /** The whole text for the hover, where the shown one may be cut. */
  readonly whole?: string;
  /** How the value is shown. */
  readonly children: ComponentChildren;
}

export function InlineEdit(props: InlineEditProps) {
  const { label, canEdit, whole, children } = props;
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
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

function Field({
  label,
  value,
  isRequired,
  isMultiline,
  onSave,
  onClose,
}: InlineEditProps & { readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [before] = useState(value);
  /** A field changes line breaks, which is no edit. */
  const shownFirst = useRef(before);
  useEffect(() => {
    if (field.current) shownFirst.current = field.current.value;
    field.current?.focus();
    field.current?.select();
  }, []);
  const save = (): void => {
    const typed = field.current?.value.trim() ?? before;
    const isRefused = isRequired && typed === '';
    if (!isRefused && typed !== shownFirst.current.trim()) onSave(typed, before);
    onClose();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || (isMultiline && event.shiftKey)) return;
    event.preventDefault();
    save();
  };
  const common = {
    ref: field,
    class: 'input inline-field',
    defaultValue: before,
    'aria-label': label,
    onKeyDown: handleKey,
    onBlur: () => {
      if (document.activeElement !== field.current) save(); // else the window has lost the focus, and the field keeps it
    },
  };
  return isMultiline ? <textarea {...common} rows={3} /> : <input {...common} type="text" />;
}
