// Create, rename, describe, pin: the changes of dashboards and cohorts. Deleting has a file of its own.
import * as vscode from 'vscode';
import { askText } from '#host/quickInput.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { changeOfEach, type ReversibleChange } from '#model/records/changeHistory.ts';
import { charactersIn, isPinned, maxLength } from '#model/records/deckRecord.ts';
import { formatRecordRef, type RecordKind, type RecordRef } from '#model/records/recordRef.ts';
import { listNode, recordNode } from '#model/records/treeNodes.ts';
import { changeEach, type FailureReport, reportFailures } from './changeEach.ts';
import { displayText } from '#text/displayText.ts';
import { type CommandTargets, givenText } from './commandTargets.ts';
import { confirmOverwrite, mayOverwrite } from './confirmOverwrite.ts';
import { renameTabs } from './documentTabs.ts';
import { isForRecords } from './keybindingTargets.ts';
import { type ChangeDeps, makeChange, makeReversible, runShown } from './makeChange.ts';
import { describeRecords, nameOrCount, nameWithKind, quotedName } from './recordNames.ts';
import { type RevealDeps, revealRecord } from './revealRecord.ts';
import { redoChange, undoChange, type UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

/** UTF-16 units of a name; messages name several changes. */
const longestInAttempt = 60;

export interface RecordDeps extends RevealDeps, UndoDeps, ChangeDeps {
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly guard: WriteGuard;
  /** Records whose editor begins at the first field to fill in, by `formatRecordRef`. */
  readonly newRecords: Set<string>;
}

export function createRecordCommands(deps: RecordDeps) {
  return {
    /** Asks for no name if the third argument is one. */
    'cohortDeck.createDashboard': (...args: readonly unknown[]) => createRecord(deps, args, 'dashboard'),
    'cohortDeck.createCohort': (...args: readonly unknown[]) => createRecord(deps, args, 'cohort'),
    'cohortDeck.createCohortFrom': (...args: readonly unknown[]) => createCohortFrom(deps, args),
    'cohortDeck.rename': (...args: readonly unknown[]) => rename(deps, args),
    'cohortDeck.editDescription': (...args: readonly unknown[]) => editDescription(deps, args),
    'cohortDeck.pin': (...args: readonly unknown[]) => pinSelected(deps, args, true),
    'cohortDeck.unpin': (...args: readonly unknown[]) => pinSelected(deps, args, false),
  };
}

/** The service's own UI starts a cohort with an empty group, too. */
const newCohortFilters = { properties: { type: 'AND', values: [] } };

async function createRecord(
  deps: RecordDeps,
  args: readonly unknown[],
  kind: RecordKind,
  filters: Readonly<Record<string, unknown>> = newCohortFilters,
): Promise<void> {
  const title = kind === 'dashboard' ? t('Create Dashboard') : t('Create Cohort');
  const { catalog, guard, targets } = deps;
  const list = await targets.list(args, kind, title, guard);
  if (!list) return;
  guard.requireWritable([list]);
  const name = await takeName(args, t('{0} in {1}', title, guard.nameOf(list)), kind, '');
  if (name === undefined) return;
  const fields = kind === 'cohort' ? { name, filters } : { name };
  await makeChange(deps, {
    action: 'create',
    ref: list,
    about: name,
    attempt: t('Could not create “{0}”.', displayText(name, longestInAttempt)),
    run: async () => {
      const detail = nameWithKind(list, t('“{0}”', name));
      const approval = await guard.approve({ action: 'create', projects: [list], detail });
      const ref = await catalog.writer(approval).create(list, fields);
      await runShown(deps.log, () => showCreated(deps, ref)); // it is created, whatever becomes of the tree
    },
  });
}

/** The persons of another one, to which conditions can be added: the interface adds none to a static cohort. */
async function createCohortFrom(deps: RecordDeps, args: readonly unknown[]): Promise<void> {
  const ref = await deps.targets.record(args, ['cohort'], t('Create From Cohort'));
  if (!ref) return;
  const values = [{ type: 'cohort', key: 'id', value: ref.id }];
  await createRecord(deps, [listNode(ref), undefined, givenText(args)], 'cohort', {
    properties: { type: 'OR', values },
  });
}

/** A cohort needs conditions: its editor opens with the first one ready to fill in. */
async function showCreated(deps: RecordDeps, ref: RecordRef): Promise<void> {
  await revealRecord(deps, ref);
  if (ref.kind !== 'cohort') return;
  deps.newRecords.add(formatRecordRef(ref));
  await vscode.commands.executeCommand('cohortDeck.editFilters', recordNode(ref));
}

async function rename(deps: RecordDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, guard, targets } = deps;
  const others = { onConnection: 'cohortDeck.renameConnection', onProject: undefined } as const;
  if (!isForRecords(args, deps.connections, others)) return;
  const ref = await targets.record(args, ['dashboard', 'cohort'], t('Rename'));
  if (!ref) return;
  guard.requireWritable([ref]);
  const oldName = catalog.get(ref)?.name ?? '';
  const name = await takeName(args, t('Rename {0}', quotedName(catalog, ref)), ref.kind, oldName);
  if (name === undefined || name === oldName) return;
  const setName = async (wanted: string, expected: string) => {
    const shown = catalog.get(ref)?.name ?? '';
    if (shown !== expected && shown !== wanted)
      await confirmOverwrite(nameWithKind(ref, quotedName(catalog, ref)), t('Its name is “{0}” now.', shown));
    const detail = t('{0} will be renamed to “{1}”.', nameWithKind(ref, quotedName(catalog, ref)), wanted);
    const approval = await guard.approve({ action: 'rename', projects: [ref], detail });
    await catalog.writer(approval).update(ref, { name: wanted });
    await runShown(deps.log, () => renameTabs(ref, wanted)); // the name is changed, whatever becomes of the tabs
    return true;
  };
  const was = oldName || t('#{0}', ref.id);
  await makeReversible(deps, {
    action: 'rename',
    ref,
    attempt: t(
      'Could not rename “{0}” to “{1}”.',
      displayText(was, longestInAttempt),
      displayText(name, longestInAttempt),
    ),
    label: t('Rename “{0}” to “{1}”', was, name),
    undo: () => setName(oldName, name),
    redo: () => setName(name, oldName),
  });
}

