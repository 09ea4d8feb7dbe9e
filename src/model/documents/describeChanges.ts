// Describes what a save would change, in lines for a confirmation dialog.
import { describeItem } from '#filters/describeFilters.ts';
import { type FilterDifferences, findFilterDifferences } from '#filters/filterDifferences.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { FilterItem } from '#filters/filterShape.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { isSameValue } from '#json/sameValue.ts';
import type { Translate } from '#text/translate.ts';
import { displayText } from '#text/displayText.ts';
import { membersOf } from './documentText.ts';
import type { DocumentRef } from './documentUri.ts';
import { withoutHabits } from './sameDocument.ts';

/** A dialog with more lines would not be read. */
const maxLines = 5;
/** UTF-16 units of a condition. */
const maxConditionLength = 120;
/** UTF-16 units; a longer text would hold up the window. */
const maxTextLength = 1_000_000;

/** Such as `1 condition changed, 2 added` and the conditions; empty if the texts cannot be compared. */
export function describeChanges(
  ref: DocumentRef,
  before: string,
  after: string,
  t: Translate,
): readonly string[] {
  if (before.length + after.length > maxTextLength) return [];
  const [old, current] = [withoutHabits(ref, before), withoutHabits(ref, after)];
  if (ref.part === 'groups') return [t('The groups changed.')];
  if (ref.part === 'filters') return describeFilterTexts(ref, old, current, t);
  return describeFields(ref, old, current, t);
}

function describeFields(ref: DocumentRef, before: string, after: string, t: Translate): readonly string[] {
  const old = new Map(membersOf(before));
  const fields = membersOf(after).flatMap(([field, raw]) => {
    const was = old.get(field);
    return was === undefined || !isSameValue(was, raw) ? [field] : [];
  });
  if (fields.length === 0) return [t('Only the notation changed.')];
  const [oldFilters, filters] = [before, after].map((text) => sliceMember(text, 'filters') ?? '{}');
  const inFilters = fields.includes('filters')
    ? describeFilterTexts(ref, oldFilters ?? '', filters ?? '', t)
    : [];
  return [t('Changed fields: {0}', fields.join(', ')), ...inFilters];
}

function describeFilterTexts(
  { kind }: DocumentRef,
  before: string,
  after: string,
  t: Translate,
): readonly string[] {
  const [old, current] = [before, after].map((text) => parseFilterShape(text, kind));
  if (!old || !current) return [];
  const changes = findFilterDifferences(old, current);
  const counts = countWords(changes, t);
  if (counts.length > 0) return [counts.join(', '), ...conditionLines(changes, t)];
  return [isSameValue(before, after) ? t('Only the notation changed.') : t('The groups changed.')];
}

function countWords(
  { changed, added, removed, movedCount, otherKeys }: FilterDifferences,
  t: Translate,
): readonly string[] {
  const words: string[] = [];
  const add = (count: number, one: string, many: string): void => {
    if (count > 0) words.push(count === 1 ? one : many);
  };
  add(changed.length, t('1 condition changed'), t('{0} conditions changed', changed.length));
  add(added.length, t('1 condition added'), t('{0} conditions added', added.length));
  add(removed.length, t('1 condition removed'), t('{0} conditions removed', removed.length));
  add(movedCount, t('1 condition moved'), t('{0} conditions moved', movedCount));
  if (otherKeys.length > 0)
    words.push(t('changed fields: {0}', displayText(otherKeys.join(', '), maxConditionLength)));
  return words;
}

function conditionLines({ changed, added, removed }: FilterDifferences, t: Translate): readonly string[] {
  const words = (item: FilterItem) => displayText(describeItem(item, t), maxConditionLength);
  const lines = [
    ...changed.map(([before, after, keys]) => {
      const [was, is] = [words(before), words(after)];
      if (was !== is) return t('Changed: {0} → {1}', was, is);
      return t('Changed: {0} (fields: {1})', is, displayText(keys.join(', '), maxConditionLength));
    }),
    ...added.map((item) => t('Added: {0}', words(item))),
    ...removed.map((item) => t('Removed: {0}', words(item))),
  ];
  const left = lines.length - maxLines;
  return left > 1 ? [...lines.slice(0, maxLines), t('And {0} more.', left)] : lines;
}
