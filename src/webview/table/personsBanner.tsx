// Of a table that shows the first persons of a cohort: how many of how many, and the way to more.
import type { RefObject } from 'preact';
import type { ShownPersons, TableWebviewMessage } from '#protocol/tableMessages.ts';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';

export type PersonsAction = Extract<TableWebviewMessage, { readonly type: 'persons' }>['action'];

interface PersonsBannerProps {
  readonly persons: ShownPersons;
  readonly onAction: (action: PersonsAction) => void;
  /** Takes the focus from a button that goes once it is pressed. */
  readonly grid: RefObject<HTMLElement | null>;
}

export function PersonsBanner({ persons, onAction, grid }: PersonsBannerProps) {
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
