// What both sides changed, in the words of the structure view, with the path in the text behind it.
import { describeItem } from '#filters/describeFilters.ts';
import { describeListChange } from '#filters/filterDifferences.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { type FilterGroup, type FilterItem, itemAt } from '#filters/filterShape.ts';
import type { JsonMerge } from '#json/merge/mergeJson.ts';
import type { Translate } from '#text/translate.ts';
import type { JsonPath } from '#json/jsonTree.ts';
import { displayText } from '#text/displayText.ts';
import { layOut } from '#model/documents/documentText.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { MergeSides } from './textMerger.ts';
import { withoutHabits } from '#model/documents/sameDocument.ts';

/** UTF-16 units of a condition. */
const maxWordsLength = 120;

type MergeConflict = Extract<JsonMerge, { readonly kind: 'conflict' }>;

/**
 * Such as `You: plan equals paid; the service: plan equals free (properties › values › 2 › value)`; none for what holds
 * another place. Without quotes: the words quote a value that has spaces themselves.
 * @param mine the text that was merged
 * @param paths those of the merge's conflicts to describe
 */
export function describeConflicts(
  { ref, base, theirs }: MergeSides,
  mine: string,
  merge: MergeConflict,
  paths: readonly JsonPath[],
  t: Translate,
): readonly string[] {
  // The texts that were merged.
  const baseGroup = base === undefined ? undefined : groupOf(ref, layOut(withoutHabits(ref, base)));
  const describeMine = describerOf(ref, withoutHabits(ref, mine), t);
  const describeTheirs = describerOf(ref, layOut(withoutHabits(ref, theirs)), t);
  return paths.flatMap((path) => {
    if (paths.some((other) => isInside(other, path))) return [];
    if (path.length === 0) return [t('The whole text')];
    const index = merge.paths.indexOf(path);
    const before = baseGroup && itemAt(baseGroup, merge.baseOffsets[index] ?? 0);
    const mineWords = describeMine(merge.offsets[index], before);
    const theirWords = describeTheirs(merge.theirOffsets[index], before);
    const words = mineWords ?? theirWords;
    if (words === undefined) return [describePath(path)];
    if (mineWords === theirWords || mineWords === undefined || theirWords === undefined)
      return [t('{0} ({1})', words, describePath(path))];
    return [t('You: {0}; the service: {1} ({2})', mineWords, theirWords, describePath(path))];
  });
}

/**
 * Describes what is at an offset of the text, in comparison with the item in the base; undefined if it holds no
 * conditions.
 */
function describerOf(
  ref: DocumentRef,
  text: string,
  t: Translate,
): (offset: number | undefined, before: FilterItem | undefined) => string | undefined {
  const group = groupOf(ref, text);
  return (offset, before) => {
    if (!group) return undefined;
    if (offset === undefined) return t('deleted');
    const item = itemAt(group, offset);
    if (!item) return undefined;
    if (item === group) return t('The conditions');
    const change = before && describeListChange(before, item, t);
    return displayText(change ?? describeItem(item, t), maxWordsLength);
  };
}

function groupOf({ part, kind }: DocumentRef, text: string): FilterGroup | undefined {
  return part === 'filters' ? parseFilterShape(text, kind)?.group : undefined;
}

function isInside(path: JsonPath, outer: JsonPath): boolean {
  return path.length > outer.length && outer.every((step, at) => path[at] === step);
}

/** `properties › values › 2 › value`; items count from 1, as people do. */
function describePath(path: JsonPath): string {
  return path.map((step) => (typeof step === 'number' ? String(step + 1) : step)).join(' › ');
}