function nameProblem(name: string, kind: RecordKind): string | undefined {
  if (name === '') return t('Enter a name.');
  return lengthProblem(name, maxLength.name[kind]);
}

/** The name that was given with the command where it can be sent, else the answer to a question. */
async function takeName(
  args: readonly unknown[],
  title: string,
  kind: RecordKind,
  value: string,
): Promise<string | undefined> {
  const typed = givenText(args)?.trim();
  const isFine = typed !== undefined && nameProblem(typed, kind) === undefined;
  return isFine ? typed : askName(title, kind, typed ?? value);
}

function askName(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
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

async function editDescription(deps: RecordDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, guard, targets } = deps;
  const title = t('Edit Description');
  const ref = await targets.record(args, ['dashboard', 'cohort'], title);
  if (!ref) return;
  guard.requireWritable([ref]);
  const oldText = catalog.get(ref)?.description ?? '';
  const description = await takeDescription(deps, ref, { title, oldText, given: givenText(args) });
  if (description === undefined || description === oldText) return;
  const replaced = catalog.get(ref)?.description ?? ''; // somebody else's, where the person overwrites it
  const setDescription = async (wanted: string, expected: string) => {
    const shown = catalog.get(ref)?.description ?? '';
    if (shown !== expected && shown !== wanted)
      await confirmOverwrite(nameWithKind(ref, quotedName(catalog, ref)), currentDescription(shown));
    const words = wanted === '' ? t('No description') : t('New description: {0}', wanted);
    const detail = `${nameWithKind(ref, quotedName(catalog, ref))}\n${words}`;
    const approval = await guard.approve({ action: 'editDescription', projects: [ref], detail });
    await catalog.writer(approval).update(ref, { description: wanted });
    return true;
  };
  await makeReversible(deps, {
    action: 'editDescription',
    ref,
    attempt: t('Could not change the description of {0}.', quotedName(catalog, ref)),
    label: t('Edit Description of {0}', quotedName(catalog, ref)),
    undo: () => setDescription(replaced, description),
    redo: () => setDescription(description, replaced),
  });
}

interface DescriptionQuestion {
  readonly title: string;
  /** What the person has seen. */
  readonly oldText: string;
  readonly given: string | undefined;
}

