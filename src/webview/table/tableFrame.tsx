// The page around the grid.
import type { RefObject } from 'preact';
import type { ShownPersons, TableWebviewMessage } from '#protocol/tableMessages.ts';
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { LiveRegion } from '#webview/elements/liveRegion.tsx';
import { t } from '#webview/elements/translate.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { FilterBar, type FilterBarActions } from './filterBar.tsx';
import { SidePane, type SidePaneActions } from '#webview/table/pane/sidePane.tsx';
import type { FileState, TableState } from './tableState.ts';
import { rowCountText } from './rowCountText.ts';
import { SearchField, type SearchActions } from './searchField.tsx';

export interface TableActions {
  readonly toolbar: ToolbarActions;
  readonly filterBar: FilterBarActions;
  readonly pane: SidePaneActions;
  readonly onReload: () => void;
  readonly onProblems: () => void;
  readonly onReopenWith: () => void;
}

/** The elements that the page's code needs itself. */
export interface TableRefs {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly paneContent: RefObject<HTMLDivElement | null>;
}

interface TableFrameProps {
  readonly fileName: string;
  readonly layout: ColumnLayout;
  readonly state: TableState;
  readonly actions: TableActions;
  readonly refs: TableRefs;
}

export function TableFrame({ fileName, layout, state, actions, refs }: TableFrameProps) {
  const { persons } = state;
  return (
    <>
      <h1 class="visually-hidden">{fileName}</h1>
      <Toolbar
        searchRef={refs.search}
        reading={state.reading}
        isOfCohort={persons !== undefined}
        isList={persons?.canRemove === true}
        holdsPersons={state.holdsPersons}
        actions={actions.toolbar}
      />
      <FilterBar
        layout={layout}
        filters={state.filters}
        group={state.group?.column}
        form={state.filterForm}
        actions={actions.filterBar}
      />
      {persons && <PersonsBanner persons={persons} onAction={actions.toolbar.onPersons} grid={refs.grid} />}
      <FileBanner fileState={state.fileState} onReload={actions.onReload} grid={refs.grid} />
      <div class="middle">
        <div class="grid-frame">
          <div
            ref={refs.grid}
            class="grid"
            hidden={state.unfit !== undefined}
            role={state.group ? 'treegrid' : 'grid'}
            tabIndex={0}
            aria-label={fileName}
            aria-readonly="true"
            aria-multiselectable="true"
          />
          <NoRows state={state} />
        </div>
        <SidePane
          pane={state.pane}
          holdsPersons={state.holdsPersons}
          layout={layout}
          layoutVersion={state.layoutVersion}
          contentRef={refs.paneContent}
          actions={actions.pane}
        />
      </div>
      <StatusLine state={state} onProblems={actions.onProblems} onReopenWith={actions.onReopenWith} />
    </>
  );
}

function NoRows({ state }: { readonly state: TableState }) {
  const { shownRows, isIndexed, isNarrowed, unfit, persons } = state;
  if (unfit !== undefined) return <p class="nothing">{unfit}</p>;
  if (shownRows > 0 || (!isIndexed && !isNarrowed)) return null;
  if (isNarrowed) return <p class="nothing">{t('No matching rows.')}</p>;
  return <p class="nothing">{persons ? persons.nothing : t('This file has no rows.')}</p>;
}

// A banner for a file that changed after it was read, or that could not be read to its end.
interface FileBannerProps {
  readonly fileState: FileState;
  readonly onReload: () => void;
  /** Takes the focus from the button, which goes once it is pressed. */
  readonly grid: RefObject<HTMLElement | null>;
}

function FileBanner({ fileState, onReload, grid }: FileBannerProps) {
  const reload = (): void => {
    onReload();
    grid.current?.focus();
  };
  return (
    <div class="banner" role="status" hidden={fileState === 'same'}>
      <Icon name="warning" />
      {fileState === 'gone' && <span>{t('The file was deleted. The table shows its last contents.')}</span>}
      {(fileState === 'changed' || fileState === 'broken') && (
        <>
          <span>
            {fileState === 'changed'
              ? t('The file has changed. Reload it to see its current contents.')
              : t('The file was not read to its end. Reload it to try again.')}
          </span>
          <Button icon="refresh" label={t('Reload')} showsLabel onClick={reload} />
        </>
      )}
    </div>
  );
}

// What can be done with the table, above it.
interface ToolbarActions extends SearchActions {
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
  /** The cohort is a list of persons, which no filters choose. */
  readonly isList: boolean;
  readonly holdsPersons: boolean;
  readonly actions: ToolbarActions;
}

