// The page around the grid.
import type { RefObject } from 'preact';
import { t } from '#webview/elements/translate.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { FileBanner } from './fileBanner.tsx';
import { FilterBar, type FilterBarActions } from '#webview/table/filters/filterBar.tsx';
import { PersonsBanner } from './personsBanner.tsx';
import { SidePane, type SidePaneActions } from '#webview/table/pane/sidePane.tsx';
import { StatusLine } from './statusLine.tsx';
import type { TableState } from '#webview/table/state/tableState.ts';
import { Toolbar, type ToolbarActions } from './toolbar.tsx';

export interface TableActions {
  readonly toolbar: ToolbarActions;
  readonly filterBar: FilterBarActions;
  readonly pane: SidePaneActions;
  readonly onReload: () => void;
  readonly onProblems: () => void;
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
        holdsPersons={state.holdsPersons}
        actions={actions.toolbar}
      />
      <FilterBar
        layout={layout}
        layoutVersion={state.layoutVersion}
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
      <StatusLine state={state} onProblems={actions.onProblems} />
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
