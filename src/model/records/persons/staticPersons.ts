// Persons of static cohorts: who of some is in one, whom a text means, and changes of several persons, which can be continued
// after an error without sending again what has arrived.
import { ApiError, cancelledError, isApiError } from '#api/apiError.ts';
import { nextStands, type ReadableCohorts } from '#api/clientTypes.ts';
import { plainText } from '#json/longNumbers.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import type { Person } from '#model/records/deckRecord.ts';
import { hashText } from '#model/storage/memory.ts';

export type { ReadableCohorts } from '#api/clientTypes.ts';

const maxPageSize = 1000;
/** Of a cohort whose count is not known. */
const usualPersons = 20_000;
/** Persons of one request that adds some; a service that takes fewer gets halves. */
export const maxBatch = 1000;

/** Ends with its signal; `onRead` is called with the number of persons that were read so far. */
export interface ReadingOptions {
  readonly signal: AbortSignal;
  readonly onRead: (persons: number) => void;
}

/** What the service knows a person by. */
export function personKey({ id, uuid = id }: Pick<Person, 'id' | 'uuid'>): string {
  return uuid.toLowerCase();
}

/** Whether a text can be what the service knows a person by. */
export function isPersonKey(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** The same for two texts that mean the same persons: IDs of persons and emails have no case, distinct IDs do. */
function personName(text: string): string {
  return isPersonKey(text) || text.includes('@') ? text.toLowerCase() : text;
}

/** An email or the ID of a person, which have no space. */
function isWithoutSpace(text: string): boolean {
  return isPersonKey(text) || /.@./.test(text);
}

/**
 * Emails and IDs, each once: one a line, or separated as in a table, a mail or a list. A space is part of an ID, but separates
 * texts one of which is an email or the ID of a person.
 */
export function readPersonTexts(text: string): readonly string[] {
  const texts = text.split(/[,;\t\r\n]+/).flatMap((entry) => {
    const pieces = entry.split(/<([^<>\s@]+@[^<>\s@]+|[\da-f-]{36})>/i); // a mail has a name before each address
    return pieces.flatMap((piece, index) => {
      if (index % 2 === 1) return [piece];
      const parts = piece.split(/\s+/).map(withoutQuotes);
      const known = parts.filter(isWithoutSpace);
      if (index < pieces.length - 1) return known;
      return known.length > 0 ? parts : [withoutQuotes(piece)];
    });
  });
  return [...new Map(texts.filter((one) => one !== '').map((one) => [personName(one), one])).values()];
}

function withoutQuotes(text: string): string {
  return text
    .trim()
    .replaceAll(/^"+|(?<!")"+$/g, '')
    .trim();
}

/** Which of the persons are in a cohort. Throws ApiError. */
export async function findMembers(
  cohorts: Pick<ReadableCohorts, 'personPages'>,
  cohortId: number,
  wanted: ReadonlySet<string>,
  options: ReadingOptions,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await readPersons(cohorts, cohortId, options, (person) => {
    const key = personKey(person);
    if (wanted.has(key)) found.add(key);
    return found.size < wanted.size;
  });
  return found;
}

/** Emails, distinct IDs and IDs of persons, with the persons that they mean, which are several where they share an email. */
export interface LookUp {
  readonly found: ReadonlyMap<string, readonly string[]>;
  readonly notFound: readonly string[];
}

/**
 * Looks texts up among the persons of a cohort: by the service's search where that takes fewer requests and the service has
 * it, else by reading the persons. Throws ApiError.
 * @param count of the cohort's persons; undefined if it is not known
 */
export async function lookUpPersons(
  cohorts: Pick<ReadableCohorts, 'persons' | 'personPages'>,
  cohort: { readonly id: number; readonly count: number | undefined },
  texts: readonly string[],
  options: ReadingOptions,
): Promise<LookUp> {
  const found = new Map<string, string[]>();
  const textOf = new Map(texts.map((text) => [personName(text), text]));
  const take = (person: Person): void => {
    for (const name of namesOf(person)) {
      const text = textOf.get(name);
      const persons = text === undefined ? [] : (found.get(text) ?? []);
      if (text === undefined || persons.includes(personKey(person))) continue;
      found.set(text, [...persons, personKey(person)]);
    }
  };
  const pages = Math.ceil((cohort.count ?? usualPersons) / maxPageSize);
  const isSearched = texts.length < pages && (await searchEach(cohorts, cohort.id, texts, take, options));
  // An email may be that of several persons, so the reading goes on to the end.
  if (!isSearched)
    await readPersons(cohorts, cohort.id, options, (person) => {
      take(person);
      return true;
    });
  return { found, notFound: texts.filter((text) => !found.has(text)) };
}

/** @returns false if the service does not search, or finds too many */
async function searchEach(
  cohorts: Pick<ReadableCohorts, 'persons'>,
  cohortId: number,
  texts: readonly string[],
  take: (person: Person) => void,
  { signal, onRead }: ReadingOptions,
): Promise<boolean> {
  for (const [index, search] of texts.entries()) {
    const page = await cohorts.persons(cohortId, { search, limit: 100, signal });
    // A service that ignores the search has a page of any persons.
    const isOfSearch = page.results.every((person) => textOfPerson(person).includes(search.toLowerCase()));
    if (!isOfSearch || page.next !== undefined) return false;
    for (const person of page.results) take(person);
    onRead(index + 1);
  }
  return true;
}

function namesOf({ id, uuid = id, distinct_ids, properties }: Person): ReadonlySet<string> {
  const { email } = properties;
  const names = [id, uuid, ...distinct_ids, ...(typeof email === 'string' ? [email] : [])];
  return new Set(names.map((name) => personName(name.trim())));
}

function textOfPerson(person: Person): string {
  const name = plainText(person.properties['name']) ?? '';
  return [...namesOf(person), person.name ?? '', name].join('\n').toLowerCase();
}

/**
 * Throws ApiError, also where pages end before the persons do: who is not read would count as not in the cohort.
 * @param take returns whether to read on
 */
export async function readPersons(
  cohorts: Pick<ReadableCohorts, 'personPages'>,
  cohortId: number,
  { signal, onRead }: ReadingOptions,
  take: (person: Person) => boolean,
): Promise<void> {
  let read = 0;
  for await (const page of cohorts.personPages(cohortId, {
    limit: maxPageSize,
    signal,
    priority: 'export',
  })) {
    for (const person of page.results) if (!take(person)) return;
    if (page.problems.includes(nextStands))
      throw new ApiError('unexpected', 'The pages of persons end early.', { detail: nextStands });
    read += page.results.length;
    onRead(read);
  }
}

export interface StepOptions {
  readonly signal: AbortSignal;
  /** Called with the number of persons of whom the change was made so far. */
  readonly onStep: (persons: number) => void;
}

/**
 * Persons to add to a cohort, in requests of several, or to remove from it, one a request, because no service takes several.
 * `run` continues where it has ended.
 */
export class PersonsChange {
  readonly action: 'addPersons' | 'removePersons';
  readonly total: number;
  /** The same for the same change of the same persons. */
  readonly key: string;
  readonly #left: string[];
  readonly #sent = new Set<string>();
  readonly #unknown: string[] = [];
  #size: number;

  constructor(action: PersonsChange['action'], persons: Iterable<string>) {
    this.action = action;
    this.#left = [...persons];
    this.total = this.#left.length;
    this.key = `${action} ${hashText(this.#left.join())}`;
    this.#size = action === 'addPersons' ? maxBatch : 1;
  }

  get left(): number {
    return this.#left.length;
  }

  /** Of how many persons the change was made. */
  get done(): number {
    return this.total - this.left - this.unknown.length;
  }

  /** Those of the requests that succeeded, or may have arrived. */
  get sent(): readonly string[] {
    return [...this.#sent];
  }

  /** The service has refused them as unknown. */
  get unknown(): readonly string[] {
    return this.#unknown;
  }

  /** Throws ApiError; `cancelled` between two requests, too. */
  async run(
    send: (persons: readonly string[], signal: AbortSignal) => Promise<void>,
    { signal, onStep }: StepOptions,
  ): Promise<void> {
    while (this.#left.length > 0) {
      if (signal.aborted) throw cancelledError();
      const batch = this.#left.slice(0, this.#size);
      try {
        await send(batch, signal);
        for (const person of batch) this.#sent.add(person);
      } catch (error) {
        if (batch.length > 1 && isTooMany(error)) {
          this.#size = Math.ceil(batch.length / 2);
          continue;
        }
        if (mayHaveArrived(error) && !isWithoutStaticPersons(error))
          for (const person of batch) this.#sent.add(person);
        if (!this.#isUnknown(error)) throw error;
        this.#unknown.push(...batch);
      }
      this.#left.splice(0, batch.length);
      onStep(this.done);
    }
  }

  /** The service says that it has nobody of the batch. Whatever else it refuses is left. */
  #isUnknown(error: unknown): boolean {
    if (this.action === 'removePersons') return isApiError(error, 'notFound');
    return isApiError(error, 'invalid') && error.status === 400 && saysUnknown(error.detail ?? '');
  }
}

/** “No valid users to add to cohort” and the like; no sentence about the cohort, the request or the service. */
function saysUnknown(detail: string): boolean {
  const sentence = detail.replace(/ to add to (?:the |this |a )?cohort\b/i, '');
  return !/\bstatic|cohort|calculat|error\b|\btables?\b/i.test(sentence) && ofUnknown.test(sentence);
}

const ofUnknown = new RegExp(
  [
    String.raw`^no (?:valid|matching|known|such|existing) (?:users?|persons?|people)\b`,
    String.raw`^no (?:users?|persons?|people)(?: were| was)? (?:found|exists?|match)`,
    String.raw`^none of (?:the |these |those )?(?:given )?(?:users|persons|people)\b.*\b(?:exists?|match|found|known|valid)`,
    String.raw`^(?:the |these |given )*(?:users?|persons?|people)(?:[\s"'[\](),:]|with|ids?|uuids?|[\da-f-]{36})* (?:(?:do|does|did|was|were|could) not (?:exist|be found|found)|(?:is |are )?unknown|not found)`,
  ].join('|'),
  'i',
);

function isTooMany(error: unknown): boolean {
  if (!isApiError(error, 'invalid')) return false;
  return error.status === 413 || /limit|exceed|too (?:many|large|long)/i.test(error.detail ?? '');
}

/** The response of a service that cannot change the persons of a cohort. */
export function isWithoutStaticPersons(error: unknown): boolean {
  return isApiError(error, 'notAllowed') || (isApiError(error, 'notJson') && error.status === 404);
}
