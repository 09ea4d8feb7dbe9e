// filters/ shows the active filters, and the form that adds or edits one. What they select is the host's to decide.
import { displayText } from '#text/displayText.ts';
import type { TableFilter } from '#protocol/tableMessages.ts';
import { Button } from '#webview/elements/button.tsx';
import { memo } from '#webview/elements/memo.ts';
import { t } from '#webview/elements/translate.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { FilterForm } from './filterForm.tsx';
import { filterTestLabels } from './filterTestLabels.ts';
import type { TableState } from '#webview/table/state/tableState.ts';

export interface FilterBarActions {
  readonly onFilters: (filters: readonly TableFilter[]) => void;
  /** Opens the form with the filter. */
  readonly onEdit: (filter: TableFilter) => void;
  readonly onCloseForm: () => void;
  readonly onUngroup: () => void;
  readonly onOpenGroups: (isOpen: boolean) => void;
}

interface FilterBarProps {
  readonly layout: ColumnLayout;
  /** Changes with the layout: labels may have changed. */
  readonly layoutVersion: number;
  readonly filters: readonly TableFilter[];
  /** The column that the rows are grouped by. */
  readonly group: number | undefined;
  readonly form: TableState['filterForm'];
  readonly actions: FilterBarActions;
}

export const FilterBar = memo(({ layout, filters, group, form, actions }: FilterBarProps) => {
  if (filters.length === 0 && group === undefined && !form) return null;
  const apply = (filter: TableFilter): void => {
    const isNew = !form?.edited || !filters.includes(form.edited);
    actions.onFilters(
      isNew ? [...filters, filter] : filters.map((one) => (one === form.edited ? filter : one)),
    );
    actions.onCloseForm();
  };
  const remove = (filter: TableFilter): void => {
    actions.onFilters(filters.filter((other) => other !== filter));
    actions.onCloseForm();
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
          column={form.column}
          edited={form.edited}
          onApply={apply}
          onCancel={actions.onCloseForm}
        />
      )}
    </div>
  );
});

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
