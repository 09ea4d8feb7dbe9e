// What an agent can change: a new cohort, the fields of a record, and what agents changed before. Nothing here deletes a
// record but the undo of its creation.
import * as vscode from 'vscode';
import * as z from 'zod';
import { checkJsonObject } from '#json/checkJsonObject.ts';
import { describeJsonProblem } from '#json/describeJsonProblem.ts';
import { type DeckRecord, isCohort, isViewOnly, type RecordFields } from '#model/records/deckRecord.ts';
import { type FieldChange, inverseOf, isEmpty } from '#model/records/changes/fieldChange.ts';
import type { SeenFields } from '#model/records/changes/recordChanges.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import type { WriteAction, WriteApproval } from '#model/connections/writeGuard.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { incompleteConditions } from '#model/documents/documentPlaces.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import { SaveIncomplete } from '#model/documents/save/saveErrors.ts';
import { displayLines, displayText } from '#text/displayText.ts';
import { AgentChange } from './agentChanges.ts';
import { tool, type ToolAnswer, type ToolContext, type ToolPlan } from './agentTool.ts';
import { ToolError } from './toolError.ts';
import { quoteText } from './answerText.ts';
import { maxFiltersLength } from './jsonPointerEdits.ts';
import { filterWarnings } from './filterWarnings.ts';
import { isSameField, requireSameFields, versionFields } from './knownVersions.ts';
import {
  answerOf,
  placeLines,
  projectInput,
  projectOf,
  nameForPerson,
  recordInput,
  recordOf,
  recordLabel,
} from './places.ts';
import { sentenceOf } from './readTools.ts';

const { t } = vscode.l10n;

const name = z.string().trim().min(1).max(400);
const description = z.string().trim().max(1000);
/** UTF-16 units in a question. */
const maxShown = 400;

/** Throws ToolError for a text that is not a JSON object. */
export function requireFilters(text: string): void {
  if (text.length > maxFiltersLength)
    throw new ToolError(
      `The filters have ${text.length} characters; at most ${maxFiltersLength} can be sent.`,
      'too long',
    );
  const problem = checkJsonObject(text).find(({ severity }) => severity === 'error');
  if (!problem) return;
  const around = text.slice(Math.max(0, problem.offset - 30), problem.offset + 30);
  throw new ToolError(
    `The filters are not valid JSON, so nothing was done: ${quoteText(describeJsonProblem(problem))} At offset ${problem.offset}, near ${quoteText(around)}.`,
    'not JSON',
  );
}

/** Services store incomplete conditions, and then ignore them. Throws SaveIncomplete. */
function requireComplete(list: ListRef, text: string): void {
  const incomplete = incompleteConditions(toDocument({ ...list, id: 0 }, 'filters'), text);
  if (incomplete.length > 0) throw new SaveIncomplete(incomplete);
}

export const createCohort = tool({
  risk: 'write',
  input: z.strictObject({ ...projectInput, name, description: description.optional(), filters: z.string() }),
  plan: async (context, input): Promise<ToolPlan> => {
    const project = await projectOf(context, input);
    const list: ListRef = { ...project, kind: 'cohort' };
    requireFilters(input.filters);
    requireComplete(list, input.filters);
    const warnings = await filterWarnings(context, list, input.filters);
    const fields = { name: input.name, ...(input.description ? { description: input.description } : {}) };
    const body = `${JSON.stringify(fields).slice(0, -1)},"filters":${input.filters}}`;
    const sentence = sentenceOf(context, { ...list, id: 0 }, input.filters, t);
    const lines = [
      t('Name: {0}', displayText(input.name, maxShown)),
      ...(input.description ? [t('Description: {0}', displayLines(input.description, maxShown))] : []),
      displayText(sentence, maxShown),
      ...placeLines(context, project),
    ];
    const title = t('Create cohort “{0}”?', displayText(input.name, 100));
    return {
      project,
      question: { title, lines },
      action: 'create',
      run: async (approval) => {
        const ref = await createOnce(context, approval, list, body);
        const change = addCreation(context, ref, input.name);
        const { record, version } = await readChanged(context, ref);
        const count =
          record && isCohort(record) && record.count !== null && !record.is_calculating
            ? `${record.count} persons`
            : 'calculating: call get_record for its count';
        const words = [
          `created ${recordLabel(ref, record ?? context.catalog.get(ref))}`,
          count,
          `version ${version}`,
          `change ${change}`,
          ...warnings,
        ];
        return { text: answerOf(context, ref, words), outcome: `created cohort ${ref.id}`, record: ref };
      },
    };
  },
});

