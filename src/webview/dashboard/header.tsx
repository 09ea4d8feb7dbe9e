// What the dashboard is: its title, description and tags, edited in place; who may edit it; how old it is.
import type { DashboardHeader } from '#protocol/dashboard.ts';
import { formatAgo } from '#text/localFormat.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import type { HostLink } from './hostMessages.ts';
import { InlineEdit } from './inlineEdit.tsx';

interface HeaderProps {
  readonly header: DashboardHeader;
  readonly loadedAt: number;
  readonly isLoading: boolean;
  readonly link: HostLink;
}

export function Header({ header, loadedAt, isLoading, link }: HeaderProps) {
  const { title, name, description, tags, canEdit } = header;
  const edit = (field: 'name' | 'description' | 'tags') => (value: string) =>
    link.post({ type: 'edit', field, value });
  return (
    <header class="header">
      <div class="header-line">
        <h1>
          <InlineEdit label={t('Name')} value={name} canEdit={canEdit} onSave={edit('name')} isRequired>
            {title}
          </InlineEdit>
        </h1>
        <span class="space" />
        <span class="faint">
          {isLoading ? t('Loading…') : t('Loaded {0}', formatAgo(loadedAt, Date.now()))}
        </span>
        <HeaderButtons header={header} isLoading={isLoading} link={link} />
      </div>
      {(description !== '' || canEdit) && (
        <div class="description">
          <InlineEdit
            label={t('Description')}
            value={description}
            canEdit={canEdit}
            onSave={edit('description')}
            isMultiline
          >
            {description || <span class="faint">{t('Add a description')}</span>}
          </InlineEdit>
        </div>
      )}
      <div class="facts">
        {(tags.length > 0 || canEdit) && (
          <InlineEdit label={t('Tags')} value={tags.join(', ')} canEdit={canEdit} onSave={edit('tags')}>
            {tags.length === 0 && <span class="faint">{t('Add tags')}</span>}
            {tags.map((tag) => (
              <span class="tag" key={tag}>
                {tag}{' '}
              </span>
            ))}
          </InlineEdit>
        )}
        {header.owner !== '' && <span class="faint">{t('Owner: {0}', header.owner)}</span>}
        <Access header={header} link={link} />
      </div>
    </header>
  );
}

function HeaderButtons({ header, isLoading, link }: Omit<HeaderProps, 'loadedAt'>) {
  const { isPinned, canEdit, hasWebPage } = header;
  const run = (action: 'togglePin' | 'editFilters' | 'openInBrowser') => () =>
    link.post({ type: 'run', action });
  return (
    <>
      <Button
        icon="refresh"
        label={t('Refresh')}
        disabled={isLoading}
        onClick={() => link.post({ type: 'refresh' })}
      />
      {canEdit && <Button icon="pin" label={t('Pin')} isPressed={isPinned} onClick={run('togglePin')} />}
      <Button icon="filter" label={t('Edit Filters')} onClick={run('editFilters')} />
      {hasWebPage && <Button icon="open" label={t('Open in Browser')} onClick={run('openInBrowser')} />}
    </>
  );
}

function Access({ header: { access, canEdit }, link }: Pick<HeaderProps, 'header' | 'link'>) {
  if (access === undefined) return null;
  const text = access === 'everyone' ? t('Everyone can edit') : t('Only collaborators can edit');
  if (!canEdit) return <span class="faint">{text}</span>;
  return (
    <button type="button" class="fact-button" onClick={() => link.post({ type: 'run', action: 'setAccess' })}>
      {text}
    </button>
  );
}
