// Rename and Edit Description. What is known here of a record may be hours old: the person is asked before a text is
// replaced that they have not seen.
import * as vscode from 'vscode';
import type { WriteAction, WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog, CatalogWriter } from '#model/records/catalog.ts';
import { ChangedMeanwhile } from '#model/records/changes/changeErrors.ts';
import { charactersIn, textLimits } from '#model/records/deckRecord.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import { displayDifference, displayLines } from '#text/displayText.ts';
import type { MayOverwrite } from '#commands/confirmWrite.ts';
import {
  type CommandTargets,
  givenText,
  isForRecords,
  requireEditable,
  shownText,
} from '#commands/targets/commandTargets.ts';
import { askUntilMade, makeReversible } from '#commands/makeChange.ts';
import type { RetryDeps } from '#commands/offerRetry.ts';
import { nameWithKind, quotedName } from '#commands/targets/recordNames.ts';
import type { UndoDeps } from '#commands/undoCommands.ts';
import { askText } from '#host/input/askText.ts';

const { t } = vscode.l10n;

/** UTF-16 units of a name; messages name several changes. */
export const maxLengthInAttempt = 60;

/** UTF-16 units of a description; a question has room for two. */
const maxLengthInQuestion = 400;

export interface TextDeps extends UndoDeps, RetryDeps {
  readonly catalog: Catalog;
  readonly shown: Pick<ShownRecords, 'keep'>;
  readonly targets: CommandTargets;
  readonly guard: WriteGuard;
  readonly mayOverwrite: MayOverwrite;
}

export async function rename(deps: TextDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, targets } = deps;
  const others = { onConnection: 'cohortDeck.renameConnection', onProject: undefined } as const;
  if (!isForRecords(args, deps.connections, others)) return;
  const ref = await targets.record(args, ['dashboard', 'cohort'], t('Rename'));
  if (!ref) return;
  const shown = await shownIn(deps, ref, 'name', args);
  const title = t('Rename {0}', quotedName(catalog, ref));
  const was = shown || t('#{0}', ref.id);
  await editText(deps, {
    ref,
    field: 'name',
    action: 'rename',
    shown,
    given: givenText(args)?.trim(),
    check: (name) => nameProblem(name, ref.kind),
    ask: (typed) => askName(title, ref.kind, typed),
    attempt: (name) =>
      t('Could not rename “{0}” to “{1}”.', ...displayDifference(was, name, maxLengthInAttempt)),
    label: (name) => t('Rename “{0}” to “{1}”', was, name),
    describe: (record, name) => t('{0} will be renamed to “{1}”.', record, name),
    describeConflict: (now, name) =>
      [t('Current name: {0}', now || t('(empty)')), t('New name: {0}', name)].join('\n'),
  });
}

export async function editDescription(deps: TextDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, targets } = deps;
  const ref = await targets.record(args, ['dashboard', 'cohort'], t('Edit Description'));
  if (!ref) return;
  const title = () => t('Edit Description of {0}', quotedName(catalog, ref));
  const inQuestion = (text: string) => displayLines(text, maxLengthInQuestion) || t('(empty)');
  const newText = (text: string) => t('New description: {0}', inQuestion(text));
  await editText(deps, {
    ref,
    field: 'description',
    action: 'editDescription',
    shown: await shownIn(deps, ref, 'description', args),
    given: givenText(args)?.trim(),
    check: (text) => descriptionProblem(text, ref.kind),
    ask: (typed) => askDescription(title(), ref.kind, typed),
    attempt: () => t('Could not change the description of {0}.', quotedName(catalog, ref)),
    label: title,
    describe: (record, text) => `${record}\n${newText(text)}`,
    describeConflict: (now, text) => `${t('Current description: {0}', inQuestion(now))}\n\n${newText(text)}`,
  });
}

interface TextEdit {
  readonly ref: RecordRef;
  readonly field: 'name' | 'description';
  readonly action: WriteAction;
  /** What the person saw when they began to edit. */
  readonly shown: string;
  /** What they typed in a page. */
  readonly given: string | undefined;
  /** @returns the problem */
  readonly check: (text: string) => string | undefined;
  /** Undefined if the person canceled. */
  readonly ask: (typed: string) => Promise<string | undefined>;
  /** What to say where it fails. */
  readonly attempt: (text: string) => string;
  /** For the history. */
  readonly label: (text: string) => string;
  /** For the question of a project in production. */
  readonly describe: (record: string, text: string) => string;
  /** What the service has, and what would replace it. */
  readonly describeConflict: (now: string, text: string) => string;
}

