// What an agent can find out about persons: numbers, shared values, and, if the person allows it, some rows.
import * as vscode from 'vscode';
import * as z from 'zod';
import type { ExportNoteCode } from '#exports/exportResult.ts';
import { type Cohort, cohortState, isCohort } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';
import { tool, type ToolAnswer, type ToolContext, type ToolPlan } from './agentTool.ts';
import { cutLines, quoteText, quoteJson } from './answerText.ts';
import {
  answerOf,
  cohortInput,
  placeLines,
  projectInput,
  projectOf,
  nameForPerson,
  recordOf,
  recordLabel,
} from './places.ts';
import { minPersons, PersonsSummary, type PropertySummary } from './summarizePersons.ts';
import { ToolError } from './toolError.ts';

const { t } = vscode.l10n;

const pageSize = 1000;
/** Persons that a summary reads: 20 requests. */
const maxSummarized = 20_000;
/** Rows that a model may get at once. */
const maxRows = 20;
const propertyNames = z.array(z.string().min(1).max(200)).max(30);

export const summarizePersons = tool({
  risk: 'read',
  input: z.strictObject({ ...cohortInput, properties: propertyNames.optional() }),
  run: async (context, input) => {
    const ref = await recordOf(context, { ...input, kind: 'cohort' });
    const cohort = await requireCohort(context, ref);
    const summary = new PersonsSummary(input.properties);
    const isWhole = await readPersons(context, ref, (person) => {
      summary.add(person);
      return summary.persons < maxSummarized;
    });
    const isAll = isWhole && summary.persons === cohort.count; // the service's pages may end early
    const lines = [
      recordLabel(ref, cohort),
      `${summary.persons} persons read, ${isAll ? 'which are all' : `not known to be all: the cohort’s count is ${cohort.count ?? 'unknown'}`}`,
      ...outdatedLines(cohort, summary.persons),
      `${input.properties ? 'Values' : 'Properties and values'} that fewer than ${minPersons} persons have are not named.`,
      ...(summary.hasMore ? ['There are too many properties: some are not counted. Pass properties.'] : []),
      ...cutLines(
        [...summary.properties().map(propertyLine), ...summary.rare().map(rareLine)],
        'Pass properties to see some.',
      ),
    ];
    return {
      text: answerOf(context, ref, lines),
      outcome: `${summary.persons} persons summarized`,
      record: ref,
    };
  },
});

/** Why the persons of a cohort may not be those of its filters. */
function outdatedLines(cohort: Cohort, persons: number): readonly string[] {
  switch (cohortState(cohort)) {
    case 'calculating':
      if (persons === 0) return ['The cohort is being calculated: it has no persons yet.'];
      return ['The cohort is being calculated: these are the persons of its last calculation.'];
    case 'failed':
      return ['The last calculation failed: these may be the persons of an earlier one.'];
    case 'static':
    case 'ready':
      return [];
  }
}

function propertyLine({ name, filled, values, different }: PropertySummary): string {
  const words = values.map(([value, persons]) => `${quoteText(value, 100)} ${persons}`).join(', ');
  const variety =
    different === 0
      ? 'lists, objects or long texts'
      : different === undefined
        ? 'too many different to count'
        : `${different} different`;
  return `${quoteText(name, 100)}: filled ${filled}, ${variety}${words === '' ? '' : `: ${words}`}`;
}

function rareLine(name: string): string {
  return `${quoteText(name, 100)}: fewer than ${minPersons} persons have it`;
}

type ReadPerson = Parameters<PersonsSummary['add']>[0];

/** Until `take` says that it has enough. @returns whether all were read */
async function readPersons(
  { openClient, signal, report }: ToolContext,
  ref: RecordRef,
  take: (person: ReadPerson) => boolean,
  limit = pageSize,
): Promise<boolean> {
  const cohorts = (await openClient(ref.connectionId)).cohorts(ref.projectId);
  let persons = 0;
  for await (const page of cohorts.personPages(ref.id, { limit, signal, priority: 'export' })) {
    for (const person of page.results) if (!take(person)) return false;
    persons += page.results.length;
    report(`${persons} persons read`);
  }
  return true;
}

