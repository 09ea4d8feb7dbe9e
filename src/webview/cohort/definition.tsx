// The filters in words: a sentence, or a list where they are many. The cohorts that it names are links.
import { useMemo } from 'preact/hooks';
import {
  cohortWords,
  describeFilters,
  describeInLine,
  isTooLongForSentence,
} from '#filters/describeFilters.ts';
import type { FilterGroup } from '#filters/filterShape.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { CohortView, RecordLink } from '#protocol/cohortMessages.ts';
import { t } from '#webview/elements/translate.ts';
import { postCohort } from './connectHost.ts';

interface DefinitionProps {
  readonly cohort: CohortView;
}

export function Definition({ cohort }: DefinitionProps) {
  const { source, filters, uses, header } = cohort;
  if (source === 'static') return <StaticNote canCopy={header.canEdit} />;
  if (source === 'groups') return <p>{t('Defined by groups, an older form of filters.')}</p>;
  return <Conditions filters={filters} uses={uses} />;
}

function StaticNote({ canCopy }: { readonly canCopy: boolean }) {
  return (
    <>
      <p>
        {t('A fixed list of persons, which is not calculated.')}{' '}
        {canCopy && t('Create a cohort from it to add conditions.')}
      </p>
      {canCopy && (
        <button
          type="button"
          class="button secondary"
          onClick={() => postCohort({ type: 'run', action: 'createFrom' })}
        >
          {t('Create Cohort from It…')}
        </button>
      )}
    </>
  );
}

interface ConditionsProps {
  readonly filters: string;
  readonly uses: readonly RecordLink[];
}

function Conditions({ filters, uses }: ConditionsProps) {
  const shape = useMemo(() => parseFilterShape(filters, 'cohort'), [filters]);
  const names = useMemo(() => namesOf(uses), [uses]);
  if (!shape) return <p class="who">{t('Its filters are too long to describe.')}</p>;
  if (shape.group && isTooLongForSentence(shape))
    return (
      <>
        <p class="who">{headOf(shape.group, true)}</p>
        <List group={shape.group} names={names} />
      </>
    );
  const sentence = describeFilters(shape, t, (id) => names.get(id));
  return (
    <p class="who">
      <Words text={sentence} names={names} />
    </p>
  );
}

function namesOf(uses: readonly RecordLink[]): ReadonlyMap<string, string> {
  return new Map(uses.flatMap(({ id, name }) => (name === undefined ? [] : [[String(id), name]])));
}

interface ListProps {
  readonly group: FilterGroup;
  /** Of cohorts, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** More conditions than people read in a sentence: each in a line of its own. */
function List({ group, names }: ListProps) {
  return (
    <ul class="conditions">
      {group.items.map((item, index) => (
        <li key={index}>
          {item.kind === 'group' ? (
            <>
              {headOf(item, false)}
              <List group={item} names={names} />
            </>
          ) : (
            <Words text={describeInLine(item, t, (id) => names.get(id))} names={names} />
          )}
        </li>
      ))}
    </ul>
  );
}

function headOf({ join }: FilterGroup, isWhole: boolean): string {
  if (join === 'OR') return isWhole ? t('Persons who match any of:') : t('any of:');
  return isWhole ? t('Persons who match all of:') : t('all of:');
}

interface WordsProps extends Pick<ListProps, 'names'> {
  readonly text: string;
}

/** The cohorts that are named are links. */
function Words({ text: sentence, names }: WordsProps) {
  const words = [...names].map(([id, name]) => ({ id: Number(id), words: cohortWords(id, name, t) }));
  return (
    <>
      {splitAtLinks(sentence, words).map(({ text, id }, index) =>
        id === undefined ? (
          text
        ) : (
          <button
            key={index}
            type="button"
            class="link"
            onClick={() => postCohort({ type: 'open', kind: 'cohort', id })}
          >
            {text}
          </button>
        ),
      )}
    </>
  );
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
