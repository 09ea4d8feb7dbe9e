// Which values of persons' properties are kept on disk for suggestions: those that many persons have, and that say nothing
// of one of them.
import { isObject } from '#model/storage/isObject.ts';

/** A value of fewer persons says too much of each. */
const fewestPersons = 3;
/** A property with more values among the persons identifies them. */
const maxDistinct = 50;
const maxProperties = 300;
/** UTF-16 units. */
const longestName = 100;
const longestValue = 40;

/** Values by the name of the property, the most frequent first; undefined where the property is of single persons. */
export type CommonValues = ReadonlyMap<string, readonly string[] | undefined>;

/** @param persons the properties of each, as JSON has them; each person once */
export function findCommonValues(persons: readonly unknown[]): CommonValues {
  const found = new Map<string, Map<string, number>>();
  for (const properties of persons)
    if (isObject(properties))
      for (const [name, value] of Object.entries(properties)) count(found, name, value);
  return new Map([...found].map(([name, counts]) => [name, commonOf(name, counts)]));
}

function count(found: Map<string, Map<string, number>>, name: string, value: unknown): void {
  if (name.length > longestName || (!found.has(name) && found.size >= maxProperties)) return;
  const counts = found.get(name) ?? new Map<string, number>();
  found.set(name, counts); // its name is worth a suggestion, whatever its value
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
  const text = String(value);
  if (text !== '' && (counts.has(text) || counts.size <= maxDistinct))
    counts.set(text, (counts.get(text) ?? 0) + 1);
}

function commonOf(name: string, counts: ReadonlyMap<string, number>): readonly string[] | undefined {
  const isOfOne =
    counts.size > maxDistinct || isPersonalName(name) || [...counts.keys()].some(isPersonalValue);
  if (isOfOne) return undefined;
  return [...counts]
    .filter(([text, persons]) => persons >= fewestPersons && text.length <= longestValue)
    .toSorted(([, some], [, others]) => others - some)
    .map(([text]) => text);
}

const personalWords = new Set(
  (
    'email mail phone mobile tel telephone fax address street zip postal postcode ip latitude longitude lat lng ' +
    'id ids uid uuid guid key token secret password hash iban ssn birthday birthdate birth dob user username login ' +
    'firstname lastname fullname surname nickname initials gender religion ' +
    'vorname nachname telefon adresse strasse straße plz geburtstag'
  ).split(' '),
);
/** Beside these, “name” is that of a thing. */
const things = new Set(
  'country continent region subdivision city timezone plan product os browser device app event'.split(' '),
);

/** By the words of the property's name, such as `email`, `userId`, `first_name`. */
function isPersonalName(name: string): boolean {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => personalWords.has(word))) return true;
  return words.includes('name') && !words.some((word) => things.has(word));
}

/** An address, a number of a phone, an account or a day, or an id. */
function isPersonalValue(text: string): boolean {
  return (
    /@|:\/\//.test(text) ||
    /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ||
    /^[\da-f-]{16,}$/i.test(text) ||
    /^\d{7,}/.test(text.replaceAll(/[\s()+./:-]/g, ''))
  );
}