/** Once the response is lost, the list is read again: it shows whether there is a new cohort. */
async function createOnce({ catalog }: ToolContext, approval: WriteApproval, list: ListRef, body: string) {
  try {
    return await catalog.writer(approval).createText(list, body);
  } catch (error) {
    if (mayHaveArrived(error)) void catalog.refresh(list);
    throw error;
  }
}

/** The service has made the change already: that its record cannot be read again does not make the call fail. */
export async function readChanged({ catalog, versions, signal, log }: ToolContext, ref: RecordRef) {
  try {
    const { record, text } = await catalog.retrieveText(ref, { signal });
    return { record, version: versions.add(ref, record, sliceMember(text, 'filters') ?? '{}') };
  } catch (error) {
    log.warn('Could not read a record that an agent has changed.', error);
    return { record: undefined, version: 'not known: call get_record' };
  }
}

/** @returns the name of the change */
function addCreation(
  { catalog, guard, history, changes }: ToolContext,
  ref: RecordRef,
  cohort: string,
): string {
  const detail = t('Cohort {0}', t('“{0}”', displayText(cohort, maxShown)));
  const change = new AgentChange(guard, {
    label: t('Create “{0}” (by an agent)', displayText(cohort, 60)),
    ref,
    undoing: { action: 'delete', projects: [ref], detail },
    redoing: { action: 'restore', projects: [ref], detail },
    undo: (approval) => catalog.writer(approval).softDelete(ref),
    redo: (approval) => catalog.writer(approval).restore(ref),
  });
  history.add(change);
  return changes.add(change);
}

const editable = ['name', 'description', 'tags', 'pinned'] as const;

export const editRecord = tool({
  risk: 'write',
  input: z.strictObject({
    ...recordInput,
    version: z.string().max(40),
    name: name.optional(),
    description: description.optional(),
    tags: z.array(z.string().trim().min(1).max(255)).max(100).optional(),
    pinned: z.boolean().optional(),
  }),
  plan: async (context, input): Promise<ToolPlan> => {
    const ref = await recordOf(context, input);
    const passed = editable.filter((field) => input[field] !== undefined);
    if (passed.length === 0) throw new ToolError('Pass at least one of name, description, tags and pinned.');
    if (ref.kind === 'cohort' && passed.some((field) => field === 'tags' || field === 'pinned'))
      throw new ToolError(
        'Cohorts have no tags and no pin on the service. Only name and description can be changed.',
      );
    const known = context.versions.require(ref, input.version);
    const record = await context.catalog.retrieve(ref, { signal: context.signal });
    if (record.deleted)
      throw new ToolError('The record is deleted. Only the person can restore it.', 'deleted');
    if (isViewOnly(record))
      throw new ToolError('This key can only view the record. Tell the person.', 'view only');
    const now = versionFields(record);
    requireSameFields(known, now, passed);
    const fields = passed.filter((field) => !isSameField(now[field], input[field]));
    if (fields.length === 0)
      throw new ToolError('This would change nothing: the record has these values already.', 'no change');
    const before: RecordFields = Object.fromEntries(fields.map((field) => [field, now[field]]));
    const after: RecordFields = Object.fromEntries(fields.map((field) => [field, input[field]]));
    const action: WriteAction = actionOf(fields, input.pinned);
    const show = (value: unknown) => displayLines(wordsOf(value), maxShown) || t('(empty)');
    const lines = [
      ...fields.map((field) => t('{0}: {1} → {2}', fieldWords(field), show(now[field]), show(input[field]))),
      ...placeLines(context, ref),
    ];
    const title = t('Change {0}?', nameForPerson(ref, record));
    const run = async (approval: WriteApproval) =>
      sendFields(context, approval, { ref, record, action, before, after, lines });
    return { project: ref, record: ref, question: { title, lines }, action, run };
  },
});

