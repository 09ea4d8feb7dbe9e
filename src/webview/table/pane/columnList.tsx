// All columns: which of them show, and in which order. There may be thousands: only the visible rows are rendered.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { columnLabel, type ColumnLayout } from '#webview/table/columns/columnLayout.ts';

export interface ColumnListActions {
  /** The last visible column stays visible. */
  readonly onHide: (column: number, isHidden: boolean) => void;
  /** Moves a column by so many places. */
  readonly onMove: (column: number, step: number) => void;
  readonly onShowAll: () => void;
  /** Hides all but the active column. */
  readonly onHideOthers: () => void;
  /** Scrolls to a visible column. */
  readonly onGoTo: (column: number) => void;
}

interface ColumnListProps {
  readonly layout: ColumnLayout;
  readonly actions: ColumnListActions;
}

export function ColumnList({ layout, actions }: ColumnListProps) {
  const [search, setSearch] = useState('');
  const found = layout.find(search);
  return (
    <>
      <div class="column-tools">
        <input
          type="search"
          class="input"
          placeholder={t('Find a Column')}
          aria-label={t('Find a Column')}
          value={search}
          title={t('Find a Column (Enter goes to the first one)')}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={({ key }) => {
            const shown = found.find((column) => !layout.isHidden(column));
            if (key === 'Enter' && shown !== undefined) actions.onGoTo(shown);
          }}
        />
        <Button label={t('Show All')} showsLabel onClick={actions.onShowAll} />
        <Button
          label={t('Hide All')}
          title={t('Hide all columns but the active one')}
          showsLabel
          onClick={actions.onHideOthers}
        />
      </div>
      <ColumnRows found={found} layout={layout} actions={actions} />
    </>
  );
}

interface ColumnRowsProps extends ColumnListProps {
  readonly found: readonly number[];
}

function ColumnRows({ found, layout, actions }: ColumnRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [{ from, to }, setRange] = useState({ from: 0, to: 0 });
  const { length } = found;
  useLayoutEffect(() => {
    const scroller = list.current?.closest('.pane-content');
    if (!scroller) return undefined;
    const update = (): void => {
      const top = (list.current?.getBoundingClientRect().top ?? 0) - scroller.getBoundingClientRect().top;
      const next = listWindow(top, scroller.clientHeight, length);
      setRange((last) => (last.from === next.from && last.to === next.to ? last : next));
    };
    const sizes = new ResizeObserver(update);
    update();
    sizes.observe(scroller);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, [length]);
  const px = (rows: number): string => `${rows * listRowPx}px`;
  return (
    <ul
      ref={list}
      class="column-list"
      aria-label={t('Columns')}
      style={{ height: px(length), paddingTop: px(Math.min(from, length)) }}
    >
      {found.slice(from, to).map((column, at) => (
        <ColumnRow
          key={column}
          column={column}
          label={layout.label(column)}
          name={columnLabel(layout.name(column), column)}
          place={from + at + 1}
          count={length}
          isHidden={layout.isHidden(column)}
          actions={actions}
        />
      ))}
    </ul>
  );
}

interface ColumnRowProps {
  readonly column: number;
  readonly label: string;
  /** The full name. */
  readonly name: string;
  /** From 1, among `count`. */
  readonly place: number;
  readonly count: number;
  readonly isHidden: boolean;
  readonly actions: ColumnListActions;
}

function ColumnRow({ column, label, name, place, count, isHidden, actions }: ColumnRowProps) {
  const state = isHidden ? { disabled: true, title: t('This column is hidden.') } : {};
  return (
    <li aria-posinset={place} aria-setsize={count}>
      <label title={name}>
        <input
          type="checkbox"
          checked={!isHidden}
          onChange={({ currentTarget }) => actions.onHide(column, !currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <div class="column-moves">
        <Button icon="find" label={t('Go to {0}', label)} {...state} onClick={() => actions.onGoTo(column)} />
        <Button
          icon="up"
          label={t('Move {0} Left', label)}
          {...state}
          onClick={() => actions.onMove(column, -1)}
        />
        <Button
          icon="down"
          label={t('Move {0} Right', label)}
          {...state}
          onClick={() => actions.onMove(column, 1)}
        />
      </div>
    </li>
  );
}

/** The height of each row of a list that may be long, as table.css has it. */
export const listRowPx = 24;
/** Rows beyond the visible ones on either side: a key moves to them. */
const margin = 10;

/** The rows `[from, to)` to render of `count`. @param topPx where the list begins below the top of what scrolls it */
export function listWindow(topPx: number, visiblePx: number, count: number) {
  const first = Math.floor(-topPx / listRowPx) - margin;
  const last = Math.ceil((visiblePx - topPx) / listRowPx) + margin;
  const to = Math.max(0, Math.min(count, last));
  return { from: Math.max(0, Math.min(first, to)), to };
}
