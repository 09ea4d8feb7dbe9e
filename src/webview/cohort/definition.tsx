// The filters as a sentence. The cohorts that it names are links.
import { useMemo } from 'preact/hooks';
import { cohortWords, describeFilters } from '#filters/describeFilters.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { CohortView, RecordLink } from '#protocol/cohortMessages.ts';
import { t } from '#webview/elements/translate.ts';
import type { CohortLink } from './connectHost.ts';

interface DefinitionProps {
  readonly cohort: CohortView;
  readonly link: CohortLink;
}

export function Definition({ cohort, link }: DefinitionProps) {
  const { source, filters, uses, header } = cohort;
  if (source === 'static') return <StaticNote canCopy={header.canEdit} link={link} />;
  if (source === 'groups') {
    return (
      <p>
        {t('Defined by groups, an older form of filters.')}{' '}
        {!header.isDeleted && (
          <button type="button" class="link" onClick={() => link.post({ type: 'run', action: 'editGroups' })}>
            {t('Edit Groups')}
          </button>
        )}
      </p>
    );
  }
  return <Sentence filters={filters} uses={uses} link={link} />;
}

function StaticNote({ canCopy, link }: { readonly canCopy: boolean; readonly link: CohortLink }) {
  return (
    <>
      <p>
        {t('A fixed list of persons. It is not calculated, and the API cannot add persons to it.')}{' '}
        {canCopy && t('Create a cohort from it to add persons by conditions.')}
      </p>
      {canCopy && (
        <button
          type="button"
          class="button secondary"
          onClick={() => link.post({ type: 'run', action: 'createFrom' })}
        >
          {t('Create Cohort from It…')}
        </button>
      )}
    </>
  );
}

interface SentenceProps {
  readonly filters: string;
  readonly uses: readonly RecordLink[];
  readonly link: CohortLink;
}

function Sentence({ filters, uses, link }: SentenceProps) {
  const parts = useMemo(() => {
    const named = new Map(uses.flatMap(({ id, name }) => (name === undefined ? [] : [[String(id), name]])));
    const sentence = describe(filters, (id) => named.get(id));
    const words = [...named].map(([id, name]) => ({ id: Number(id), words: cohortWords(id, name, t) }));
    return splitAtLinks(sentence, words);
  }, [filters, uses]);
  return (
    <p class="who">
      {parts.map(({ text, id }, index) =>
        id === undefined ? (
          text
        ) : (
          <button
            key={index}
            type="button"
            class="link"
            onClick={() => link.post({ type: 'open', kind: 'cohort', id })}
          >
            {text}
          </button>
        ),
      )}
    </p>
  );
}

function describe(filters: string, cohortName: (id: string) => string | undefined): string {
  const shape = parseFilterShape(filters, 'cohort');
  return shape ? describeFilters(shape, t, cohortName) : t('Its filters are too long to describe.');
}

/** A piece of a sentence; with an id, a link. */
interface SentencePart {
  readonly text: string;
  readonly id?: number;
}

/** Cuts a sentence around the words that name records; the longest come first where one is in another. */
export function splitAtLinks(
  sentence: string,
  links: readonly { readonly id: number; readonly words: string }[],
): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  const longestFirst = links.toSorted((a, b) => b.words.length - a.words.length);
  let rest = sentence;
  for (;;) {
    const found = longestFirst
      .map((link) => ({ ...link, at: rest.indexOf(link.words) }))
      .filter(({ at, words }) => at >= 0 && words !== '')
      .toSorted((a, b) => a.at - b.at)[0];
    if (!found) break;
    if (found.at > 0) parts.push({ text: rest.slice(0, found.at) });
    parts.push({ text: found.words, id: found.id });
    rest = rest.slice(found.at + found.words.length);
  }
  return rest === '' ? parts : [...parts, { text: rest }];
}
