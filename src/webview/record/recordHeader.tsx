// The header of a record page: title and description, edited in place, the age of the data, buttons and
// facts.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatAgo, formatDateTime } from '#text/formatTime.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import { type FieldEdits, openAsFile } from './fieldEdits.ts';
import { InlineEdit } from './inlineEdit.tsx';

interface RecordHeaderProps {
  /** Where it is: its project. */
  readonly place: string;
  /** Empty if it has none; `title` then names it by its id. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly canEdit: boolean;
  /** Milliseconds since 1970; 0 if it is not loaded yet. */
  readonly loadedAt: number;
  /** What is shown while it is loaded again; empty otherwise. */
  readonly loading: string;
  readonly edits: FieldEdits;
  readonly onEdit: (field: 'name' | 'description', value: string, before: string) => void;
  readonly onRefresh: () => void;
  readonly buttons: ComponentChildren;
  /** Facts, in a row. */
  readonly children: ComponentChildren;
}

export function Owner({ owner }: { readonly owner: string }) {
  if (owner === '') return null;
  return (
    <span class="faint" title={t('The API cannot change who created a record.')}>
      {t('Owner: {0}', owner)}
    </span>
  );
}

function Facts({ place, children }: Pick<RecordHeaderProps, 'place' | 'children'>) {
  return (
    <div class="facts">
      <span class="faint">{place}</span>
      {children}
    </div>
  );
}

export function RecordHeader(props: RecordHeaderProps) {
  const { title, name, description, canEdit, loadedAt, loading, edits, onEdit } = props;
  const now = useNow();
  useEffect(() => {
    if (!canEdit) openAsFile(edits.closeAll());
  }, [canEdit]);
  return (
    <header class="header">
      <div class="header-line">
        <h1>
          <InlineEdit
            field="name"
            edits={edits}
            label={t('Name')}
            value={name}
            canEdit={canEdit}
            onSave={(value, before) => onEdit('name', value, before)}
            whole={title}
            isRequired
          >
            {title}
          </InlineEdit>
        </h1>
        <span class="space" />
        <span class="faint" title={loadedAt > 0 ? formatDateTime(loadedAt) : ''}>
          {loading || (loadedAt > 0 && t('Loaded {0}', formatAgo(loadedAt, now)))}
        </span>
        <Button icon="refresh" label={t('Refresh')} disabled={loading !== ''} onClick={props.onRefresh} />
        {props.buttons}
      </div>
      {(description !== '' || canEdit) && (
        <div class="description">
          <InlineEdit
            field="description"
            edits={edits}
            label={t('Description')}
            value={description}
            canEdit={canEdit}
            onSave={(value, before) => onEdit('description', value, before)}
            isMultiline
          >
            {description || <span class="faint">{t('Add a description')}</span>}
          </InlineEdit>
        </div>
      )}
      <Facts place={props.place}>{props.children}</Facts>
    </header>
  );
}