/** Throws ApiError `readOnly` if it cannot be changed here. */
async function shownIn(
  deps: TextDeps,
  ref: RecordRef,
  field: TextEdit['field'],
  args: readonly unknown[],
): Promise<string> {
  requireEditable(deps, [ref]);
  const { catalog } = deps;
  return shownText(args) ?? (catalog.get(ref) ?? (await catalog.retrieve(ref)))[field] ?? '';
}

async function editText(deps: TextDeps, edit: TextEdit): Promise<void> {
  let current = edit.shown;
  await askUntilMade(await takeText(edit), edit.ask, async (text) => {
    if (text === current) return;
    try {
      await changeText(deps, edit, text);
    } catch (error) {
      if (error instanceof NotOverwritten) current = error.current;
      throw error;
    }
  });
}

class NotOverwritten extends vscode.CancellationError {
  /** What the service has. */
  readonly current: string;
  constructor(current: string) {
    super();
    this.current = current;
  }
}

function changeText(deps: TextDeps, edit: TextEdit, text: string): Promise<void> {
  const { ref, action, attempt, label } = edit;
  let replaced = edit.shown;
  return makeReversible(deps, {
    action,
    ref,
    attempt: attempt(text),
    label: label(text),
    make: async () => {
      replaced = await replaceText(deps, edit, replaced, text);
      return true;
    },
    undo: async () => {
      await replaceText(deps, edit, text, replaced);
      return true;
    },
  });
}

/**
 * Asks before it replaces anything but `seen`. Throws NotOverwritten.
 * @returns what it replaced
 */
async function replaceText(deps: TextDeps, edit: TextEdit, seen: string, text: string): Promise<string> {
  const { catalog, guard, shown } = deps;
  const { ref, action, describe } = edit;
  const record = nameWithKind(ref, quotedName(catalog, ref));
  const approval = await guard.approve({ action, projects: [ref], detail: describe(record, text) });
  shown.keep(ref);
  return sendText(deps, edit, catalog.writer(approval), { record, seen, text });
}

interface SentText {
  /** Its name, with its kind. */
  readonly record: string;
  readonly seen: string;
  readonly text: string;
}

async function sendText(
  deps: TextDeps,
  edit: TextEdit,
  writer: CatalogWriter,
  sent: SentText,
): Promise<string> {
  const { ref, field, describeConflict } = edit;
  const { record, seen, text } = sent;
  try {
    const replaced = await writer.update(ref, { [field]: text }, { [field]: seen });
    const old = replaced?.[field] ?? '';
    return old === text ? seen : old; // the same where it was sent before, and the response was lost
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const now = error.record[field] ?? '';
    if (!(await deps.mayOverwrite(record, describeConflict(now, text)))) throw new NotOverwritten(now);
    return sendText(deps, edit, writer, { ...sent, seen: now });
  }
}

// Input boxes for the names and descriptions of records, with the limits of the service.
interface TextInput {
  /** What was given with the command. */
  readonly given: string | undefined;
  /** What the box begins with. */
  readonly shown: string;
  /** @returns the problem */
  readonly check: (text: string) => string | undefined;
  readonly ask: (typed: string) => Promise<string | undefined>;
}

/** The text that was given with the command if it can be sent, else the answer to a question. */
export async function takeText({ given, shown, check, ask }: TextInput): Promise<string | undefined> {
  return given !== undefined && check(given) === undefined ? given : ask(given ?? shown);
}

export function nameProblem(name: string, kind: RecordKind): string | undefined {
  if (name === '') return t('Enter a name.');
  return lengthProblem(name, textLimits.name[kind]);
}

export function askName(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
  return askText<string>({
    title,
    value,
    prompt: t('Enter a name'),
    check: (typed) => nameProblem(typed.trim(), kind),
    submit: (typed) => ({ ok: true, value: typed.trim() }),
  });
}

/** An input box has one line: a line break is shown as this character and sent as a line break. */
const lineBreak = '⏎';

function askDescription(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
  const oneLine = value.replaceAll(/\r?\n/g, lineBreak);
  return askText<string>({
    title,
    value: oneLine,
    prompt: t('Enter a description ({0} is a line break)', lineBreak),
    check: (typed) => descriptionProblem(typed, kind),
    submit: (typed) => ({ ok: true, value: typed === oneLine ? value : withLineBreaks(typed).trim() }),
  });
}

function withLineBreaks(typed: string): string {
  return typed.replaceAll(lineBreak, '\n');
}

function descriptionProblem(text: string, kind: RecordKind): string | undefined {
  return lengthProblem(text, textLimits.description[kind]);
}

function lengthProblem(text: string, max: number): string | undefined {
  const length = charactersIn(text);
  return length > max ? t('Enter at most {0} characters. This text has {1}.', max, length) : undefined;
}
