// What many persons have in common: how often each property is filled, and its commonest values. A value that fewer than
// `minPersons` have is not named, so that no answer shows what only some persons have.
import { plainText } from '#json/longNumbers.ts';
import type { Person } from '#model/records/deckRecord.ts';

/** A value is named from this number of persons on. */
export const minPersons = 5;
const maxProperties = 5000;
/** Different values of a property that are counted; one that has more is as good as unique. */
const maxDifferent = 2000;
/** The same of all properties together. */
const maxAllDifferent = 500_000;
const maxNamed = 5;
/** UTF-16 units; a longer value is no word that persons share. */
const maxValueLength = 100;

export interface PropertySummary {
  readonly name: string;
  readonly filled: number;
  /** The commonest first. */
  readonly values: readonly (readonly [value: string, persons: number])[];
  /** Undefined if they were too many to count. */
  readonly different: number | undefined;
}

interface Counted {
  filled: number;
  values: Map<string, number> | undefined;
}

export class PersonsSummary {
  persons = 0;
  /** Names of properties beyond those that are counted were left out. */
  hasMore = false;
  readonly #wanted: ReadonlySet<string> | undefined;
  readonly #properties = new Map<string, Counted>();
  #different = 0;

  /** @param wanted the only properties that count; all if there are none */
  constructor(wanted: readonly string[] | undefined) {
    this.#wanted = wanted && new Set(wanted);
  }

  add({ properties }: Pick<Person, 'properties'>): void {
    this.persons++;
    for (const [name, value] of Object.entries(properties)) {
      if (value === null || value === '' || value === undefined) continue;
      if (this.#wanted && !this.#wanted.has(name)) continue;
      this.#count(name, value);
    }
  }

  #count(name: string, value: unknown): void {
    const known = this.#properties.get(name);
    if (!known && this.#properties.size >= maxProperties) return void (this.hasMore = true);
    const counted = known ?? { filled: 0, values: new Map<string, number>() };
    this.#properties.set(name, counted);
    counted.filled++;
    const text = textOf(value);
    if (text === undefined || !counted.values) return;
    const persons = counted.values.get(text) ?? 0;
    counted.values.set(text, persons + 1);
    if (persons === 0) this.#different++;
    if (counted.values.size <= maxDifferent && this.#different <= maxAllDifferent) return;
    this.#different -= counted.values.size;
    counted.values = undefined;
  }

  /** The most filled first. A property that fewer than `minPersons` have is left out, also by name. */
  properties(): readonly PropertySummary[] {
    return [...this.#properties]
      .filter(([, { filled }]) => filled >= minPersons)
      .toSorted(([, one], [, other]) => other.filled - one.filled)
      .map(([name, { filled, values }]) => ({
        name,
        filled,
        values: commonest(values),
        different: values?.size,
      }));
  }

  /** The wanted properties that fewer than `minPersons` have. */
  rare(): readonly string[] {
    return [...(this.#wanted ?? [])].filter((name) => (this.#properties.get(name)?.filled ?? 0) < minPersons);
  }
}

function textOf(value: unknown): string | undefined {
  const text = plainText(value);
  return text !== undefined && text.length <= maxValueLength ? text : undefined;
}

function commonest(values: ReadonlyMap<string, number> | undefined): PropertySummary['values'] {
  return [...(values ?? [])]
    .filter(([, persons]) => persons >= minPersons)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxNamed);
}
