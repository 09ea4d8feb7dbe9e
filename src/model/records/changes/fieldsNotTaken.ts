// What a service did not take of a change that it accepted: its response has another value, compared by value. What services
// do to values by habit is no difference: they trim texts, change tags, and write keys of their own into conditions.
import { withoutServiceKeys } from '#filters/serviceKeys.ts';
import { parseJsonTree, stringOf, sliceMember } from '#json/jsonTree.ts';
import { isSameValue } from '#json/sameValue.ts';
import { tagTexts } from '#model/records/deckRecord.ts';

/**
 * The fields of `sent` for which the response has something else. All are texts of JSON objects. A field that the response
 * lacks counts as taken.
 * @param before what the service had; undefined if that is not known, or for a new record
 */
export function fieldsNotTaken(
  sent: string,
  response: string,
  before: string | undefined,
): readonly string[] {
  const root = parseJsonTree(sent);
  if (root?.kind !== 'object') return [];
  const names = [...new Set(root.members.map(({ key }) => key))];
  return names.filter((name) => {
    const [wanted, kept] = [sliceMember(sent, name), sliceMember(response, name)];
    if (wanted === undefined || kept === undefined || isSameValue(wanted, kept, 'lastWins')) return false;
    return isOther(name, wanted, kept, before === undefined ? undefined : sliceMember(before, name));
  });
}

function isOther(name: string, wanted: string, kept: string, before: string | undefined): boolean {
  switch (name) {
    case 'name':
    case 'description':
      return textIn(wanted).trim() !== textIn(kept).trim();
    case 'tags':
      return !isSameSet(tagsIn(wanted), tagsIn(kept));
    case 'filters':
    case 'groups':
      return areConditionsKept(wanted, kept, before);
    case 'pinned':
    case 'deleted':
    case 'is_static':
    case 'restriction_level':
      return true;
    default:
      return false; // a field that is sent only, such as `use_dashboard`
  }
}

/** Services change conditions as they store them, so only the old ones, or none of those that were sent, are kept ones. */
function areConditionsKept(wanted: string, kept: string, before: string | undefined): boolean {
  const [sent, now] = [withoutServiceKeys(wanted), withoutServiceKeys(kept)];
  if (isSameValue(sent, now, 'lastWins')) return false;
  if (before !== undefined) return isSameValue(withoutServiceKeys(before), now, 'lastWins');
  return isEmpty(kept) && !isEmpty(wanted);
}

/** No conditions, whatever the groups and other keys around them. */
function isEmpty(conditions: string): boolean {
  return !/"(?:key|action_id|event_id|value)"/.test(conditions);
}

/** Null is no text. */
function textIn(raw: string): string {
  const node = parseJsonTree(raw);
  return node?.kind === 'string' ? stringOf(raw, node) : '';
}

function tagsIn(raw: string): readonly string[] {
  const tags: unknown = JSON.parse(raw);
  const texts = Array.isArray(tags) ? tagTexts(tags) : [];
  return texts.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const [a, b] = [new Set(some), new Set(others)];
  return a.size === b.size && [...a].every((text) => b.has(text));
}