/** The service is read before the description is replaced: what the tree knows may be hours old. */
async function takeDescription(
  { catalog }: RecordDeps,
  ref: RecordRef,
  { title, oldText, given }: DescriptionQuestion,
): Promise<string | undefined> {
  const isFine = given !== undefined && descriptionProblem(given, ref.kind) === undefined;
  const shown = inOneLine(oldText);
  let typed = isFine
    ? given
    : await askDescription(title, ref.kind, given === undefined ? shown : inOneLine(given));
  while (typed !== undefined && typed !== shown) {
    const wanted = typed.replaceAll(lineBreak, '\n');
    const now = (await catalog.retrieve(ref)).description ?? '';
    const name = nameWithKind(ref, quotedName(catalog, ref));
    if (now === oldText || now === wanted || (await mayOverwrite(name, currentDescription(now))))
      return wanted;
    typed = await askDescription(title, ref.kind, inOneLine(typed));
  }
  return undefined;
}

function currentDescription(text: string): string {
  return text === '' ? t('It has no description now.') : t('Its description is now: {0}', text);
}

function askDescription(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
  return askText<string>({
    title,
    value,
    prompt: t('Enter a description ({0} is a line break)', lineBreak),
    check: (text) => descriptionProblem(text, kind),
    submit: (text) => ({ ok: true, value: text }),
  });
}

function inOneLine(text: string): string {
  return text.replaceAll(/\r?\n/g, lineBreak);
}

function descriptionProblem(text: string, kind: RecordKind): string | undefined {
  return lengthProblem(text, maxLength.description[kind]);
}

function lengthProblem(text: string, max: number): string | undefined {
  const length = charactersIn(text);
  return length > max ? t('Enter at most {0} characters. This text has {1}.', max, length) : undefined;
}

async function pinSelected(deps: RecordDeps, args: readonly unknown[], pinned: boolean): Promise<void> {
  const { catalog, targets } = deps;
  const refs = await targets.records(args, ['dashboard'], pinned ? t('Pin') : t('Unpin'));
  const changed = refs.filter((ref) => {
    const record = catalog.get(ref);
    return !record || isPinned(record) !== pinned;
  });
  await setPinned(deps, changed, pinned);
}

async function setPinned(deps: RecordDeps, refs: readonly RecordRef[], pinned: boolean): Promise<void> {
  await deps.history.track(async () => {
    const done = await updatePinned(deps, refs, pinned, (again) => setPinned(deps, again, pinned));
    if (done.length === 0) return;
    const names = nameOrCount(done.map((ref) => quotedName(deps.catalog, ref)));
    const change: ReversibleChange = changeOfEach(
      pinned ? t('Pin {0}', names) : t('Unpin {0}', names),
      done,
      (again) => updatePinned(deps, again, !pinned, () => undoChange(deps, change)),
      (again) => updatePinned(deps, again, pinned, () => redoChange(deps, change)),
    );
    deps.history.add(change);
  });
}

/** Asks first where the dashboards are in production. Shows a message about failures. @returns the changed dashboards */
async function updatePinned(
  deps: RecordDeps,
  refs: readonly RecordRef[],
  pinned: boolean,
  retry: FailureReport['retry'],
): Promise<readonly RecordRef[]> {
  const { catalog, guard } = deps;
  const action = pinned ? 'pin' : 'unpin';
  const name = (ref: RecordRef) => quotedName(catalog, ref);
  const detail = describeRecords(refs, name, (ref) => guard.nameOf(ref));
  const approval = await guard.approve({ action, projects: refs, detail });
  const writer = catalog.writer(approval);
  const outcome = await changeEach(refs, (ref) => writer.update(ref, { pinned }));
  void reportFailures(deps, outcome, {
    action,
    nameOf: name,
    summarize: (done, total, failedNames) => {
      if (done === 0)
        return pinned ? t('Could not pin {0}.', failedNames) : t('Could not unpin {0}.', failedNames);
      return pinned
        ? t('Pinned {0} of {1}. Could not pin {2}.', done, total, failedNames)
        : t('Unpinned {0} of {1}. Could not unpin {2}.', done, total, failedNames);
    },
    retry,
  });
  return outcome.done;
}