function fieldWords(field: (typeof editable)[number]): string {
  switch (field) {
    case 'name':
      return t('Name');
    case 'description':
      return t('Description');
    case 'tags':
      return t('Tags');
    case 'pinned':
      return t('Pinned');
  }
}

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  return Array.isArray(value) ? value.join(', ') : String(value);
}

interface FieldsChange {
  readonly ref: RecordRef;
  readonly record: DeckRecord;
  readonly action: WriteAction;
  readonly before: RecordFields;
  readonly after: RecordFields;
  /** For the person. */
  readonly lines: readonly string[];
}

async function sendFields(
  context: ToolContext,
  approval: WriteApproval,
  { ref, record, action, before, after, lines }: FieldsChange,
): Promise<ToolAnswer> {
  const { catalog, history, guard, changes } = context;
  const wanted = { ref, before, after };
  const send = async (one: FieldChange, approved: WriteApproval) => {
    const replaced = await catalog.writer(approved).update(ref, one.after, seenOf(one.before));
    return inverseOf(one, replaced ?? one.before);
  };
  let inverse = await send(wanted, approval);
  const detail = [nameForPerson(ref, record), ...lines].join('\n');
  const change = new AgentChange(guard, {
    label: t('Change {0} (by an agent)', nameForPerson(ref, record)),
    ref,
    undoing: { action, projects: [ref], detail: `${t('Undo:')} ${detail}` },
    redoing: { action, projects: [ref], detail },
    undo: async (approved) => {
      if (!isEmpty(inverse)) await send(inverse, approved);
    },
    redo: async (approved) => {
      inverse = await send(wanted, approved);
    },
  });
  history.add(change);
  const changeName = changes.add(change);
  const { record: changed, version } = await readChanged(context, ref);
  const fields = Object.keys(after).join(', ');
  const words = [
    `changed ${recordLabel(ref, changed ?? record)}: ${fields}`,
    `version ${version}`,
    `change ${changeName}`,
  ];
  return { text: answerOf(context, ref, words), outcome: `changed ${fields}`, record: ref };
}

function actionOf(fields: readonly string[], pinned: boolean | undefined): WriteAction {
  if (fields.includes('name')) return 'rename';
  if (fields.includes('description')) return 'editDescription';
  if (fields.includes('tags')) return 'editTags';
  return pinned === true ? 'pin' : 'unpin';
}

function seenOf({ name: seenName, description: seenDescription, tags }: RecordFields): SeenFields {
  return {
    ...(seenName === undefined ? {} : { name: seenName }),
    ...(seenDescription === undefined ? {} : { description: seenDescription }),
    ...(tags === undefined ? {} : { tags }),
  };
}

export const undoAgentChange = tool({
  risk: 'write',
  input: z.strictObject({ change: z.string().max(60) }),
  plan: async (context, input): Promise<ToolPlan> => {
    const change = context.changes.get(input.change);
    if (!change)
      throw new ToolError(
        'This window knows no change of this name. Only changes that agents made in it can be undone here; the person has the history of each record.',
        'unknown change',
      );
    if (!context.history.canUndo(change))
      throw new ToolError(
        'Nothing was done: the person or an earlier call has undone this change already, or too many were made since.',
        'undone before',
      );
    const { ref } = change;
    await context.requireProject(ref);
    return {
      project: ref,
      record: ref,
      question: { title: t('Undo: {0}?', change.label), lines: placeLines(context, ref) },
      action: change.undoing.action,
      run: async (approval) => {
        const isDone = await change.undoWith(approval, context.history);
        const words = isDone ? 'undone' : 'was undone by the person while they were asked';
        return {
          text: answerOf(context, ref, [`change ${input.change} ${words}`]),
          outcome: isDone ? 'undone' : 'undone before',
          record: ref,
        };
      },
    };
  },
});
