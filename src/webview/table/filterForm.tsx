import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TableFilter } from '#protocol/table.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from './columnLabel.ts';
import type { ColumnLayout } from './columnLayout.ts';
import { allowsEmptyValue, asFilterTest, filterTests, takesValue, type FilterTest } from './filterTests.ts';

interface FilterFormProps {
  readonly layout: ColumnLayout;
  /** Chosen at first. */
  readonly column: number;
  readonly onAdd: (filter: TableFilter) => void;
  readonly onCancel: () => void;
}

export function FilterForm({ layout, column: firstColumn, onAdd, onCancel }: FilterFormProps) {
  const [column, setColumn] = useState(firstColumn);
  const [test, setTest] = useState<FilterTest>('contains');
  const [value, setValue] = useState('');
  const valueField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => valueField.current?.focus(), []);

  const submit = (event: Event): void => {
    event.preventDefault();
    if (!takesValue(test)) return onAdd({ column, test, value: '' });
    if (value !== '' || allowsEmptyValue(test)) return onAdd({ column, test, value });
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
        options={layout.visible.map((each) => [String(each), columnLabel(layout.name(each), each)])}
        onSelect={(chosen) => setColumn(Number(chosen))}
      />
      <Select
        label={t('Condition')}
        value={test}
        options={[...filterTests()]}
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

interface SelectProps {
  readonly label: string;
  readonly value: string;
  /** Values with their labels. */
  readonly options: readonly (readonly [string, string])[];
  readonly onSelect: (value: string) => void;
}

function Select({ label, value, options, onSelect }: SelectProps) {
  return (
    <select
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
