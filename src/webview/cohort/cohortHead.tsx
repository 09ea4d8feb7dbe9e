// The header of a cohort's page: name, creator, date and buttons.
import type { CohortView, CohortWebviewMessage } from '#protocol/cohortMessages.ts';
import { formatIsoDate } from '#text/formatTime.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { Owner, RecordHeader } from '#webview/record/recordHeader.tsx';
import type { HostLink } from './connectHost.ts';

interface CohortHeadProps {
  readonly cohort: CohortView;
  readonly loadedAt: number;
  readonly loading: string;
  readonly link: HostLink;
}

type Action = Extract<CohortWebviewMessage, { readonly type: 'run' }>['action'];

export function CohortHead({ cohort, loadedAt, loading, link }: CohortHeadProps) {
  const { header, calculatedAt } = cohort;
  const { owner, createdAt } = header;
  return (
    <RecordHeader
      {...header}
      loadedAt={loadedAt}
      loading={loading}
      onEdit={(field, value, before) => link.post({ type: 'edit', field, value, before })}
      onRefresh={() => link.post({ type: 'refresh' })}
      buttons={<HeadButtons cohort={cohort} link={link} />}
    >
      <Owner owner={owner} />
      {createdAt !== '' && <span class="faint">{t('Created: {0}', formatIsoDate(createdAt))}</span>}
      {calculatedAt !== '' && (
        <span class="faint">{t('Last calculation: {0}', formatIsoDate(calculatedAt))}</span>
      )}
      {cohort.source === 'static' && <span class="tag">{t('static')}</span>}
    </RecordHeader>
  );
}

function HeadButtons({ cohort: { header, source }, link }: Pick<CohortHeadProps, 'cohort' | 'link'>) {
  const run = (action: Action) => () => link.post({ type: 'run', action });
  if (header.isDeleted) return null;
  return (
    <>
      {source === 'groups' ? (
        <Button icon="filter" label={t('Edit Groups')} onClick={run('editGroups')} />
      ) : (
        <Button icon="filter" label={t('Edit Filters')} onClick={run('editFilters')} />
      )}
      <Button icon="history" label={t('Show History…')} onClick={run('showHistory')} />
      {header.hasWebPage && (
        <Button icon="open" label={t('Open in Browser')} onClick={run('openInBrowser')} />
      )}
    </>
  );
}
