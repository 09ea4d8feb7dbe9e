// What a table is narrowed to and sorted by, as its page saves it: columns by name, so that it fits the file after a reload.
import type { TableQuery } from '#protocol/tableMessages.ts';
import { fieldOf } from '#webview/table/columns/savedLayout.ts';
import { asFilterTest } from '#webview/table/filters/filterTestLabels.ts';

/** What is saved beside the layout. */
export function toSavedQuery({ search, filters, sort, group }: TableQuery, names: readonly string[]): object {
  const name = (column: number) => names[column] ?? '';
  return {
    search,
    filters: filters.map(({ column, ...rest }) => ({ name: name(column), ...rest })),
    sort: sort && { name: name(sort.column), isDescending: sort.isDescending },
    group: group === undefined ? undefined : name(group),
  };
}

/** The query in the page's saved state, without what is about columns that are not there. */
export function readSavedQuery(saved: unknown, names: readonly string[]): TableQuery {
  const query = fieldOf(saved, 'query');
  const [search, filters, sort, group] = ['search', 'filters', 'sort', 'group'].map((name) =>
    fieldOf(query, name),
  );
  const columnOf = (name: unknown) => names.findIndex((one) => one === name);
  const [sorted, grouped] = [columnOf(fieldOf(sort, 'name')), columnOf(group)];
  return {
    search: textOf(search),
    filters: (Array.isArray(filters) ? filters : []).flatMap((filter: unknown) => {
      const column = columnOf(fieldOf(filter, 'name'));
      const test = asFilterTest(textOf(fieldOf(filter, 'test')));
      return column < 0 ? [] : [{ column, test, value: textOf(fieldOf(filter, 'value')) }];
    }),
    ...(sorted < 0 ? {} : { sort: { column: sorted, isDescending: fieldOf(sort, 'isDescending') === true } }),
    ...(grouped < 0 ? {} : { group: grouped }),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