function Toolbar({ searchRef, reading, isOfCohort, isList, holdsPersons, actions }: ToolbarProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label={t('Table')}>
      <SearchField key={reading} inputRef={searchRef} actions={actions} />
      <Button icon="filter" label={t('Filter')} showsLabel onClick={actions.onFilter} />
      {holdsPersons && <Button icon="person" label={t('Person')} showsLabel onClick={actions.onPerson} />}
      <Button icon="summary" label={t('Summary')} showsLabel onClick={actions.onSummary} />
      <Button icon="columns" label={t('Columns')} showsLabel onClick={actions.onColumns} />
      <div class="space" />
      {isOfCohort && (
        <>
          <Button
            icon="refresh"
            label={t('Refresh')}
            showsLabel
            onClick={() => actions.onPersons('refresh')}
          />
          {!isList && (
            <Button
              icon="open"
              label={t('Edit Filters')}
              showsLabel
              onClick={() => actions.onPersons('editFilters')}
            />
          )}
        </>
      )}
    </div>
  );
}

// Of a table that shows the first persons of a cohort: how many of how many, and the way to more.
type PersonsAction = Extract<TableWebviewMessage, { readonly type: 'persons' }>['action'];

interface PersonsBannerProps {
  readonly persons: ShownPersons;
  readonly onAction: (action: PersonsAction) => void;
  /** Takes the focus from a button that goes once it is pressed. */
  readonly grid: RefObject<HTMLElement | null>;
}

function PersonsBanner({ persons, onAction, grid }: PersonsBannerProps) {
  const { state, sentence, note, canLoadMore, help } = persons;
  const hasFailed = state === 'failed';
  const runAndLeave = (action: PersonsAction): void => {
    onAction(action);
    grid.current?.focus();
  };
  return (
    <div class="persons-banner" aria-busy={state === 'loading'}>
      <Icon name={hasFailed ? 'warning' : 'person'} />
      <span class="persons-text" role="status">
        {sentence}
        {note !== '' && <span class="faint">{note}</span>}
      </span>
      {state === 'loading' && <progress aria-label={sentence} />}
      {hasFailed && (
        <Button icon="refresh" label={t('Retry')} showsLabel onClick={() => runAndLeave('retry')} />
      )}
      {help !== undefined && <Button label={help} showsLabel onClick={() => onAction('help')} />}
      {canLoadMore && (
        <Button icon="add" label={t('Load More')} showsLabel onClick={() => runAndLeave('loadMore')} />
      )}
      <Button icon="down" label={t('Export All…')} showsLabel onClick={() => onAction('export')} />
    </div>
  );
}

// One line below the table: how many persons, the progress of work, the selection, and the file's problems.
interface StatusLineProps {
  readonly state: TableState;
  readonly onProblems: () => void;
  readonly onReopenWith: () => void;
}

function StatusLine({ state, onProblems, onReopenWith }: StatusLineProps) {
  return (
    <div class="status">
      <span class="status-rows">{rowCountText(state)}</span>
      {state.problemCount > 0 && state.unfit === undefined && (
        <ProblemsButton count={state.problemCount} onClick={onProblems} />
      )}
      <Progress indexShare={state.indexShare} queryShare={state.queryShare} />
      <span class="message" title={state.message}>
        {state.message}
      </span>
      <div class="space" />
      <span class="faint">{selectionText(state)}</span>
      {state.dialect !== '' && (
        <button type="button" class="button dialect" title={t('Reopen With…')} onClick={onReopenWith}>
          {state.dialect}
        </button>
      )}
      <LiveRegion announcement={state.announcement} />
    </div>
  );
}

function selectionText({ selectedRows, selectedColumns }: TableState): string {
  if (selectedRows * selectedColumns <= 1) return '';
  return t('{0} × {1} selected', formatCount(selectedRows), formatCount(selectedColumns));
}

function ProblemsButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const text = count === 1 ? t('1 problem') : t('{0} problems', formatCount(count));
  return (
    <button type="button" class="button problems" title={text} aria-label={text} onClick={onClick}>
      <Icon name="warning" />
      <span>{text}</span>
    </button>
  );
}

/** A query's progress is shown instead of that of the indexing. */
function Progress({ indexShare, queryShare }: Pick<TableState, 'indexShare' | 'queryShare'>) {
  const share = queryShare ?? indexShare;
  if (share === undefined) return null;
  const percent = formatPercent(Math.floor(share * 100), 100);
  const text = queryShare === undefined ? t('Indexing {0}', percent) : t('Searching {0}', percent);
  return (
    <div class="work">
      <progress max={1} value={share} aria-label={text} />
      <span>{text}</span>
    </div>
  );
}
