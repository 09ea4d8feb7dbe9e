// Changes the filters of a record, or puts them as unsaved text into the person's editor.
import * as vscode from 'vscode';
import * as z from 'zod';
import { isUnsaved } from '#host/pages/tabs.ts';
import { UserError } from '#host/messages/userError.ts';
import { readSetting } from '#host/settings/settings.ts';
import { languageId, scheme } from '#manifest.ts';
import { layOut } from '#model/documents/documentText.ts';
import { describeChanges } from '#model/documents/describeChanges.ts';
import { type DocumentRef, parsePlace, toDocument } from '#model/documents/documentUri.ts';
import type { DocumentState } from '#model/documents/save/documentState.ts';
import { isUnchanged, withoutHabits } from '#model/documents/sameDocument.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import { definedByGroups, isCohort } from '#model/records/deckRecord.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { displayText } from '#text/displayText.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { inEnglish } from '#text/translate.ts';
import { AgentChange } from './agentChanges.ts';
import { tool, type ToolAnswer, type ToolContext, type ToolPlan } from './agentTool.ts';
import { ToolError } from './toolError.ts';
import { quoteText } from './answerText.ts';
import { editFiltersText } from './jsonPointerEdits.ts';
import { filterWarnings } from './filterWarnings.ts';
import { type KnownVersion, requireSameFilters } from './knownVersions.ts';
import { answerOf, placeLines, nameForPerson, recordInput, recordOf, recordLabel } from './places.ts';
import { sentenceOf, usesOf } from './readTools.ts';
import { readChanged, requireFilters } from './writeTools.ts';

const { t } = vscode.l10n;

const edit = z.strictObject({ path: z.string().max(1000), value: z.string().optional() });

export const editFilters = tool({
  risk: 'write',
  input: z.strictObject({
    ...recordInput,
    version: z.string().max(40),
    edits: z.array(edit).max(100).optional(),
    text: z.string().optional(),
    draft: z.boolean().optional(),
  }),
  plan: async (context, input): Promise<ToolPlan> => {
    const ref = await recordOf(context, input);
    if ((input.text === undefined) === (input.edits === undefined || input.edits.length === 0))
      throw new ToolError('Pass either edits or text, and not both.');
    const known = context.versions.require(ref, input.version);
    const document = await context.openDocument(toDocument(ref, 'filters'), textName());
    const state = await document.read(() => undefined);
    requireEditable(state, input.draft === true);
    requireSameFilters(document.ref, known, state.raw);
    const text = input.text ?? (await editFiltersText(state.text, input.edits ?? [], context.signal));
    requireFilters(text);
    if (withoutHabits(document.ref, text).trim() === withoutHabits(document.ref, state.text).trim())
      throw new ToolError('This would change nothing: the record has these filters already.', 'no change');
    requireNoUnsavedText(ref);
    const change: FiltersChange = { context, ref, document, known, state, text };
    return input.draft ? draftPlan(change) : savePlan(change);
  },
});

interface FiltersChange {
  readonly context: ToolContext;
  readonly ref: RecordRef;
  readonly document: OpenDocument;
  readonly known: KnownVersion;
  readonly state: DocumentState;
  readonly text: string;
}

let lastText = 0;

/**
 * What a text was made from is kept apart from that of the person's editors, and of other calls; in few places, because those
 * of unsaved edits are limited.
 */
function textName(): string {
  lastText = (lastText + 1) % 16;
  return `agent:${lastText}`;
}

function requireEditable({ readonly, record }: DocumentState, isDraft: boolean): void {
  if (readonly === 'deleted' || record === undefined)
    throw new ToolError('The record is deleted. Only the person can restore it.', 'deleted');
  if (isCohort(record) && record.is_static)
    throw new ToolError('A static cohort is a fixed list of persons. It has no filters.', 'static');
  if (isCohort(record) && definedByGroups(record))
    throw new ToolError(
      'This cohort is defined by its groups, an older form, which filters would replace. Only the person can do that, in the editor of filters.',
      'groups',
    );
  if (readonly === 'level')
    throw new ToolError('This key can only view the record. Tell the person.', 'view only');
  if (readonly === undefined) return;
  if (readonly === 'protected') {
    if (isDraft)
      throw new ToolError(
        'The project is read-only here, so its editors take no text. Only the person can change that.',
        'readOnly',
      );
    return; // the guard says so
  }
  if ('lost' in readonly) throw readonly.lost;
  throw new ToolError(
    `This key lacks ${quoteText(readonly.scope, 60)}. Ask the person to run “Cohort Deck: Change Key…”.`,
    'missingScope',
  );
}

function openText(ref: RecordRef): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => {
    const place = uri.scheme === scheme ? parsePlace(uri) : undefined;
    return place?.part === 'filters' && isSameRecord(place, ref);
  });
}

function requireNoUnsavedText(ref: RecordRef): void {
  if (isUnsaved(openText(ref)))
    throw new ToolError(
      'The person has unsaved filters of this record in an editor, so nothing was done. Ask them to save or revert them first.',
      'unsaved text',
    );
}

