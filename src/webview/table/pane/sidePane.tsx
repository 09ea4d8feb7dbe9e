// pane/ is what is beside the grid, and does not know it. The pane shows one thing at a time: a person, the summary of a
// column, the columns, or the file's problems.
import type { RefObject } from 'preact';
import type { TableFilter } from '#protocol/tableMessages.ts';
import { Button } from '#webview/elements/button.tsx';
import { memo } from '#webview/elements/memo.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { ColumnList, type ColumnListActions } from './columnList.tsx';
import { ColumnSummary } from './columnSummary.tsx';
import { PersonDetails } from './personDetails.tsx';
import { SidePaneEdge } from './sidePaneEdge.tsx';
import type { PaneState } from '#webview/table/state/tableState.ts';

export interface SidePaneActions extends ColumnListActions {
  readonly onFilter: (filter: TableFilter) => void;
  readonly onCopy: (text: string) => void;
  readonly onClose: () => void;
}

interface SidePaneProps {
  readonly pane: PaneState | undefined;
  /** Whether the pane speaks of persons; otherwise of rows. */
  readonly holdsPersons: boolean;
  readonly layout: ColumnLayout;
  /** Changes with the layout. */
  readonly layoutVersion: number;
  readonly contentRef: RefObject<HTMLDivElement | null>;
  readonly actions: SidePaneActions;
}

export const SidePane = memo(({ pane, holdsPersons, layout, contentRef, actions }: SidePaneProps) => {
  const title = pane ? paneTitle(pane, layout, holdsPersons) : '';
  return (
    <aside
      class="pane"
      aria-labelledby="pane-title"
      hidden={!pane}
      onKeyDown={({ key }) => {
        if (key === 'Escape') actions.onClose();
      }}
    >
      <SidePaneEdge />
      <div class="pane-head">
        <h2 class="pane-title" id="pane-title" title={title}>
          {title}
        </h2>
        <Button icon="close" label={t('Close')} title={t('Close (Escape)')} onClick={actions.onClose} />
      </div>
      <div
        key={pane?.kind} // another kind starts at the top
        ref={contentRef}
        class="pane-content"
        role="group"
        tabIndex={0}
        aria-labelledby="pane-title"
      >
        {pane && <PaneContent pane={pane} holdsPersons={holdsPersons} layout={layout} actions={actions} />}
      </div>
    </aside>
  );
});

/** The search of the columns, or the content itself. */
export function focusPane(content: HTMLElement | null): void {
  (content?.querySelector<HTMLElement>('.column-tools .input') ?? content)?.focus();
}

interface PaneContentProps {
  readonly pane: PaneState;
  readonly holdsPersons: boolean;
  readonly layout: ColumnLayout;
  readonly actions: SidePaneActions;
}

function PaneContent({ pane, holdsPersons, layout, actions }: PaneContentProps) {
  switch (pane.kind) {
    case 'person': {
      if (!pane.cells) return null;
      const properties = pane.cells.map(({ column, text }) => ({ column, text, name: layout.name(column) }));
      return (
        <PersonDetails
          properties={properties}
          holdsPersons={holdsPersons}
          onCopy={actions.onCopy}
          onFilter={({ column, text }) => actions.onFilter({ column, test: 'is', value: text })}
        />
      );
    }
    case 'summary': {
      const { summary, column } = pane;
      if (!summary) return <p class="faint">{t('Counting…')}</p>;
      const showPersons = (value: string) => actions.onFilter({ column, test: 'is', value });
      return <ColumnSummary summary={summary} holdsPersons={holdsPersons} onValue={showPersons} />;
    }
    case 'columns':
      return <ColumnList layout={layout} actions={actions} />;
    case 'problems':
      return (
        <ul class="problem-list">
          {pane.sentences.map((sentence, index) => (
            <li key={index}>{sentence}</li>
          ))}
        </ul>
      );
  }
}

function paneTitle(pane: PaneState, layout: ColumnLayout, holdsPersons: boolean): string {
  switch (pane.kind) {
    case 'person':
      return holdsPersons
        ? t('Person {0}', formatCount(pane.position + 1))
        : t('Row {0}', formatCount(pane.position + 1));
    case 'summary':
      return layout.label(pane.column);
    case 'columns':
      return t('Columns');
    case 'problems':
      return t('Problems in the File');
  }
}
