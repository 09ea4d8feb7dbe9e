// The filters that hold, and the form for one more.
import type { TableFilter } from '#protocol/table.ts';
import { block, button } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from './columnLabel.ts';
import type { ColumnLayout } from './columnLayout.ts';
import { words } from './tableElements.ts';

export interface FilterBarActions {
  readonly onChange: (filters: readonly TableFilter[]) => void;
  /** The form was left. */
  readonly onLeave: () => void;
}

export interface FilterBar {
  readonly element: HTMLElement;
  set(filters: readonly TableFilter[]): void;
  /** Opens the form for a column. */
  open(column: number): void;
}

type Test = TableFilter['test'];

/** What stands between the column and the value. */
function testWords(): readonly (readonly [Test, string])[] {
  return [
    ['contains', t('contains')],
    ['lacks', t('does not contain')],
    ['starts', t('starts with')],
    ['is', t('is')],
    ['isNot', t('is not')],
    ['atLeast', t('is at least')],
    ['atMost', t('is at most')],
    ['filled', t('is filled')],
    ['empty', t('is empty')],
  ];
}

const needsValue = (test: Test) => test !== 'filled' && test !== 'empty';

export function createFilterBar(layout: ColumnLayout, actions: FilterBarActions): FilterBar {
  let filters: readonly TableFilter[] = [];
  const chips = block('chips');
  chips.setAttribute('role', 'list');
  chips.setAttribute('aria-label', t('Filters'));
  const form = createForm(layout, {
    onAdd(filter) {
      actions.onChange([...filters, filter]);
      actions.onLeave();
    },
    onLeave() {
      draw();
      actions.onLeave();
    },
  });
  const element = block('filter-bar', chips, form.element);
  const draw = () => {
    chips.replaceChildren(
      ...filters.map((filter, at) =>
        createChip(layout, filter, () => {
          actions.onChange(filters.filter((_, index) => index !== at));
          actions.onLeave();
        }),
      ),
    );
    chips.hidden = filters.length === 0;
    element.hidden = filters.length === 0 && form.element.hidden;
  };
  draw();
  return {
    element,
    set(now) {
      filters = now;
      draw();
    },
    open(column) {
      form.open(column);
      draw();
    },
  };
}

function createChip(layout: ColumnLayout, filter: TableFilter, onRemove: () => void): HTMLElement {
  const test = testWords().find(([name]) => name === filter.test)?.[1] ?? '';
  const chip = block('chip');
  chip.setAttribute('role', 'listitem');
  const label = `${columnLabel(layout.name(filter.column), filter.column)} ${test} ${filter.value}`.trim();
  const text = words('span', label, 'chip-words');
  text.title = label;
  chip.append(text, button({ icon: 'close', label: t('Remove Filter: {0}', label), run: onRemove }));
  return chip;
}

interface FormActions {
  readonly onAdd: (filter: TableFilter) => void;
  readonly onLeave: () => void;
}

function createForm(layout: ColumnLayout, actions: FormActions) {
  const element = document.createElement('form');
  element.className = 'filter-form';
  element.hidden = true;
  const column = select(t('Column'));
  const test = select(t('Condition'));
  const value = document.createElement('input');
  value.className = 'input';
  value.ariaLabel = t('Value');
  value.placeholder = t('Value');
  const add = button({ label: t('Filter'), withWords: true, run: () => undefined });
  add.type = 'submit';
  add.classList.add('primary');
  const leave = () => {
    element.hidden = true;
    actions.onLeave();
  };
  element.append(column, test, value, add, button({ icon: 'close', label: t('Cancel'), run: leave }));
  test.addEventListener('change', () => (value.hidden = !needsValue(asTest(test.value))));
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = asTest(test.value);
    if (needsValue(chosen) && value.value === '' && chosen !== 'is' && chosen !== 'isNot')
      return value.focus();
    element.hidden = true;
    actions.onAdd({
      column: Number(column.value),
      test: chosen,
      value: needsValue(chosen) ? value.value : '',
    });
  });
  return {
    element,
    open(chosen: number) {
      column.replaceChildren(
        ...layout.visible.map((one) => option(String(one), columnLabel(layout.name(one), one))),
      );
      column.value = String(chosen);
      if (test.options.length === 0) test.append(...testWords().map(([name, label]) => option(name, label)));
      value.value = '';
      value.hidden = !needsValue(asTest(test.value));
      element.hidden = false;
      (value.hidden ? test : value).focus();
    },
  };
}

function asTest(value: string): Test {
  return testWords().find(([name]) => name === value)?.[0] ?? 'contains';
}

function select(label: string): HTMLSelectElement {
  const element = document.createElement('select');
  element.className = 'input';
  element.ariaLabel = label;
  return element;
}

function option(value: string, label: string): HTMLOptionElement {
  const element = words('option', label);
  element.value = value;
  return element;
}
