// Which persons are added to a static cohort, and to which one.
import * as vscode from 'vscode';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { quotedName } from '#commands/targets/recordNames.ts';
import { askPick, askPickOf } from '#host/input/askPick.ts';
import { askText } from '#host/input/askText.ts';
import type { Log } from '#host/log.ts';
import { showCommandError } from '#host/messages/showCommandError.ts';
import { showStepsWhenSlow } from '#host/messages/showWhenSlow.ts';
import { UserError } from '#host/messages/userError.ts';
import type { Catalog, CatalogOptions } from '#model/records/catalog.ts';
import { type Cohort, type DeckRecord, isCohort, nameOf } from '#model/records/deckRecord.ts';
import {
  isPersonKey,
  lookUpPersons,
  personKey,
  type ReadableCohorts,
  type ReadingOptions,
  readPersons,
  readPersonTexts,
} from '#model/records/persons/staticPersons.ts';
import { parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { isObject } from '#model/storage/memory.ts';
import { formatCount, formatIdAndPersons, formatPersons } from '#text/formatNumber.ts';
import { askUntilMade } from '#commands/makeChange.ts';

const { t } = vscode.l10n;

export interface PersonSources {
  readonly catalog: Catalog;
  readonly log: Log;
  readonly targets: CommandTargets;
  readonly openClient: CatalogOptions['openClient'];
}

export interface ChosenPersons {
  /** What the service knows each by, and what it was chosen as. */
  readonly labels: ReadonlyMap<string, string>;
  /** Texts that mean nobody. */
  readonly notFound: readonly string[];
  /** Those whom the service has not shown just now, so it may not have them. */
  readonly unproven: ReadonlySet<string>;
}

/** Persons of a table, and the cohort that they are of. */
export interface GivenPersons extends ChosenPersons {
  readonly from: RecordRef | undefined;
}

/** The third argument `{persons, cohort}`: IDs of persons, and the text of a record reference, empty if none is known. */
export function givenPersons([, , given]: readonly unknown[]): GivenPersons | undefined {
  if (!isObject(given) || !Array.isArray(given['persons'])) return undefined;
  const texts = given['persons'].filter((person): person is string => typeof person === 'string');
  const cohort: unknown = given['cohort'];
  const keys = texts.filter(isPersonKey).map((text) => [text.toLowerCase(), text] as const);
  return {
    labels: new Map(keys),
    notFound: texts.filter((text) => !isPersonKey(text)),
    unproven: new Set(keys.map(([key]) => key)),
    from: typeof cohort === 'string' ? parseRecordRef(cohort) : undefined,
  };
}

export function isStaticCohort(record: DeckRecord): record is Cohort {
  return isCohort(record) && record.is_static;
}

/** The static cohort to change: that of a tree item, else the one that the person picks, of the same project as the given persons. */
export async function askCohort(
  { targets }: PersonSources,
  args: readonly unknown[],
  given: GivenPersons | undefined,
): Promise<RecordRef | undefined> {
  const pick = () =>
    targets.pickRecord(['cohort'], t('Select a Static Cohort'), {
      within: given?.from,
      accepts: isStaticCohort,
      empty: t('There is no static cohort to select.'),
    });
  return given && args[0] === undefined ? pick() : targets.record(args, ['cohort'], '', pick);
}

type Source = 'text' | 'clipboard' | 'cohort';

/** Changes a cohort with persons that the person chooses. */
export type ChoosePersons = (
  sources: PersonSources,
  ref: RecordRef,
  change: (chosen: ChosenPersons) => Promise<void>,
) => Promise<void>;

/** Persons to add to a cohort. */
export const askAdded: ChoosePersons = async (sources, ref, change) => {
  const title = t('Add Persons to {0}', quotedName(sources.catalog, ref));
  const source = await askSource(title, ['text', 'cohort']);
  if (source === 'cohort') {
    const chosen = await readCohort(sources, ref, title);
    return chosen && change(chosen);
  }
  const showFailure = (error: unknown) => showCommandError('cohortDeck.addPersons', error, sources.log, ref);
  await withTexts(title, source, showFailure, async (texts) => {
    const searched = await askSearched(sources, ref, texts.length);
    if (!searched) throw new vscode.CancellationError();
    const { labels, notFound } = await lookUpIn(sources, searched, texts);
    // A distinct ID can look like the ID of a person; what is neither there may be that of another person of the project.
    const keys = notFound.filter(isPersonKey).map((text) => [text.toLowerCase(), text] as const);
    await change({
      labels: new Map([...labels, ...keys]),
      notFound: notFound.filter((text) => !isPersonKey(text)),
      unproven: new Set(keys.map(([key]) => key)),
    });
  });
};

/** Persons of a cohort to remove from it. */
export const askRemoved: ChoosePersons = async (sources, ref, change) => {
  const title = t('Remove Persons from {0}', quotedName(sources.catalog, ref));
  const source = await askSource(title, ['text']);
  const showFailure = (error: unknown) =>
    showCommandError('cohortDeck.removePersons', error, sources.log, ref);
  await withTexts(title, source, showFailure, async (texts) => change(await lookUpIn(sources, ref, texts)));
};

/** The clipboard comes first, if it has something. */
async function askSource(title: string, others: readonly Source[]): Promise<Source | undefined> {
  const copied = readPersonTexts(await vscode.env.clipboard.readText()).length;
  const offered: readonly Source[] = copied > 0 ? ['clipboard', ...others] : others;
  const words: Readonly<Record<Source, readonly [icon: string, label: string]>> = {
    text: ['edit', t('Enter Emails or IDs…')],
    clipboard: ['clippy', t('Emails or IDs from the Clipboard')],
    cohort: ['person', t('Persons of Another Cohort…')],
  };
  const items = offered.map((value) => {
    const [icon, label] = words[value];
    const description = value === 'clipboard' ? t('{0} copied', formatCount(copied)) : '';
    return { label, description, iconPath: new vscode.ThemeIcon(icon), value };
  });
  return askPickOf(items, { title, placeholder: t('Select where the persons come from') });
}

interface TypedTexts {
  readonly typed: string;
  readonly texts: readonly string[];
}

/** Does nothing if the person canceled. What was typed is asked for again after a failure, too. */
async function withTexts(
  title: string,
  source: Source | undefined,
  showFailure: (error: unknown) => void,
  run: (texts: readonly string[]) => Promise<void>,
): Promise<void> {
  if (source === 'clipboard') return run(readPersonTexts(await vscode.env.clipboard.readText()));
  if (source !== 'text') return;
  const ask = (last?: TypedTexts) => askTyped(title, last?.typed);
  await askUntilMade(await ask(), ask, async ({ texts }) => {
    try {
      await run(texts);
    } catch (error) {
      showFailure(error);
      throw new vscode.CancellationError();
    }
  });
}

function askTyped(title: string, value = ''): Promise<TypedTexts | undefined> {
  return askText({
    title,
    value,
    prompt: t('Emails, distinct IDs or IDs of persons, separated by commas. A space is part of an ID.'),
    submit: async (typed) => {
      const texts = readPersonTexts(await asCopied(typed));
      return texts.length > 0
        ? { ok: true, value: { typed, texts } }
        : { ok: false, message: t('Enter at least one email or ID.') };
    },
  });
}

/** A box makes spaces of the line breaks of what is pasted. */
async function asCopied(typed: string): Promise<string> {
  if (!/\s/.test(typed.trim())) return typed;
  const copied = await vscode.env.clipboard.readText();
  const inBox = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return inBox(copied) === inBox(typed) ? copied : typed;
}

/** Among the persons of a cohort. */
async function lookUpIn(
  sources: PersonSources,
  ref: RecordRef,
  texts: readonly string[],
): Promise<ChosenPersons> {
  const title = t('Looking up persons in {0}', quotedName(sources.catalog, ref));
  const record = sources.catalog.get(ref);
  const cohort = { id: ref.id, count: record && isCohort(record) ? (record.count ?? undefined) : undefined };
  const { found, notFound } = await whileReading(sources, ref, title, (cohorts, options) =>
    lookUpPersons(cohorts, cohort, texts, options),
  );
  const labels = [...found].flatMap(([text, persons]) => persons.map((person) => [person, text] as const));
  return { labels: new Map(labels), notFound, unproven: new Set() };
}

/** The service lists persons of cohorts alone, so they are looked up in one; the largest comes first. */
function askSearched(
  { catalog }: PersonSources,
  ref: RecordRef,
  count: number,
): Promise<RecordRef | undefined> {
  const cohorts = () =>
    catalog
      .list(ref)
      .records.filter((record) => isCohort(record) && record.id !== ref.id)
      .toSorted((a, b) => countOf(b) - countOf(a));
  return askPick<RecordRef>({
    title: t('Look Up {0}', formatPersons(count, t)),
    placeholder: t('Select the cohort in which to look for them'),
    empty: t('There is no other cohort in which to look for them.'),
    load: async (show, signal) => {
      await catalog.loadWhole(ref, () => !signal.aborted, 'interactive');
      show(
        cohorts().map((record) => ({
          label: nameOf(record) ?? t('#{0}', record.id),
          description: formatIdAndPersons({ id: record.id, count: countOf(record) }, t),
          iconPath: new vscode.ThemeIcon('person'),
          value: { ...ref, id: record.id },
        })),
      );
    },
  });
}

function countOf(record: DeckRecord): number {
  return isCohort(record) ? (record.count ?? 0) : 0;
}

async function readCohort(
  sources: PersonSources,
  ref: RecordRef,
  title: string,
): Promise<ChosenPersons | undefined> {
  const { catalog, targets } = sources;
  const other = await targets.pickRecord(['cohort'], title, { within: ref, otherThan: ref });
  if (!other) return undefined;
  const labels = new Map<string, string>();
  const reading = t('Reading the persons of {0}', quotedName(catalog, other));
  await whileReading(sources, other, reading, async (cohorts, options) =>
    readPersons(cohorts, other.id, options, (person) => {
      const key = personKey(person);
      labels.set(key, key);
      return true;
    }),
  );
  if (labels.size === 0) throw new UserError(t('{0} has no persons.', quotedName(catalog, other)));
  return { labels, notFound: [], unproven: new Set() };
}

/** Shows the progress of a reading, which the person can cancel. Throws what it throws. */
export async function whileReading<T>(
  { openClient }: Pick<PersonSources, 'openClient'>,
  { connectionId, projectId }: RecordRef,
  title: string,
  read: (cohorts: ReadableCohorts, options: ReadingOptions) => Promise<T>,
): Promise<T> {
  const cohorts = (await openClient(connectionId)).cohorts(projectId);
  return showStepsWhenSlow(title, (report, signal) =>
    read(cohorts, {
      signal,
      onRead: (persons) => report(formatCount(persons)),
    }),
  );
}
