// The number of persons, the state of the calculation, and the counts seen on this machine.
import type { CohortView } from '#protocol/cohortMessages.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { CountsChart } from './countsChart.tsx';
import { Failure } from './failure.tsx';
import type { HostLink } from './connectHost.ts';

interface CountSectionProps {
  readonly cohort: CohortView;
  readonly link: HostLink;
}

export function CountSection({ cohort, link }: CountSectionProps) {
  const { count, calculation, hasFailed, counts, header, source } = cohort;
  return (
    <>
      <p class="count">{count === undefined ? '–' : formatCount(count)}</p>
      {calculation !== '' && (hasFailed ? <Failure message={calculation} /> : <p>{calculation}</p>)}
      {counts.length > 1 ? (
        <CountsChart counts={counts} />
      ) : (
        source !== 'static' && <p class="faint">{t('A chart appears after the next calculation.')}</p>
      )}
      <div class="actions">
        {source !== 'static' && header.canEdit && (
          <ActionButton label={t('Recalculate')} action="recalculate" link={link} />
        )}
        {!header.isDeleted && (
          <ActionButton label={t('Compare Cohorts…')} action="compareCohorts" link={link} />
        )}
      </div>
    </>
  );
}

interface ActionButtonProps {
  readonly label: string;
  readonly action: 'recalculate' | 'compareCohorts';
  readonly link: HostLink;
}

function ActionButton({ label, action, link }: ActionButtonProps) {
  return (
    <button type="button" class="button secondary" onClick={() => link.post({ type: 'run', action })}>
      {label}
    </button>
  );
}
