// The parts as a table, which is also the plot for screen readers, each with what can be done with it.
import type { ComparisonView } from '#protocol/comparisonMessages.ts';
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import type { IconName } from '#webview/elements/icons.ts';
import { t } from '#webview/elements/translate.ts';
import type { HostLink } from './connectHost.ts';

interface PartsTableProps {
  readonly comparison: ComparisonView;
  readonly link: HostLink;
}

export function PartsTable({ comparison: { parts }, link }: PartsTableProps) {
  const total = parts.reduce((sum, { persons }) => sum + persons, 0);
  return (
    <table class="data parts" aria-label={t('Parts')}>
      <thead>
        <tr>
          <th scope="col">{t('Part')}</th>
          <th scope="col" class="numeric">
            {t('Persons')}
          </th>
          <th scope="col" class="numeric">
            {t('Share of All')}
          </th>
          <th scope="col">{t('Actions')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ title, persons }, part) => (
          <tr key={part}>
            <th scope="row">{title}</th>
            <td class="numeric">{formatCount(persons)}</td>
            <td class="numeric">{formatPercent(persons, total)}</td>
            <td>
              {persons > 0 && (
                <>
                  <PartButton
                    icon="columns"
                    words={t('Open as Table')}
                    title={title}
                    onClick={() => link.post({ type: 'openPart', part })}
                  />
                  <PartButton
                    icon="save"
                    words={t('Save As…')}
                    title={title}
                    onClick={() => link.post({ type: 'savePart', part })}
                  />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PartButtonProps {
  /** In place of the words where the page is narrow. */
  readonly icon: IconName;
  readonly words: string;
  /** The part's title; screen readers read it with the words. */
  readonly title: string;
  readonly onClick: () => void;
}

function PartButton({ icon, words, title, onClick }: PartButtonProps) {
  return (
    <button
      type="button"
      class="button secondary"
      title={words}
      aria-label={t('{0}: {1}', words, title)}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span class="words">{words}</span>
    </button>
  );
}
