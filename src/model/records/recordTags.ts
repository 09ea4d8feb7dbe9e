// The tags of dashboards.
import { toJsonText } from '#json/parsedValue.ts';
import { type DeckRecord, isCohort } from './deckRecord.ts';

export function tagsOf(record: DeckRecord): readonly string[] {
  return isCohort(record) ? [] : tagTexts(record.tags);
}

/** Deployments may have any JSON as a tag. */
export function tagTexts(tags: readonly unknown[]): readonly string[] {
  return tags.map((tag) => (typeof tag === 'string' ? tag : (toJsonText(tag) ?? '…')));
}

/**
 * `current` without the tags that a change from `before` to `after` removes, and with those that it adds. Services keep tags
 * in small letters: a tag that they have in no other way is found by those.
 */
export function withDifference(
  current: readonly unknown[],
  before: readonly unknown[],
  after: readonly unknown[],
): unknown[] {
  const textOf = (tag: unknown) => tagTexts([tag])[0] ?? '';
  const [had, wanted] = [new Set(tagTexts(before)), new Set(tagTexts(after))];
  const storedIn = (tags: readonly unknown[]) => {
    const texts = new Set(tagTexts(tags));
    return (text: string) => [text, text.toLowerCase()].find((one) => texts.has(one));
  };
  const removed = new Set([...had].filter((text) => !wanted.has(text)).map(storedIn(current)));
  const kept = current.filter((tag) => wanted.has(textOf(tag)) || !removed.has(textOf(tag)));
  const isKept = storedIn(kept);
  return [...kept, ...after.filter((tag) => !had.has(textOf(tag)) && isKept(textOf(tag)) === undefined)];
}
