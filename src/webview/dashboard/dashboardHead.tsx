// The header of a dashboard's page: title, description and tags, edited in place; who can edit; the age of
// its data.
import type { DashboardHeader } from '#protocol/dashboardMessages.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { InlineEdit } from '#webview/record/inlineEdit.tsx';
import { Owner, RecordHeader } from '#webview/record/recordHeader.tsx';
import type { HostLink } from './connectHost.ts';

interface DashboardHeadProps {
  readonly header: DashboardHeader;
  readonly loadedAt: number;
  readonly loading: string;
  readonly link: HostLink;
}

export function DashboardHead({ header, loadedAt, loading, link }: DashboardHeadProps) {
  const { tags, tagsText, canEdit } = header;
  return (
    <RecordHeader
      {...header}
      loadedAt={loadedAt}
      loading={loading}
      onEdit={(field, value, before) => link.post({ type: 'edit', field, value, before })}
      onRefresh={() => link.post({ type: 'refresh' })}
      buttons={<HeaderButtons header={header} link={link} />}
    >
      {(tags.length > 0 || canEdit) && (
        <InlineEdit
          label={t('Tags')}
          value={tagsText}
          canEdit={canEdit}
          onSave={(value, before) => link.post({ type: 'edit', field: 'tags', value, before })}
        >
          {tags.length === 0 && <span class="faint">{t('Add tags')}</span>}
          {tags.map((tag) => (
            <span class="tag" key={tag} title={tag}>
              {tag}{' '}
            </span>
          ))}
        </InlineEdit>
      )}
      <Owner owner={header.owner} />
      <Access header={header} link={link} />
      {header.isPinned && !canEdit && <span class="faint">{t('Pinned')}</span>}
      {header.readonlyReason !== undefined && <span class="faint">{header.readonlyReason}</span>}
    </RecordHeader>
  );
}

type PartProps = Pick<DashboardHeadProps, 'header' | 'link'>;

function HeaderButtons({ header: { isPinned, canEdit, hasWebPage }, link }: PartProps) {
  const run = (action: 'pin' | 'unpin' | 'editFilters' | 'openInBrowser') => () =>
    link.post({ type: 'run', action });
  return (
    <>
      {canEdit && (
        <Button icon="pin" label={t('Pin')} isPressed={isPinned} onClick={run(isPinned ? 'unpin' : 'pin')} />
      )}
      <Button icon="filter" label={t('Edit Filters')} onClick={run('editFilters')} />
      {hasWebPage && <Button icon="open" label={t('Open in Browser')} onClick={run('openInBrowser')} />}
    </>
  );
}

function Access({ header: { access, canEdit }, link }: PartProps) {
  if (access === undefined) return null;
  const text = access === 'everyone' ? t('Everyone can edit') : t('Only collaborators can edit');
  if (!canEdit) return <span class="faint">{text}</span>;
  return (
    <button type="button" class="fact-button" onClick={() => link.post({ type: 'run', action: 'setAccess' })}>
      {text}
    </button>
  );
}
