// All columns: which of them show, and in which order. There may be thousands: the browser lays out those in sight.
import { useState } from 'preact/hooks';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { columnLabel, type ColumnLayout, lastColumnNote } from '#webview/table/columns/columnLayout.ts';

export interface ColumnListActions {
  /** The last visible column stays visible. */
  readonly onHide: (column: number, isHidden: boolean) => void;
  /** Moves a column by so many places. */
  readonly onMove: (column: number, step: number) => void;
  readonly onShowAll: (columns: readonly number[]) => void;
  /** If no other column is visible, one of them stays: the active one, if it is visible. */
  readonly onHideAll: (columns: readonly number[]) => void;
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
  const isNarrowed = search !== '';
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
        <Button
          label={isNarrowed ? t('Show Listed') : t('Show All')}
          showsLabel
          onClick={() => actions.onShowAll(found)}
        />
        <Button
          label={isNarrowed ? t('Hide Listed') : t('Hide All')}
          title={isNarrowed ? t('Hide the listed columns') : t('Hide all columns but the active one')}
          showsLabel
          onClick={() => actions.onHideAll(found)}
        />
      </div>
      <LastColumnNote layout={layout} />
      <ul class="column-list" aria-label={t('Columns')}>
        {found.map((column) => (
          <ColumnRow
            key={column}
            column={column}
            label={layout.label(column)}
            name={columnLabel(layout.name(column), column)}
            isHidden={layout.isHidden(column)}
            actions={actions}
          />
        ))}
      </ul>
    </>
  );
}

/** Nothing while columns can be hidden, and for a table that has only one. */
function LastColumnNote({ layout }: Pick<ColumnListProps, 'layout'>) {
  const [last, ...others] = layout.visible;
  if (last === undefined || others.length > 0 || layout.order.length === 1) return null;
  return <p class="faint">{lastColumnNote(layout.label(last))}</p>;
}

interface ColumnRowProps {
  readonly column: number;
  readonly label: string;
  /** The full name. */
  readonly name: string;
  readonly isHidden: boolean;
  readonly actions: ColumnListActions;
}

function ColumnRow({ column, label, name, isHidden, actions }: ColumnRowProps) {
  const state = isHidden ? { disabled: true, title: t('This column is hidden.') } : {};
  return (
    <li>
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
