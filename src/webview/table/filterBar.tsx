// filters/ shows the active filters, and the form that adds or edits one. What they select is the host's to decide.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TableFilter } from '#protocol/tableMessages.ts';
import { displayText } from '#text/displayText.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import type { TableState } from './tableState.ts';

export interface FilterBarActions {
  readonly onFilters: (filters: readonly TableFilter[]) => void;
  /** Opens the form with the filter. */
  readonly onEdit: (filter: TableFilter) => void;
  /** Shows what the person has typed; undefined: closes the form. */
  readonly onForm: (form: TableState['filterForm']) => void;
  readonly onUngroup: () => void;
  readonly onOpenGroups: (isOpen: boolean) => void;
}

interface FilterBarProps {
  readonly layout: ColumnLayout;
  readonly filters: readonly TableFilter[];
  /** The column that the rows are grouped by. */
  readonly group: number | undefined;
  readonly form: TableState['filterForm'];
  readonly actions: FilterBarActions;
}

export function FilterBar({ layout, filters, group, form, actions }: FilterBarProps) {
  if (filters.length === 0 && group === undefined && !form) return null;
  const apply = (filter: TableFilter): void => {
    const isNew = !form?.edited || !filters.includes(form.edited);
    actions.onFilters(
      isNew ? [...filters, filter] : filters.map((one) => (one === form.edited ? filter : one)),
    );
    actions.onForm(undefined);
  };
  const remove = (filter: TableFilter): void => {
    actions.onFilters(filters.filter((other) => other !== filter));
    actions.onForm(undefined);
  };
  return (
    <div class="filter-bar">
      {filters.length > 0 && (
        <div class="chips" role="list" aria-label={t('Filters')}>
          {filters.map((filter, index) => (
            <FilterChip
              key={index}
              label={filterLabel(layout, filter)}
              onEdit={() => actions.onEdit(filter)}
              onRemove={() => remove(filter)}
            />
          ))}
        </div>
      )}
      {group !== undefined && <GroupChip label={layout.label(group)} actions={actions} />}
      {form && (
        <FilterForm
          key={form.id}
          layout={layout}
          draft={form.draft}
          onDraft={(draft) => actions.onForm({ ...form, draft })}
          onApply={apply}
          onCancel={() => actions.onForm(undefined)}
        />
      )}
    </div>
  );
}

interface GroupChipProps {
  readonly label: string;
  readonly actions: FilterBarActions;
}

function GroupChip({ label, actions }: GroupChipProps) {
  const words = t('Grouped by {0}', label);
  return (
    <div class="chips" role="group" aria-label={words}>
      <div class="chip">
        <span class="chip-words" title={words}>
          {words}
        </span>
        <Button icon="close" label={t('Ungroup')} onClick={actions.onUngroup} />
      </div>
      <Button label={t('Expand All')} showsLabel onClick={() => actions.onOpenGroups(true)} />
      <Button label={t('Collapse All')} showsLabel onClick={() => actions.onOpenGroups(false)} />
    </div>
  );
}

interface FilterChipProps {
  readonly label: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function FilterChip({ label, onEdit, onRemove }: FilterChipProps) {
  return (
    <div class="chip" role="listitem">
      <button type="button" class="chip-words" title={t('Edit Filter: {0}', label)} onClick={onEdit}>
        {label}
      </button>
      <Button icon="close" label={t('Remove Filter: {0}', label)} onClick={onRemove} />
    </div>
  );
}

function filterLabel(layout: ColumnLayout, { column, test, value }: TableFilter): string {
  const words = filterTestLabels().get(test) ?? test;
  return `${layout.label(column)} ${words} ${displayText(value)}`.trim();
}

interface FilterFormProps {
  readonly layout: ColumnLayout;
  readonly draft: TableFilter;
  readonly onDraft: (filter: TableFilter) => void;
  readonly onApply: (filter: TableFilter) => void;
  readonly onCancel: () => void;
}

function FilterForm({ layout, draft, onDraft, onApply, onCancel }: FilterFormProps) {
  const { column, test, value } = draft;
  const { testField, valueField } = useFocusedField(test);
  // A filtered column can be hidden.
  const columns = layout.visible.includes(column) ? layout.visible : [...layout.visible, column];
  const change = (part: Partial<TableFilter>): void => onDraft({ ...draft, ...part });

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
        onSelect={(chosen) => change({ column: Number(chosen) })}
      />
      <Select
        field={testField}
        label={t('Condition')}
        value={test}
        options={[...filterTestLabels()]}
        onSelect={(chosen) => change({ test: asFilterTest(chosen) })}
      />
      <input
        ref={valueField}
        class="input"
        aria-label={t('Value')}
        placeholder={t('Value')}
        hidden={!takesValue(test)}
        value={value}
        onInput={({ currentTarget }) => change({ value: currentTarget.value })}
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
    if (!document.hasFocus()) return; // a page that comes back leaves the focus where it is
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

// The labels of filter comparisons.
type FilterTest = TableFilter['test'];

function filterTestLabels(): ReadonlyMap<FilterTest, string> {
  return new Map([
    ['contains', t('contains')],
    ['lacks', t('doesn’t contain')],
    ['starts', t('starts with')],
    ['is', t('is')],
    ['isNot', t('is not')],
    ['atLeast', t('is at least')],
    ['atMost', t('is at most')],
    ['filled', t('is not empty')],
    ['empty', t('is empty')],
  ]);
}

function takesValue(test: FilterTest): boolean {
  return test !== 'filled' && test !== 'empty';
}

/** Whether the test makes sense with an empty value. */
function allowsEmptyValue(test: FilterTest): boolean {
  return test === 'is' || test === 'isNot';
}

export function asFilterTest(name: string): FilterTest {
  return [...filterTestLabels().keys()].find((test) => test === name) ?? 'contains';
}