async function requireCohort({ catalog, signal }: ToolContext, ref: RecordRef) {
  const record = await catalog.retrieve(ref, { signal, priority: 'export' });
  if (!isCohort(record) || record.deleted) throw new ToolError('This cohort is deleted.', 'deleted');
  return record;
}

export const readRows = tool({
  risk: 'persons',
  input: z.strictObject({
    ...cohortInput,
    properties: propertyNames.min(1),
    limit: z.int().min(1).max(maxRows),
  }),
  plan: async (context, input): Promise<ToolPlan> => {
    const ref = await recordOf(context, { ...input, kind: 'cohort' });
    const cohort = await requireCohort(context, ref);
    const persons: ReadPerson[] = [];
    await readPersons(context, ref, (person) => persons.push(person) < input.limit, input.limit);
    const run = async (): Promise<ToolAnswer> => {
      const rows = persons.map(({ properties }) =>
        input.properties
          .map((name) => {
            const value = Object.hasOwn(properties, name) ? properties[name] : null; // "constructor" may be none of them
            return `${quoteText(name, 60)} ${quoteJson(value)}`;
          })
          .join(', '),
      );
      const lines = [
        recordLabel(ref, cohort),
        `${rows.length} persons`,
        ...outdatedLines(cohort, rows.length),
        ...cutLines(rows, 'Ask for fewer properties.'),
      ];
      return { text: answerOf(context, ref, lines), outcome: `${rows.length} persons sent`, record: ref };
    };
    const question = {
      title: t(
        'Send {0} persons of {1} to an AI model?',
        formatCount(persons.length),
        nameForPerson(ref, cohort),
      ),
      lines: [
        t('Properties: {0}', input.properties.map((name) => displayText(name, 60)).join(', ')),
        ...placeLines(context, ref),
        t('Their values leave this machine for the model that the agent uses.'),
      ],
    };
    return { project: ref, record: ref, question, action: undefined, asks: true, run };
  },
});

export const countOverlap = tool({
  risk: 'read',
  input: z.strictObject({ ...projectInput, cohorts: z.array(cohortInput.id).min(2).max(4) }),
  run: async (context, input) => {
    const project = await projectOf(context, input);
    const refs = [...new Set(input.cohorts)].map((id): RecordRef => ({ ...project, kind: 'cohort', id }));
    if (refs.length < 2) throw new ToolError('Pass two to four different cohorts.');
    const { words, isExact, persons } = await compare(context, refs);
    const lines = [
      ...words,
      isExact
        ? 'These numbers are exact.'
        : 'Not exact: a cohort was being calculated, changed, or has another count than persons.',
    ];
    return {
      text: answerOf(context, project, lines),
      outcome: `${persons} persons compared`,
      record: refs[0],
    };
  },
});

const inexactNotes: readonly ExportNoteCode[] = [
  'withoutId',
  'recalculated',
  'calculating',
  'calculationFailed',
];

/** The exports of the cohorts go with the answer. */
async function compare(context: ToolContext, refs: readonly RecordRef[]) {
  const { removeFile } = await import('#disk/moveFile.ts');
  const { compareFiles } = await import('#exports/compare/compareFiles.ts');
  const paths: string[] = [];
  try {
    const cohorts = await Promise.all(refs.map((ref) => requireCohort(context, ref)));
    let isExact = true;
    for (const [index, ref] of refs.entries()) {
      const { path, complete, notes } = await exportTo(context, ref, cohorts[index]);
      paths.push(path);
      isExact &&= complete === 'yes' && !notes.some((note) => inexactNotes.includes(note));
    }
    const { exportsFolder: scratchDirectory, signal, report } = context;
    const onProgress = (done: number) => report(`${done} persons compared`);
    const comparison = await compareFiles({ files: paths, scratchDirectory, signal, onProgress });
    const parts = comparison.parts;
    await comparison.close();
    const names = refs.map((ref, index) => recordLabel(ref, cohorts[index]));
    const total = (index: number) =>
      parts.reduce((sum, { files: bits, persons }) => sum + (bits & (1 << index) ? persons : 0), 0);
    const words = [
      ...names.map((name, index) => `${name}: ${total(index)} persons${unsettledWords(cohorts[index])}`),
      ...allSets(refs.length).map(
        (bits) => `${setWords(refs, bits)}: ${parts.find(({ files: one }) => one === bits)?.persons ?? 0}`,
      ),
    ];
    return { words, isExact, persons: parts.reduce((sum, part) => sum + part.persons, 0) };
  } finally {
    for (const path of paths) await removeFile(path);
  }
}

