// pane/ is what is beside the grid, and does not know it. The pane shows one thing at a time: a person, the summary of a
// column, the columns, or the file's problems.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TableFilter } from '#protocol/tableMessages.ts';
import { compareText } from '#text/foldText.ts';
import { displayLines } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';
import { Button } from '#webview/elements/button.tsx';
import { followPointer } from '#webview/elements/followPointer.ts';
import { memo } from '#webview/elements/memo.ts';
import { t } from '#webview/elements/translate.ts';
import { columnLabel, type ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import type { PaneState } from '#webview/table/tableState.ts';
import { ColumnList, type ColumnListActions } from './columnList.tsx';
import { ColumnSummaryPane } from './columnSummary.tsx';

const minWidthPx = 220;
const maxShare = 0.7;
const stepPx = 24;

/** The left edge of the pane, its parent, which it makes wider or narrower. */
function SidePaneEdge() {
  const edge = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(minWidthPx);
  useLayoutEffect(() => {
    const pane = edge.current?.parentElement;
    if (pane) setWidth(Math.round(widthOf(pane)));
  }, []);

  const resize = (pane: HTMLElement, px: number): void => {
    const allowed = Math.min(Math.max(px, minWidthPx), innerWidth * maxShare);
    pane.style.width = `${allowed}px`;
    setWidth(Math.round(allowed));
  };

  const startDrag = (event: PointerEvent): void => {
    const pane = edge.current?.parentElement;
    if (!pane) return;
    event.preventDefault();
    const widthPx = widthOf(pane);
    followPointer(event, (movedPx) => resize(pane, widthPx - movedPx));
  };

  const handleKey = (key: string, pane: HTMLElement | null): void => {
    const step = key === 'ArrowLeft' ? stepPx : key === 'ArrowRight' ? -stepPx : 0;
    if (pane && step !== 0) resize(pane, widthOf(pane) + step);
  };

  return (
    <div
      ref={edge}
      class="pane-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of the Pane')}
      aria-valuemin={minWidthPx}
      aria-valuemax={Math.round(innerWidth * maxShare)}
      aria-valuenow={width}
      onPointerDown={startDrag}
      onKeyDown={({ key, currentTarget }) => handleKey(key, currentTarget.parentElement)}
    />
  );
}

function widthOf(element: HTMLElement): number {
  return element.getBoundingClientRect().width;
}

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
      return <ColumnSummaryPane summary={summary} holdsPersons={holdsPersons} onValue={showPersons} />;
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

// One person with all filled properties, each in full.
interface Property {
  readonly column: number;
  readonly name: string;
  readonly text: string;
}

interface PropertyActions {
  readonly holdsPersons: boolean;
  readonly onCopy: (text: string) => void;
  readonly onFilter: (property: Property) => void;
}

const prefix = 'properties.';
/** UTF-16 units that are drawn; Copy has all of them. */
const maxValueLength = 100_000;

/** The service's own fields first, then the properties without their prefix, each sorted by name. */
function PersonDetails({
  properties,
  ...actions
}: PropertyActions & { readonly properties: readonly Property[] }) {
  if (properties.length === 0) return <p class="faint">{t('All cells of this row are empty.')}</p>;
  const sorted = properties.toSorted((one, other) => compareText(one.name, other.name));
  const fields = sorted.filter(({ name }) => !name.startsWith(prefix));
  const rest = sorted.filter(({ name }) => name.startsWith(prefix));
  return (
    <>
      <PropertyList title={actions.holdsPersons ? t('Person') : t('Row')} properties={fields} {...actions} />
      <PropertyList title={t('Properties')} properties={rest} {...actions} />
    </>
  );
}

interface PropertyListProps extends PropertyActions {
  readonly title: string;
  readonly properties: readonly Property[];
}

function PropertyList({ title, properties, ...actions }: PropertyListProps) {
  if (properties.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl class="properties">
        {properties.map((property) => (
          <PropertyRow key={property.column} property={property} {...actions} />
        ))}
      </dl>
    </>
  );
}

function PropertyRow({
  property,
  holdsPersons,
  onCopy,
  onFilter,
}: PropertyActions & { readonly property: Property }) {
  const name = columnLabel(property.name, property.column);
  const shortName = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return (
    <>
      <dt title={name}>{shortName}</dt>
      <dd>
        <span class="value">{displayLines(property.text, maxValueLength)}</span>
        <div class="value-actions">
          <Button icon="copy" label={t('Copy {0}', shortName)} onClick={() => onCopy(property.text)} />
          <Button
            icon="filter"
            label={t('Filter by {0}', shortName)}
            title={holdsPersons ? t('Show Persons with This Value') : t('Show Rows with This Value')}
            onClick={() => onFilter(property)}
          />
        </div>
      </dd>
    </>
  );
}
