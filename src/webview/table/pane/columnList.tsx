// All columns: which of them show, and in which order. There may be thousands: the browser lays out those in sight.
import { useState } from 'preact/hooks';
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
