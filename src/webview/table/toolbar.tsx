// What can be done with the table, above it.
import type { RefObject } from 'preact';
import { Button } from '#webview/elements/button.tsx';
import { memo } from '#webview/elements/memo.ts';
import { t } from '#webview/elements/translate.ts';
import type { PersonsAction } from './personsBanner.tsx';
import { SearchField, type SearchActions } from './searchField.tsx';

export interface ToolbarActions extends SearchActions {
  readonly onFilter: () => void;
  readonly onPerson: () => void;
  readonly onSummary: () => void;
  readonly onColumns: () => void;
  readonly onPersons: (action: PersonsAction) => void;
}

interface ToolbarProps {
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** A change empties the search field. */
  readonly reading: number;
  /** The rows are the first persons of a cohort, and no file of the person's. */
  readonly isOfCohort: boolean;
  readonly holdsPersons: boolean;
  readonly actions: ToolbarActions;
}

export const Toolbar = memo(({ searchRef, reading, isOfCohort, holdsPersons, actions }: ToolbarProps) => (
  <div class="toolbar" role="toolbar" aria-label={t('Table')}>
    <SearchField key={reading} inputRef={searchRef} actions={actions} />
    <Button icon="filter" label={t('Filter')} showsLabel onClick={actions.onFilter} />
    {holdsPersons && <Button icon="person" label={t('Person')} showsLabel onClick={actions.onPerson} />}
    <Button icon="summary" label={t('Summary')} showsLabel onClick={actions.onSummary} />
    <Button icon="columns" label={t('Columns')} showsLabel onClick={actions.onColumns} />
    <div class="space" />
    {isOfCohort && (
      <>
        <Button icon="refresh" label={t('Refresh')} showsLabel onClick={() => actions.onPersons('refresh')} />
        <Button
          icon="open"
          label={t('Edit Filters')}
          showsLabel
          onClick={() => actions.onPersons('editFilters')}
        />
      </>
    )}
  </div>
));