async function savePlan(change: FiltersChange): Promise<ToolPlan> {
  const { context, ref, state, text } = change;
  const [warnings, uses] = await Promise.all([filterWarnings(context, ref, text), usedBy(context, ref)]);
  return {
    project: ref,
    record: ref,
    question: {
      ...questionOf(change, t('Change the filters of {0}?', nameForPerson(ref, state.record))),
      lines: [...questionLines(change), ...uses],
    },
    action: 'save',
    run: async (approval) => save(change, approval, warnings),
  };
}

function questionOf({ ref, state, text }: FiltersChange, title: string) {
  return { title, texts: { ref, before: state.text, after: layOut(text) } };
}

function questionLines({ context, ref, state, text }: FiltersChange): readonly string[] {
  const { record } = state;
  const count =
    record && isCohort(record) && record.count !== null && record.count !== undefined
      ? record.count
      : undefined;
  return [
    displayText(sentenceOf(context, ref, text, t), 400),
    ...(count === undefined ? [] : [t('Now {0}', formatPersons(count, t))]),
    ...placeLines(context, ref),
  ];
}

/** For the person: what a change of the cohort changes, too. */
async function usedBy(context: ToolContext, ref: RecordRef): Promise<readonly string[]> {
  if (ref.kind !== 'cohort') return [];
  const { users } = await usesOf(context, ref);
  if (users.length === 0) return [t('No loaded record uses it.')];
  const names = users.slice(0, 5).map((user) => nameForPerson(user, context.catalog.get(user)));
  const left = users.length - names.length;
  return [t('Used by: {0}', left > 0 ? t('{0} and {1} more', names.join(', '), left) : names.join(', '))];
}

async function save(
  change: FiltersChange,
  approval: WriteApproval,
  warnings: readonly string[],
): Promise<ToolAnswer> {
  const { context, ref, document, known, state, text } = change;
  // While the question was open, the person may have typed, and somebody else may have saved.
  requireNoUnsavedText(ref);
  requireSameFilters(document.ref, known, (await document.read(() => undefined)).raw);
  await send(document, text, approval);
  const made = addToHistory(change);
  const { record, version } = await readChanged(context, ref);
  const words = [
    `saved the filters of ${recordLabel(ref, record ?? state.record)}`,
    ...describeChanges(document.ref, state.text, text, inEnglish).map((line) => quoteText(line, 300)),
    `version ${version}`,
    `change ${made}`,
    ...(ref.kind === 'cohort'
      ? ['The service calculates its persons now: call get_record for its count.']
      : []),
    ...warnings,
  ];
  return { text: answerOf(context, ref, words), outcome: 'saved filters', record: ref };
}

/** @returns the name of the change */
function addToHistory({ context, ref, document, state, text }: FiltersChange): string {
  const label = t('Change the filters of {0} (by an agent)', nameForPerson(ref, state.record));
  const back = async (to: string, from: string, approval: WriteApproval): Promise<void> => {
    const again = await context.openDocument(document.ref, textName());
    const now = await again.read(() => undefined);
    requireUnchanged(document.ref, from, now.text);
    await send(again, to, approval);
  };
  const request = { action: 'save', projects: [ref], detail: label } as const;
  const made = new AgentChange(context.guard, {
    label,
    ref,
    undoing: request,
    redoing: request,
    undo: (approval) => back(state.text, text, approval),
    redo: (approval) => back(text, state.text, approval),
  });
  context.history.add(made);
  return context.changes.add(made);
}

/** Throws UserError, for a person who undoes it as well: what was made since is not taken back with it. */
function requireUnchanged(ref: DocumentRef, expected: string, now: string): void {
  if (isUnchanged(ref, expected, now)) return;
  throw new UserError(
    t('The filters changed since, so nothing was sent. The history of the record has the earlier text.'),
  );
}

/** Throws why it was not saved. */
async function send(document: OpenDocument, text: string, approval: WriteApproval): Promise<void> {
  const end = await document.save(text, {
    isFromEditor: true,
    approval: () => approval,
    decide: async () => 'keepEditing',
  });
  if (end.kind === 'saved') return;
  throw end.kind === 'failed' ? end.error : new ToolError('The filters were not saved.');
}

async function draftPlan(change: FiltersChange): Promise<ToolPlan> {
  const { context, ref, state, text } = change;
  if (readSetting('files.autoSave', { languageId }) !== 'off')
    throw new ToolError(
      'The person’s editor saves by itself (files.autoSave), so a draft would be sent. Ask the person, or call without draft.',
      'auto save',
    );
  const warnings = await filterWarnings(context, ref, text);
  return {
    project: ref,
    record: ref,
    question: {
      ...questionOf(
        change,
        t('Put unsaved filters of {0} into an editor?', nameForPerson(ref, state.record)),
      ),
      lines: questionLines(change),
    },
    action: undefined,
    asks: false,
    run: async () => {
      requireNoUnsavedText(ref);
      await vscode.commands.executeCommand('cohortDeck.editFilters', recordNode(ref));
      const shown = openText(ref);
      if (!shown)
        throw new ToolError('The editor of the filters could not be opened. Tell the person.', 'no editor');
      await context.replaceText(shown.uri, layOut(text));
      const words = [
        `${recordLabel(ref, state.record)}: the filters are unsaved text in the person’s editor. Nothing was sent; the person saves or undoes them.`,
        ...warnings,
      ];
      return { text: answerOf(context, ref, words), outcome: 'draft in an editor', record: ref };
    },
  };
}
