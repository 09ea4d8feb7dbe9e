import { type FindWords, foldText } from '#text/foldText.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import { tagsOf } from '#model/records/recordTags.ts';
import { maxDescriptionLength } from './treeFilter.ts';

/** UTF-16 units on each side of what matches. */
const around = 20;

/** The tag, or the part of the description, with a word of the filter that is not in the name; undefined if all are. */
export function matchReason(record: DeckRecord, name: string, findWords: FindWords): string | undefined {
  const inName = new Set(findWords(name).map(([from, to]) => foldText(name.slice(from, to))));
  for (const text of [...tagsOf(record), record.description?.slice(0, maxDescriptionLength) ?? '']) {
    const found = findWords(text).find(([from, to]) => !inName.has(foldText(text.slice(from, to))));
    if (found) return excerpt(text, ...found);
  }
  return undefined;
}

/** Whole words, if there are any. */
function excerpt(text: string, from: number, to: number): string {
  const before = text.slice(Math.max(0, from - around), from);
  const after = text.slice(to, to + around);
  const start = from > around ? `…${before.replace(/^\S*\s/, '')}` : before;
  const end = to + around < text.length ? `${after.replace(/\s\S*$/, '')}…` : after;
  return start + text.slice(from, to) + end;
}
