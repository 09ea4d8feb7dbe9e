// Create, rename, describe, pin, delete, restore: the verbs of dashboards and cohorts.
import * as vscode from 'vscode';
import { showFailure, UserError } from '#host/errorMessage.ts';
import type { CommandId, KeyArgument } from '#manifest.ts';
import { askPickOf, askText } from '#host/quickInput.ts';
import { plainText } from '#host/plainText.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { charactersIn, isPinned, maxLength, nameOf } from '#model/records/deckRecord.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';
import { closeTabs, renameTabs } from './documentTabs.ts';
import type { Targets } from './commandTargets.ts';

const { t } = vscode.l10n;

export interface RecordDeps {
  readonly catalog: Catalog;
  readonly trash: Trash;
  readonly targets: Targets;
  readonly confirmDelete: () => boolean;
  /** Selects a node in the tree and scrolls to it. */
  readonly reveal: (node: DeckNode) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
}

export function createRecordCommands(deps: RecordDeps) {
  return {
    'cohortDeck.createDashboard': (...args: readonly unknown[]) => createRecord(deps, args, 'dashboard'),
    'cohortDeck.createCohort': (...args: readonly unknown[]) => createRecord(deps, args, 'cohort'),
    'cohortDeck.rename': (...args: readonly unknown[]) => rename(deps, args),
    'cohortDeck.editDescription': (...args: readonly unknown[]) => editDescription(deps, args),
    'cohortDeck.pin': (...args: readonly unknown[]) => setPinned(deps, args, true),
    'cohortDeck.unpin': (...args: readonly unknown[]) => setPinned(deps, args, false),
    'cohortDeck.delete': (...args: readonly unknown[]) => deleteRecords(deps, args),
    'cohortDeck.restore': (...args: readonly unknown[]) => restore(deps, args),
    'cohortDeck.emptyTrash': (...args: readonly unknown[]) => emptyTrash(deps, args),
  };
}

/** A cohort is created with an empty group, which is what its filters begin with in the service's own UI. */
const emptyCohortFilters = { properties: { type: 'AND', values: [] } };

async function createRecord(deps: RecordDeps, args: readonly unknown[], kind: RecordKind): Promise<void> {
  const title = kind === 'dashboard' ? t('Create Dashboard') : t('Create Cohort');
  const list = await deps.targets.list(args, kind, title);
  if (!list) return;
  const name = await askName(title, kind, '');
  if (name === undefined) return;
  const fields = kind === 'cohort' ? { name, filters: emptyCohortFilters } : { name };
  await deps.catalog.load(list); // so that what is made has a place in it
  const ref = await deps.catalog.create(list, fields);
  await showInTree(deps, ref);
}

/** That the tree has no place for it, in a list of which a part is loaded, makes nothing of what was done a failure. */
async function showInTree({ reveal, log }: RecordDeps, ref: RecordRef): Promise<void> {
  try {
    await reveal(recordNode(ref));
  } catch (error) {
    log.debug(`the tree does not show ${ref.kind} ${ref.id}: ${String(error)}`);
  }
}

async function rename({ catalog, targets }: RecordDeps, given: readonly unknown[]): Promise<void> {
  const args = argumentsOf(targets, given, 'cohortDeck.renameConnection');
  if (!args || isOfSeveral(given)) return;
  const title = t('Rename');
  const ref = await targets.record(args, ['dashboard', 'cohort'], title);
  if (!ref) return;
  const old = catalog.get(ref)?.name ?? '';
  const name = await askName(title, ref.kind, old);
  if (name === undefined || name === old) return;
  await catalog.update(ref, { name });
  await renameTabs(ref, name);
}

/**
 * A key's arguments as a menu would give them. Undefined where it was pressed on no record: on a connection it does
 * what it does on records, on all else nothing.
 */
function argumentsOf(
  targets: Targets,
  given: readonly unknown[],
  onConnection: CommandId,
): readonly unknown[] | undefined {
  const nodes = targets.pressedOn(given);
  if (!nodes) return given;
  const record = nodes.find(({ type }) => type === 'record');
  if (record) return [record, nodes];
  const connection = nodes.find(({ type }) => type === 'connection');
  if (connection) void vscode.commands.executeCommand(onConnection, connection);
  return undefined;
}

/** Which of them to rename, nobody can tell. */
function isOfSeveral([first]: readonly unknown[]): boolean {
  return first === ('selected' satisfies KeyArgument);
}

function askName(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
  const max = maxLength.name[kind];
  return askText<string>({
    title,
    value,
    prompt: t('The name'),
    check: (typed) => {
      if (typed.trim() === '') return t('Type a name.');
      return tooLong(typed.trim(), max);
    },
    submit: (typed) => ({ ok: true, value: typed.trim() }),
  });
}

/** An input box has one line, so that a line break is shown as a sign, and sent as a line break again. */
const lineBreak = '⏎';

async function editDescription({ catalog, targets }: RecordDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Edit Description');
  const ref = await targets.record(args, ['dashboard', 'cohort'], title);
  if (!ref) return;
  const old = catalog.get(ref)?.description ?? '';
  const shown = old.replaceAll(/\r?\n/g, lineBreak);
  const max = maxLength.description[ref.kind];
  const typed = await askText<string>({
    title,
    value: shown,
    prompt: t('The description; {0} stands for a line break', lineBreak),
    check: (text) => tooLong(text, max),
    submit: (text) => ({ ok: true, value: text }),
  });
  if (typed === undefined || typed === shown) return;
  await catalog.update(ref, { description: typed.replaceAll(lineBreak, '\n') });
}

