// Puts the page together, and passes messages between it and its host.
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import type {
  ComparisonHostMessage,
  ComparisonView,
  ComparisonWebviewMessage,
} from '#protocol/comparisonMessages.ts';
import { formatCount, formatPercent, formatPersons } from '#text/formatNumber.ts';
import { formatAgo, formatDateTime } from '#text/formatTime.ts';
import { copyPicture } from '#webview/charts/copyPicture.ts';
import { Button } from '#webview/elements/button.tsx';
import { connectLine, postToHost, type ShapesOf } from '#webview/elements/host/hostConnection.ts';
import { Icon, type IconName } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import { ViewStore } from '#webview/elements/viewStore.ts';
import {
  type FrameState,
  initialFrame,
  receiveShared,
  RecordFrame,
  showNotice,
  startPage,
} from '#webview/record/recordFrame.tsx';
import { UpSet } from './upSet.tsx';

type EndedComparison = Omit<Extract<ComparisonHostMessage, { readonly type: 'ended' }>, 'type'>;

interface ComparisonState extends FrameState {
  /** Undefined until the host has sent it. */
  readonly comparison: ComparisonView | undefined;
  /** One that ended with its window. */
  readonly ended: EndedComparison | undefined;
}

export function startComparison(): void {
  const page = document.getElementById('page') ?? document.body;
  const store = new ViewStore<ComparisonState>(
    { ...initialFrame, comparison: undefined, ended: undefined },
    (state) => render(<ComparisonFrame state={state} store={store} />, page),
  );
  const link = connectLine<ComparisonHostMessage, ComparisonWebviewMessage>(shapes, (message) => {
    if (message.type === 'comparison') link.writeState(message.comparison.again);
    receive(store, message);
  });
  startPage();
}

function receive(store: ViewStore<ComparisonState>, message: ComparisonHostMessage): void {
  switch (message.type) {
    case 'comparison': {
      const { comparison } = message;
      store.update({ comparison, isLoading: false, failure: undefined });
      return store.announce(
        [
          ...comparison.notes,
          comparison.parts.map(({ title, persons }) => sentence(title, persons)).join('; '),
        ].join(' '),
      );
    }
    case 'ended':
      return store.update({ ended: message, isLoading: false });
    case 'init':
    case 'loading':
    case 'waiting':
    case 'failed':
    case 'done':
      return receiveShared(store, message);
  }
}

function sentence(title: string, persons: number): string {
  return t('{0}: {1}', title, formatPersons(persons, t));
}

interface FrameProps {
  readonly state: ComparisonState;
  readonly store: ViewStore<ComparisonState>;
}

function ComparisonFrame({ state, store }: FrameProps) {
  const { comparison, ended } = state;
  const plot = useRef<HTMLDivElement>(null);
  if (ended !== undefined)
    return (
      <RecordFrame state={state} store={store} header={<EndedHead {...ended} />}>
        <Ended />
      </RecordFrame>
    );
  const title = comparison?.title ?? '';
  const copy = (): void => {
    const chart = plot.current?.querySelector<SVGSVGElement>('svg.chart');
    if (chart) void copyPicture(chart, title).then((text) => showNotice(store, text));
  };
  const header = comparison && <Head title={title} comparison={comparison} onCopyPicture={copy} />;
  return (
    <RecordFrame state={state} store={store} header={header}>
      {comparison && (
        <div class="comparison" tabIndex={-1}>
          <div class="plot" ref={plot}>
            <UpSet comparison={comparison} title={title} />
          </div>
          <PartsTable parts={comparison.parts} />
        </div>
      )}
    </RecordFrame>
  );
}

function EndedHead({ title, names }: EndedComparison) {
  return (
    <header class="header">
      <h1>{title}</h1>
      <ul class="cohorts">
        {names.map((name, index) => (
          <li key={index}>
            <span class="name" title={name}>
              {name}
            </span>
          </li>
        ))}
      </ul>
    </header>
  );
}

function Ended() {
  return (
    <div class="comparison ended">
      <p>{t('The results were deleted when the window was closed or reloaded.')}</p>
      <button type="button" class="button primary" onClick={() => post({ type: 'compareAgain' })}>
        {t('Compare Again')}
      </button>
    </div>
  );
}

interface HeadProps {
  readonly title: string;
  readonly comparison: ComparisonView;
  readonly onCopyPicture: () => void;
}

function Head({ title, comparison, onCopyPicture }: HeadProps) {
  const { cohorts, comparedAt, notes } = comparison;
  const now = useNow();
  return (
    <header class="header">
      <div class="header-line">
        <h1 title={title}>{title}</h1>
        <span class="space" />
        <span class="faint" title={formatDateTime(comparedAt)}>
          {t('Compared {0}', formatAgo(comparedAt, now))}
        </span>
        <Button icon="copy" label={t('Copy as Text')} showsLabel onClick={() => post({ type: 'copyText' })} />
        <Button icon="copy" label={t('Copy as Picture')} showsLabel onClick={onCopyPicture} />
      </div>
      <ul class="cohorts">
        {cohorts.map((cohort, index) => (
          <li key={index}>
            <button
              type="button"
              class="link"
              title={cohort.title}
              onClick={() => post({ type: 'openCohort', cohort: index })}
            >
              {cohort.title}
            </button>
            <span class="faint">{formatPersons(cohort.persons, t)}</span>
          </li>
        ))}
      </ul>
      {notes.map((note, index) => (
        <p key={index}>{note}</p>
      ))}
    </header>
  );
}

// The parts as a table, which is also the plot for screen readers, each with what can be done with it.
function PartsTable({ parts }: Pick<ComparisonView, 'parts'>) {
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
                    onClick={() => post({ type: 'openPart', part })}
                  />
                  <PartButton
                    icon="save"
                    words={t('Save As…')}
                    title={title}
                    onClick={() => post({ type: 'savePart', part })}
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

// The messages of the page, and the shapes that those of the host must have.
const post: (message: ComparisonWebviewMessage) => void = postToHost;

const shapes: ShapesOf<ComparisonHostMessage> = {
  init: { words: 'object' },
  loading: {},
  waiting: { wait: 'string' },
  comparison: { comparison: 'object' },
  ended: { title: 'string', names: 'object' },
  failed: { message: 'string' },
  done: { message: 'string' },
};
