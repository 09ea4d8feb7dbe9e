// All columns: which of them show, and in which order.
import { useState } from 'preact/hooks';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from './columnLabel.ts';
import type { ColumnLayout } from './columnLayout.ts';

export interface ColumnListActions {
  /** The last visible column stays visible. */
  readonly onHide: (column: number, isHidden: boolean) => void;
  /** Moves a column by so many places. */
  readonly onMove: (column: number, step: number) => void;
  readonly onShowAll: () => void;
}

interface ColumnListProps {
  readonly layout: ColumnLayout;
  readonly actions: ColumnListActions;
}

export function ColumnList({ layout, actions }: ColumnListProps) {
  const [search, setSearch] = useState('');
  const columns = layout.order.map((column) => ({
    column,
    name: columnLabel(layout.name(column), column),
  }));
  const found = columns.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      <div class="column-tools">
        <input
          type="search"
          class="input"
          placeholder={t('Find a Column')}
          aria-label={t('Find a Column')}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button label={t('Show All')} showsLabel onClick={actions.onShowAll} />
      </div>
      <ul class="column-list" aria-label={t('Columns')}>
        {found.map(({ column, name }) => (
          <ColumnRow
            key={column}
            column={column}
            name={name}
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
  readonly name: string;
  readonly isHidden: boolean;
  readonly actions: ColumnListActions;
}

function ColumnRow({ column, name, isHidden, actions }: ColumnRowProps) {
  return (
    <li>
      <label title={name}>
        <input
          type="checkbox"
          checked={!isHidden}
          onChange={({ currentTarget }) => actions.onHide(column, !currentTarget.checked)}
        />
        <span>{name}</span>
      </label>
      <div class="column-moves">
        <Button
          icon="up"
          label={t('Move {0} Left', name)}
          disabled={isHidden}
          onClick={() => actions.onMove(column, -1)}
        />
        <Button
          icon="down"
          label={t('Move {0} Right', name)}
          disabled={isHidden}
          onClick={() => actions.onMove(column, 1)}
        />
      </div>
    </li>
  );
}