function tooLong(text: string, max: number): string | undefined {
  const length = charactersIn(text);
  return length > max ? t('At most {0} characters; this has {1}.', max, length) : undefined;
}

async function setPinned(
  { catalog, targets }: RecordDeps,
  args: readonly unknown[],
  pinned: boolean,
): Promise<void> {
  const nodes = targets.nodes(args, 'record').filter(({ ref }) => ref.kind === 'dashboard');
  const refs = nodes.map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await targets.pickRecord(['dashboard'], pinned ? t('Pin') : t('Unpin'));
    if (picked) refs.push(picked);
  }
  const changed = refs.filter((ref) => {
    const record = catalog.get(ref);
    return !record || isPinned(record) !== pinned;
  });
  await Promise.all(changed.map((ref) => catalog.update(ref, { pinned })));
}

async function deleteRecords(deps: RecordDeps, given: readonly unknown[]): Promise<void> {
  const { catalog, targets } = deps;
  const args = argumentsOf(targets, given, 'cohortDeck.disconnect');
  if (!args) return;
  const refs = targets.nodes(args, 'record').map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await targets.pickRecord(['dashboard', 'cohort'], t('Delete'));
    if (!picked) return;
    refs.push(picked);
  }
  const what = describeRecords(catalog, refs);
  if (deps.confirmDelete() && !(await isConfirmed(what, namesOf(catalog, refs)))) return;
  const results = await Promise.allSettled(refs.map((ref) => catalog.softDelete(ref)));
  const gone = refs.filter((_, index) => results[index]?.status === 'fulfilled');
  for (const ref of gone) await closeTabs(ref);
  if (gone.length > 0) void offerUndo(deps, gone, describeRecords(catalog, gone, what));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** `“Power users”` or `3 records`. A record that is gone keeps the words it had. */
function describeRecords(catalog: Catalog, refs: readonly RecordRef[], before?: string): string {
  const [only] = refs;
  if (!only || refs.length > 1) return t('{0} records', refs.length);
  const record = catalog.get(only);
  if (!record && before !== undefined) return before;
  return t('“{0}”', (record && nameOf(record)) ?? t('#{0}', only.id));
}

const mostNamed = 10;

/** The names of several records, for the question whether they are meant. */
function namesOf(catalog: Catalog, refs: readonly RecordRef[]): string {
  if (refs.length < 2) return '';
  const names = refs.slice(0, mostNamed).map((ref) => describeRecords(catalog, [ref]));
  const more = refs.length - names.length;
  return [...names, ...(more > 0 ? [t('and {0} more', more)] : [])].join('\n');
}

async function isConfirmed(what: string, names: string): Promise<boolean> {
  const yes = t('Delete');
  const restored =
    names === ''
      ? t('It can be restored: from the message that follows, or later from the Trash.')
      : t('They can be restored: from the message that follows, or later from the Trash.');
  const detail = [names, restored].filter((part) => part !== '').join('\n\n');
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(t('Delete {0}?', what), options, yes)) === yes;
}

async function offerUndo(
  { catalog, log }: RecordDeps,
  refs: readonly RecordRef[],
  what: string,
): Promise<void> {
  const undo = t('Undo');
  const message = plainText(t('Deleted {0}.', what));
  if ((await vscode.window.showInformationMessage(message, undo)) !== undo) return;
  try {
    await Promise.all(refs.map((ref) => catalog.restore(ref)));
  } catch (error) {
    await showFailure(
      t('{0} could not be restored; it is still in the Trash.', what),
      error,
      log,
      refs[0]?.connectionId,
    );
  }
}

async function restore(deps: RecordDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, trash, targets } = deps;
  const refs = targets.nodes(args, 'trashed').map(({ ref }) => ref);
  if (refs.length === 0) {
    // What was deleted on a service that is disconnected by now waits for it to be connected again.
    const entries = trash.all.filter(({ ref }) => targets.isConnected(ref));
    if (entries.length === 0)
      throw new UserError(t('Nothing was deleted from here, so there is nothing to restore.'));
    const picked = await askPickOf(
      entries.map(({ ref, name, deletedAt }) => ({
        label: name || t('#{0}', ref.id),
        description: t('deleted {0}', new Date(deletedAt).toLocaleString()),
        iconPath: new vscode.ThemeIcon(ref.kind === 'cohort' ? 'person' : 'dashboard'),
        value: ref,
      })),
      { title: t('Restore'), placeholder: t('Which deleted record?') },
    );
    if (!picked) return;
    refs.push(picked);
  }
  await Promise.all(refs.map((ref) => catalog.restore(ref)));
  const [first] = refs;
  if (first) await showInTree(deps, first);
}

async function emptyTrash({ trash, targets }: RecordDeps, args: readonly unknown[]): Promise<void> {
  const nodes = targets.nodes(args, 'trash');
  const projects = nodes.length > 0 ? nodes.map(({ ref }) => ref) : trash.all.map(({ ref }) => ref);
  if (projects.length === 0) throw new UserError(t('The Trash is empty.'));
  const yes = t('Forget');
  const question = t(
    'Forget what was deleted from here? The records stay deleted on the service, and cannot be restored from here any more.',
  );
  if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
  for (const project of projects) await trash.forget(project);
}
