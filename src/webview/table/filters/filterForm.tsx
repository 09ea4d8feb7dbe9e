import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TableFilter } from '#protocol/tableMessages.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import {
  allowsEmptyValue,
  asFilterTest,
  filterTestLabels,
  takesValue,
  type FilterTest,
} from './filterTestLabels.ts';

interface FilterFormProps {
  readonly layout: ColumnLayout;
  /** Chosen at first. */
  readonly column: number;
  /** Undefined for a new filter. */
  readonly edited: TableFilter | undefined;
  readonly onApply: (filter: TableFilter) => void;
  readonly onCancel: () => void;
}

export function FilterForm({ layout, column: firstColumn, edited, onApply, onCancel }: FilterFormProps) {
  const [column, setColumn] = useState(firstColumn);
  const [test, setTest] = useState<FilterTest>(edited?.test ?? 'contains');
  const [value, setValue] = useState(edited?.value ?? '');
  const { testField, valueField } = useFocusedField(test);
  // A filtered column can be hidden.
  const columns = layout.visible.includes(firstColumn) ? layout.visible : [...layout.visible, firstColumn];

  const submit = (event: Event): void => {
    event.preventDefault();
    if (!takesValue(test)) return onApply({ column, test, value: '' });
    if (value !== '' || allowsEmptyValue(test)) return onApply({ column, test, value });
    valueField.current?.focus();
  };

  return (
    <form
      class="filter-form"
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel();
      }}
    >
      <Select
        label={t('Column')}
        value={String(column)}
        options={columns.map((each) => [String(each), layout.label(each)])}
        onSelect={(chosen) => setColumn(Number(chosen))}
      />
      <Select
        field={testField}
        label={t('Condition')}
        value={test}
        options={[...filterTestLabels()]}
        onSelect={(chosen) => setTest(asFilterTest(chosen))}
      />
      <input
        ref={valueField}
        class="input"
        aria-label={t('Value')}
        placeholder={t('Value')}
        hidden={!takesValue(test)}
        value={value}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <button type="submit" class="button primary">
        <span>{t('Filter')}</span>
      </button>
      <Button icon="close" label={t('Cancel')} onClick={onCancel} />
    </form>
  );
}

/** What a person most likely changes has the focus at first. */
function useFocusedField(test: FilterTest) {
  const testField = useRef<HTMLSelectElement>(null);
  const valueField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    (takesValue(test) ? valueField : testField).current?.focus();
    valueField.current?.select();
  }, []);
  return { testField, valueField };
}

interface SelectProps {
  readonly field?: RefObject<HTMLSelectElement | null>;
  readonly label: string;
  readonly value: string;
  /** Values with their labels. */
  readonly options: readonly (readonly [string, string])[];
  readonly onSelect: (value: string) => void;
}

function Select({ field, label, value, options, onSelect }: SelectProps) {
  return (
    <select
      ref={field ?? null}
      class="input"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onSelect(currentTarget.value)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