function unsettledWords(cohort: Cohort | undefined): string {
  const state = cohort && cohortState(cohort);
  if (state === 'calculating') return ', calculating: the numbers may change';
  return state === 'failed' ? ', of an earlier calculation: the last one failed' : '';
}

function allSets(count: number): readonly number[] {
  return Array.from({ length: 2 ** count - 1 }, (_, index) => index + 1);
}

function setWords(refs: readonly RecordRef[], bits: number): string {
  const inside = refs.filter((_, index) => bits & (1 << index)).map(({ id }) => id);
  const [only, ...others] = inside;
  if (others.length === 0) return `only in ${only}`;
  return inside.length === refs.length ? 'in all of them' : `in ${inside.join(' and ')}, in no other`;
}

async function exportTo(
  { openClient, exportsFolder, signal, report }: ToolContext,
  ref: RecordRef,
  cohort: Cohort | undefined,
) {
  const { exportPersons } = await import('#exports/exportPersons.ts');
  const { exportBaseName } = await import('#exports/files/exportFileName.ts');
  return exportPersons({
    cohorts: (await openClient(ref.connectionId)).cohorts(ref.projectId),
    cohortId: ref.id,
    format: 'ndjson',
    directory: exportsFolder,
    fileName: `${exportBaseName(`compared-${ref.id}`, new Date())}.ndjson`,
    expectedCount: cohort?.count ?? undefined,
    lastCalculation: cohort?.last_calculation ?? null,
    signal,
    onProgress: ({ rows }) => report(`${rows} persons of cohort ${ref.id}`),
  });
}

export const exportForPerson = tool({
  risk: 'show',
  input: z.strictObject({ ...cohortInput, format: z.enum(['csv', 'json', 'ndjson']) }),
  run: async (context, input) => {
    const ref = await recordOf(context, { ...input, kind: 'cohort' });
    const cohort = await requireCohort(context, ref);
    const before = context.recentExports.of(ref)[0];
    const format = input.format === 'csv' ? 'csvAll' : input.format;
    await vscode.commands.executeCommand('cohortDeck.exportPersons', recordNode(ref), undefined, format);
    const made = context.recentExports.of(ref)[0];
    if (!made || made === before || made.exportedAt === before?.exportedAt)
      throw new ToolError('The export did not end. The person sees why in the editor.', 'not exported');
    const { readFirstPersons } = await import('#table/readFirstPersons.ts');
    const columns = new Set((await readFirstPersons(made.path)).flatMap((one) => Object.keys(Object(one))));
    const lines = [
      recordLabel(ref, cohort),
      `${made.rows} persons, ${made.isComplete ? 'complete' : `not known to be complete: the cohort’s count is ${made.expectedRows ?? 'unknown'}`}. The file is open in the person’s editor.`,
      ...outdatedLines(cohort, made.rows),
      `properties of its first persons${input.format === 'csv' ? ', without nested ones' : ''}:`,
      ...cutLines(
        [...columns].map((name) => quoteText(name, 60)),
        'The file has them all.',
      ),
    ];
    return { text: answerOf(context, ref, lines), outcome: `${made.rows} persons exported`, record: ref };
  },
});
