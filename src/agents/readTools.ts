// What an agent can read of records, and open for the person.
import * as vscode from 'vscode';
import * as z from 'zod';
import { isApiError } from '#api/apiError.ts';
import { describeFilters } from '#filters/describeFilters.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { layOut } from '#model/documents/documentText.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import { withoutHabits } from '#model/documents/sameDocument.ts';
import type { CohortUser } from '#model/records/cohortDetails.ts';
import { cohortIdsIn, findUsers } from '#model/records/namesInFilters.ts';
import { tileTitle, tilesOf } from '#model/records/dashboardTiles.ts';
import {
  cohortState,
  type DeckRecord,
  definedByGroups,
  isCohort,
  isPinned,
  nameOf,
  tagsOf,
} from '#model/records/deckRecord.ts';
import { isSameRecord, type ListRef, type RecordKind, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { rankRecords } from '#model/records/search/shownRecords.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { inEnglish } from '#text/translate.ts';
import { tool, type ToolAnswer, type ToolContext } from './agentTool.ts';
import { ToolError } from './toolError.ts';
import { cutLines, fence, linesFrom, quoteText, roomAfter } from './answerText.ts';
import { answerOf, cohortInput, placeLine, projectOf, recordInput, recordOf, recordLabel } from './places.ts';

/** Projects whose lists one call reads. */
const maxProjects = 8;
const kinds: readonly RecordKind[] = ['cohort', 'dashboard'];

export const searchRecords = tool({
  risk: 'read',
  input: z.strictObject({
    query: z.string().max(200).optional(),
    kind: recordInput.kind.optional(),
    connection: z.string().max(200).optional(),
    project: z.string().max(200).optional(),
    offset: z.int().min(0).optional(),
  }),
  run: async (context, input) => {
    const projects = await projectsFor(context, input.connection, input.project);
    const isOverview =
      input.query === undefined && input.kind === undefined && input.connection === undefined;
    if (isOverview && projects.length !== 1) return overview(context, projects);
    if (projects.length > maxProjects)
      throw new ToolError(
        `There are ${projects.length} projects. Pass connection and project; call list_records without input to see them.`,
        'too many projects',
      );
    const listed = input.kind === undefined ? kinds : [input.kind];
    const lists = projects.flatMap((project) => listed.map((kind) => ({ ...project, kind })));
    await loadReadable(context, lists);
    const found = lists.flatMap((list) => recordsIn(context, list, input.query ?? ''));
    const left = leftLines(context, lists);
    const { lines, next } = rowsFrom(context, found, input.offset ?? 0, roomAfter(left));
    const more = next === undefined ? [] : [`… more: call with offset ${next}, or with a longer query`];
    const text = fence([`${found.length} records`, ...left, ...lines, ...more]);
    return { text, outcome: `${found.length} records` };
  },
});

/** Of lists that the key may not read, or that are not loaded as a whole: they are too long, or the service has not sent all of them. */
function leftLines({ catalog }: ToolContext, lists: readonly ListRef[]): readonly string[] {
  return lists.flatMap((list) => {
    const { records, status, total = 0 } = catalog.list(list);
    if (status === 'failed')
      return [`The key may not read the ${list.kind}s of project ${quoteText(list.projectId)}.`];
    if (total <= records.length) return [];
    return [
      `Only ${records.length} of ${total} ${list.kind}s of project ${quoteText(list.projectId)} were searched.`,
    ];
  });
}

/** Rows below a line for each project, as many as there is room for. `next`: the first that is left out. */
function rowsFrom(context: ToolContext, found: readonly FoundRecord[], offset: number, maxLength: number) {
  const lines: string[] = [];
  let left = maxLength;
  let project = '';
  for (const [index, { ref, record }] of found.entries()) {
    if (index < offset) continue;
    const place = placeLine(context, ref);
    const added = [...(place === project ? [] : [place]), rowOf(ref, record)];
    left -= added.join('\n').length + 1;
    if (left < 0) return { lines, next: index };
    lines.push(...added);
    project = place;
  }
  return { lines, next: undefined };
}

/** Throws ToolError where nothing is named so. */
async function projectsFor(
  context: ToolContext,
  connectionId: string | undefined,
  projectId: string | undefined,
): Promise<readonly ProjectRef[]> {
  const { connections } = context;
  if (connectionId !== undefined && projectId !== undefined)
    return [await projectOf(context, { connection: connectionId, project: projectId })];
  const all = connections.all
    .filter(({ id }) => connectionId === undefined || id === connectionId)
    .flatMap((one) => one.projects.map(({ id }) => ({ connectionId: one.id, projectId: id })))
    .filter((place) => projectId === undefined || place.projectId === projectId);
  if (all.length > 0) return all;
  if (connections.all.length > 0)
    throw new ToolError(
      'There is no such connection or project. Call list_records without input to see them.',
      'unknown place',
    );
  throw new ToolError(
    'There is no connection yet. Ask the person to run “Cohort Deck: Connect…”.',
    'no connection',
  );
}

function overview(context: ToolContext, projects: readonly ProjectRef[]): ToolAnswer {
  const rows = projects.map((project) => {
    const known = kinds.map((kind) => {
      const { status, total, records } = context.catalog.list({ ...project, kind });
      return status === 'idle' ? '' : `, ${total ?? records.length} ${kind}s`;
    });
    return `${placeLine(context, project)}${known.join('')}`;
  });
  const lines = [`${projects.length} projects. Pass connection and project to see their records.`];
  return {
    text: fence([...lines, ...cutLines(rows, 'Pass a connection.')]),
    outcome: `${projects.length} projects`,
  };
}

interface FoundRecord {
  readonly ref: RecordRef;
  readonly record: DeckRecord;
}

function recordsIn({ catalog }: ToolContext, list: ListRef, query: string): readonly FoundRecord[] {
  const searched = catalog.list(list).records.map((record) => ({
    id: record.id,
    name: nameOf(record) ?? '',
    details: [...tagsOf(record), record.description ?? ''].join(' ').slice(0, 2000),
    record,
  }));
  return rankRecords(query, searched).map(({ record }) => ({ ref: { ...list, id: record.id }, record }));
}

/** A key may have the scope of one kind only. Throws why a list could not be loaded otherwise, or where none may be read. */
export async function loadReadable(
  context: Pick<ToolContext, 'catalog' | 'signal'>,
  lists: readonly ListRef[],
): Promise<void> {
  const ends = await Promise.allSettled(lists.map((list) => loadList(context, list)));
  const errors = ends.flatMap((end): readonly unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  const isRefusal = (error: unknown) => isApiError(error, 'missingScope', 'forbidden');
  if (errors.length === lists.length || !errors.every(isRefusal))
    throw errors.find((error) => !isRefusal(error)) ?? errors[0];
}

async function loadList({ catalog, signal }: Pick<ToolContext, 'catalog' | 'signal'>, list: ListRef) {
  if (catalog.list(list).status === 'failed') await catalog.refresh(list);
  await catalog.loadWhole(list, () => !signal.aborted);
  signal.throwIfAborted();
  const state = catalog.list(list);
  if (state.status === 'failed') throw state.error;
}

function rowOf(ref: RecordRef, record: DeckRecord): string {
  return [recordLabel(ref, record), ...traitsOf(record)].join(' ');
}

function traitsOf(record: DeckRecord): readonly string[] {
  if (!isCohort(record)) {
    const tags = tagsOf(record);
    return [
      ...(isPinned(record) ? ['pinned'] : []),
      ...(tags.length > 0 ? [`tags ${tags.map((tag) => quoteText(tag, 40)).join(' ')}`] : []),
    ];
  }
  const state = cohortState(record);
  return [`${record.count ?? 'unknown'} persons`, ...(state === 'ready' ? [] : [state])];
}

export const getRecord = tool({
  risk: 'read',
  input: z.strictObject({
    ...recordInput,
    show: z
      .array(z.enum(['filters', 'tiles']))
      .max(2)
      .optional(),
    line: z.int().min(1).optional(),
  }),
  run: async (context, input) => {
    const ref = await recordOf(context, input);
    const { record, text } = await context.catalog.retrieveText(ref, {
      signal: context.signal,
      priority: 'export',
    });
    if (record.deleted)
      throw new ToolError(
        'This record is deleted. Only the person can restore it, from the Trash.',
        'deleted',
      );
    const raw = sliceMember(text, 'filters') ?? '{}';
    const show = new Set(input.show);
    if (input.line !== undefined) show.add('filters');
    const lines = [
      rowOf(ref, record),
      `version ${context.versions.add(ref, record, raw)}`,
      ...(record.description ? [`description ${quoteText(record.description, 1000)}`] : []),
      `filters: ${filtersWords(context, ref, record, raw)}`,
      ...(show.has('tiles') ? tileLines(record) : []),
    ];
    if (show.has('filters')) lines.push(...filterLines(ref, raw, input.line ?? 1, roomAfter(lines)));
    return { text: answerOf(context, ref, lines), outcome: 'read', record: ref };
  },
});

function filtersWords(context: ToolContext, ref: RecordRef, record: DeckRecord, raw: string): string {
  if (isCohort(record) && record.is_static) return 'none: this cohort is a fixed list of persons';
  if (isCohort(record) && definedByGroups(record))
    return 'none: this cohort is defined by its groups, an older form that is not shown here';
  return quoteText(sentenceOf(context, ref, raw), 1500);
}

/** With the names of the cohorts that are loaded. `t` is the language of the reader: a model’s is English. */
export function sentenceOf(
  { catalog }: Pick<ToolContext, 'catalog'>,
  ref: RecordRef,
  filters: string,
  t = inEnglish,
): string {
  const shape = parseFilterShape(filters, ref.kind);
  if (!shape) return t('not readable as filters');
  const cohortName = (id: string) => {
    const record = catalog.get({ ...ref, kind: 'cohort', id: Number(id) });
    return record && nameOf(record);
  };
  return describeFilters(shape, t, cohortName);
}

function filterLines(ref: RecordRef, raw: string, first: number, maxLength: number): readonly string[] {
  const text = withoutHabits(toDocument(ref, 'filters'), layOut(raw));
  const { lines, next } = linesFrom(text, first, maxLength);
  return [
    `filters as text, from line ${first}:`,
    ...lines,
    ...(next === undefined ? [] : [`… more: call get_record with line ${next}`]),
  ];
}

function tileLines(record: DeckRecord): readonly string[] {
  if (isCohort(record)) return ['A cohort has no tiles.'];
  const tiles = tilesOf(record) ?? [];
  const rows = tiles.map((one) => `tile ${one.id} ${quoteText(tileTitle(one) ?? '', 120)}`);
  return [`${tiles.length} tiles`, ...cutLines(rows, 'open_record shows them to the person.', 2500)];
}

export const findUses = tool({
  risk: 'read',
  input: z.strictObject(cohortInput),
  run: async (context, input) => {
    const ref = await recordOf(context, { ...input, kind: 'cohort' });
    const { users, used } = await usesOf(context, ref);
    const service = await furtherUsers(context, ref, users);
    const { others, unnamed } = service ?? { others: [], unnamed: 0 };
    const all = users.length + others.length + unnamed;
    const name = (one: RecordRef) => recordLabel(one, context.catalog.get(one));
    const rows = [
      ...users.map((user) => `${name(user)} uses this cohort`),
      ...others.map((user) => `${userLabel(user)} uses this cohort`),
      ...(unnamed > 0 ? [`${unnamed} more use it, which the service does not name`] : []),
      ...used.map((one) => `${name(one)} is used by this cohort`),
    ];
    const lines = [
      recordLabel(ref, context.catalog.get(ref)),
      `${all} ${service ? 'cohorts, dashboards, insights and feature flags' : 'cohorts and dashboards'} use it`,
      ...leftLines(
        context,
        kinds.map((kind) => ({ ...ref, kind })),
      ),
      ...cutLines(rows, ''),
      'Tiles of dashboards count where the dashboard was opened in this window.',
      ...(service ? [] : ['Feature flags and other insights were not searched.']),
    ];
    return { text: answerOf(context, ref, lines), outcome: `${all} uses`, record: ref };
  },
});

/** Those that the service names beside `users`; undefined if it does not say. */
async function furtherUsers(context: ToolContext, ref: RecordRef, users: readonly RecordRef[]) {
  const details = await context.details();
  const uses = await details.uses(ref, { signal: context.signal, priority: 'export' });
  if (!uses) return undefined;
  const others = uses.users.filter(
    ({ kind, id }) => !users.some((user) => user.kind === kind && user.id === id),
  );
  const named = others.length + users.filter(({ kind }) => kind === 'cohort').length;
  return { others, unnamed: Math.max(0, uses.total - named) };
}

function userLabel({ kind, id, name }: CohortUser): string {
  return `${kind === 'featureFlag' ? 'feature flag' : kind} ${id} ${quoteText(name)}`;
}

/** Which loaded records use a cohort, and which cohorts it names. Loads the lists of its project that the key may read. */
export async function usesOf(context: Pick<ToolContext, 'catalog' | 'signal'>, ref: RecordRef) {
  const { catalog } = context;
  await loadReadable(
    context,
    kinds.map((kind) => ({ ...ref, kind })),
  );
  const cohort =
    catalog.get(ref) ?? (await catalog.retrieve(ref, { signal: context.signal, priority: 'export' }));
  const users = findUsers(catalog, ref).map((user) => user.ref);
  const used = [...cohortIdsIn(cohort)].map((id): RecordRef => ({ ...ref, id }));
  return { users: users.filter((user) => !isSameRecord(user, ref)), used };
}

const openCommands = {
  page: { cohort: 'cohortDeck.openCohort', dashboard: 'cohortDeck.openDashboard' },
  filters: { cohort: 'cohortDeck.editFilters', dashboard: 'cohortDeck.editFilters' },
  persons: { cohort: 'cohortDeck.showPersons', dashboard: undefined },
} as const;

export const openRecord = tool({
  risk: 'show',
  input: z.strictObject({ ...recordInput, view: z.enum(['page', 'filters', 'persons']) }),
  run: async (context, input) => {
    const ref = await recordOf(context, input);
    const command = openCommands[input.view][ref.kind];
    if (command === undefined)
      throw new ToolError('Only cohorts have persons. Use the view page or filters.');
    const record = await context.catalog.retrieve(ref, { signal: context.signal, priority: 'export' });
    await vscode.commands.executeCommand(command, recordNode(ref));
    const lines = [`${recordLabel(ref, record)} is open in the person’s editor (${input.view}).`];
    return { text: answerOf(context, ref, lines), outcome: `opened (${input.view})`, record: ref };
  },
});
