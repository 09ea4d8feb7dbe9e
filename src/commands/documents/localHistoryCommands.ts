// The history of a record: what was changed from here, and of a cohort by others if its service says so, the texts before and
// after, and the way back to each.
import * as vscode from 'vscode';
import { askModal, showInformation, showStatus } from '#host/messages/showMessage.ts';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import { askPick, askPickOf, type PickItem } from '#host/input/askPick.ts';
import { findTextDocument } from '#host/pages/tabs.ts';
import { filtersEditorViewType, scheme } from '#manifest.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { withEndOf } from '#model/documents/documentText.ts';
import { type DocumentPart, parsePlace, toDocument } from '#model/documents/documentUri.ts';
import { type HistoryEntry } from '#model/documents/localHistory.ts';
import { withRecorded } from '#model/documents/recordedChanges.ts';
import type { LocalHistory } from '#model/documents/localHistory.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { CohortDetails } from '#model/records/cohortDetails.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';
import { formatDateTimeWithSeconds } from '#text/formatTime.ts';
import { type CommandTargets, requireEditable } from '#commands/targets/commandTargets.ts';
import { locateDocument, showDiff, showDocument, shownRecord, textEditorViewType } from './documentTabs.ts';
import {
  type ChangedField,
  changedField,
  describeNoWayBack,
  type EntryTexts,
  historyItem,
  readTexts,
  type RevertCommand,
  type SaveAction,
  saveActions,
  wayBack,
} from './localHistoryItems.ts';
import { quotedName } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

export interface LocalHistoryDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly targets: CommandTargets;
  readonly guard: WriteGuard;
  readonly trash: Trash;
  readonly localHistory: () => Promise<LocalHistory>;
  readonly details: () => Promise<Pick<CohortDetails, 'activities' | 'forget'>>;
  /** The URI of a read-only document with a text, named as the document at `uri`. */
  readonly addSnapshot: (uri: vscode.Uri, text: string, other?: string) => Promise<vscode.Uri>;
  /** Puts a text into an editor's document, as an edit that can be undone. */
  readonly replaceText: (uri: vscode.Uri, text: string) => Promise<boolean>;
}

export function createLocalHistoryCommands(deps: LocalHistoryDeps) {
  return {
    'cohortDeck.showHistory': (...args: readonly unknown[]) => showHistory(deps, args),
    'cohortDeck.clearHistory': () => clearHistory(deps),
  };
}

/** A text of the history: what a save left, or what was there before it. */
interface Version {
  readonly ref: RecordRef;
  readonly part: DocumentPart;
  readonly text: string;
  readonly title: string;
}

async function showHistory(deps: LocalHistoryDeps, args: readonly unknown[]): Promise<void> {
  const ref = await askRecord(deps, args);
  if (!ref) return;
  const history = await deps.localHistory();
  const own = history.of(ref);
  const trashed = deps.trash.find(ref)?.name;
  const name = trashed ? t('“{0}”', trashed) : quotedName(deps.catalog, ref);
  const recorded = own.length > 0 ? undefined : await withTreeProgress(() => addRecorded(deps, ref, own));
  let entries = recorded ?? own;
  if (entries.length === 0) {
    if (!history.isOn) return sayThatItIsOff();
    const sentences = [
      t('You have not changed {0} from this machine recently.', name),
      ...(recorded ? [] : [t('The service did not say what others have changed.')]),
    ];
    void showInformation(sentences.join(' '));
    return;
  }
  const entry = await askPick<HistoryEntry>({
    title: t('History of {0}', name),
    placeholder: t('Select a change'),
    load: async (show, signal) => {
      show(await itemsOf({ history, ref, entries }));
      if (entries !== own) return undefined;
      const all = await addRecorded(deps, ref, own, signal);
      if (!all) return t('Select a change. The service did not say what others have changed');
      entries = all;
      show(await itemsOf({ history, ref, entries }));
      return undefined;
    },
  });
  if (entry) await askAction(deps, ref, entry, entries);
}

/** Beside those from here what the service has recorded; undefined if it does not say that, or not now. */
async function addRecorded(
  deps: LocalHistoryDeps,
  ref: RecordRef,
  own: readonly HistoryEntry[],
  signal?: AbortSignal,
): Promise<readonly HistoryEntry[] | undefined> {
  if (ref.kind !== 'cohort') return own;
  const [history, details] = await Promise.all([deps.localHistory(), deps.details()]);
  details.forget(ref.connectionId); // who asks gets another try
  const activities = await details.activities(ref, { signal });
  if (!activities) return undefined;
  const changes = own.map(async (entry) => ({ entry, after: (await readTexts(history, entry)).after }));
  return withRecorded(await Promise.all(changes), activities);
}

async function sayThatItIsOff(): Promise<void> {
  const open = t('Open Settings');
  const sentence = t(
    'The history is off. To turn it on, set “cohortDeck.history.keepDays” to a number of days.',
  );
  if ((await showInformation(sentence, open)) === open)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'cohortDeck.history.keepDays');
}

async function askRecord(
  { targets }: LocalHistoryDeps,
  args: readonly unknown[],
): Promise<RecordRef | undefined> {
  const [trashed] = targets.nodes(args, 'trashed');
  return (
    shownRecord(args) ?? trashed?.ref ?? targets.record(args, ['cohort', 'dashboard'], t('Show History'))
  );
}

interface RecordHistory {
  readonly history: LocalHistory;
  readonly ref: RecordRef;
  readonly entries: readonly HistoryEntry[];
}

function itemsOf({ history, ref, entries }: RecordHistory): Promise<readonly PickItem<HistoryEntry>[]> {
  return Promise.all(
    entries.map(async (entry, index) =>
      historyItem(ref, entry, await readTexts(history, entry), entries[index + 1]),
    ),
  );
}

async function askEntry(of: RecordHistory, title: string): Promise<HistoryEntry | undefined> {
  return askPickOf(await itemsOf(of), { title, placeholder: t('Select a change') });
}

type Action = () => Promise<void>;

async function askAction(
  deps: LocalHistoryDeps,
  ref: RecordRef,
  entry: HistoryEntry,
  entries: readonly HistoryEntry[],
): Promise<void> {
  const history = await deps.localHistory();
  const texts = await readTexts(history, entry);
  const actions = entry.part
    ? versionActions(deps, { ref, part: entry.part, texts, entry, entries })
    : await fieldActions(deps, { ref, texts, entry, entries });
  const title = `${historyItem(ref, entry, texts).label} · ${formatDateTimeWithSeconds(entry.at)}`;
  if (actions.length === 0) {
    const record = deps.catalog.get(ref);
    const reason = describeNoWayBack(entry, texts, record !== undefined && !record.deleted);
    void showInformation(t('{0}. {1}', title, reason));
    return;
  }
  const run = await askPickOf(actions, { title, placeholder: t('Select what to do') });
  await run?.();
}

function item(label: string, icon: string, value: Action): PickItem<Action> {
  return { label, iconPath: new vscode.ThemeIcon(icon), value };
}

/** For what only changes the text in the editor, though its name sounds as if it were saved. */
function draftItem(label: string, icon: string, value: Action): PickItem<Action> {
  return { ...item(label, icon, value), description: t('in the editor, not saved') };
}

interface ChosenChange {
  readonly ref: RecordRef;
  readonly texts: EntryTexts;
  readonly entry: HistoryEntry;
  /** All of the record. */
  readonly entries: readonly HistoryEntry[];
}

interface ChosenSave extends ChosenChange {
  readonly part: DocumentPart;
}

function versionActions(deps: LocalHistoryDeps, chosen: ChosenSave): readonly PickItem<Action>[] {
  const { ref, part, texts, entry } = chosen;
  const time = formatDateTimeWithSeconds(entry.at);
  const before: Version = { ref, part, text: texts.before ?? '', title: t('before {0}', time) };
  const after: Version = { ref, part, text: texts.after ?? '', title: time };
  const items: Readonly<Record<SaveAction, PickItem<Action>>> = {
    show: item(t('Show What Changed'), 'diff', () => compareVersions(deps, before, after)),
    compareWithEditor: item(t('Compare with the Editor'), 'diff-single', () =>
      compareWithEditor(deps, after),
    ),
    compareWithOther: item(t('Compare with Another Change…'), 'diff-multiple', () =>
      compareWithOther(deps, chosen, after),
    ),
    restoreBefore: draftItem(t('Restore Contents Before This Save'), 'history', () =>
      restoreVersion(deps, before),
    ),
    restore: draftItem(t('Restore Contents of This Save'), 'discard', () => restoreVersion(deps, after)),
  };
  return saveActions(texts, openText(ref, part), othersOf(chosen).length > 0).map((action) => items[action]);
}

/** Undefined if no editor has it: to read it could wait for the service. */
function openText(ref: RecordRef, part: DocumentPart): string | undefined {
  const document = vscode.workspace.textDocuments.find(({ uri }) => {
    const other = uri.scheme === scheme ? parsePlace(uri) : undefined;
    return other?.part === part && isSameRecord(other, ref);
  });
  return document?.getText();
}

/** Other saves of the same document. */
function othersOf({ part, entry, entries }: ChosenSave): readonly HistoryEntry[] {
  const hasText = ({ after, recorded }: HistoryEntry) => (after ?? recorded?.after) !== undefined;
  return entries.filter((one) => one !== entry && one.part === part && hasText(one));
}

async function compareVersions(deps: LocalHistoryDeps, left: Version, right: Version): Promise<void> {
  const { uri, name } = await locateDocument(deps, toDocument(right.ref, right.part));
  await showDiff(
    {
      uri: await deps.addSnapshot(uri, withEndOf(right.text, left.text), right.text),
      name: t('{0} ({1})', name, left.title),
    },
    { uri: await deps.addSnapshot(uri, right.text), name: right.title },
  );
}

async function compareWithEditor(deps: LocalHistoryDeps, version: Version): Promise<void> {
  const { uri, name } = await locateDocument(deps, toDocument(version.ref, version.part));
  const shown = findTextDocument(uri)?.getText();
  const text = withEndOf(shown ?? '\n', version.text);
  const left = { uri: await deps.addSnapshot(uri, text, shown), name: t('{0} ({1})', name, version.title) };
  await showDiff(left, { uri, name: t('editor') });
}

async function compareWithOther(deps: LocalHistoryDeps, save: ChosenSave, version: Version): Promise<void> {
  const { ref, part, entry } = save;
  const history = await deps.localHistory();
  const other = await askEntry(
    { history, ref, entries: othersOf(save) },
    t('Compare with {0}', version.title),
  );
  const text = other && (await readTexts(history, other)).after;
  if (!other || text === undefined) return;
  const chosen: Version = { ref, part, text, title: formatDateTimeWithSeconds(other.at) };
  const isOlder = other.at < entry.at;
  await compareVersions(deps, isOlder ? chosen : version, isOlder ? version : chosen);
}

/** Into the editor, unsaved: a save then asks about conflicts and production as usual. */
async function restoreVersion(deps: LocalHistoryDeps, { ref, part, text }: Version): Promise<void> {
  requireEditable(deps, [ref]);
  const { uri } = await locateDocument(deps, toDocument(ref, part));
  await showDocument(uri, part === 'filters' ? filtersEditorViewType : textEditorViewType);
  const document = await vscode.workspace.openTextDocument(uri);
  const isChanged = await deps.replaceText(uri, withEndOf(document.getText(), text));
  const sentence = isChanged
    ? t('The version is in the editor. Save to send it.')
    : t('The editor already has this version.');
  showStatus(sentence, 8000);
}

async function fieldActions(
  deps: LocalHistoryDeps,
  chosen: ChosenChange,
): Promise<readonly PickItem<Action>[]> {
  const { ref, texts, entry } = chosen;
  const way = wayBack(ref, entry, texts, deps.trash.find(ref) !== undefined);
  const mine = changedField(entry, texts);
  return [
    ...(mine ? await comparisonsOf(deps, chosen, mine) : []),
    ...(way ? [revertItem(deps, ref, way)] : []),
  ];
}

/** Reverts by the command that a person would run, so that the change can be undone and its tabs follow. */
function revertItem({ catalog }: LocalHistoryDeps, ref: RecordRef, way: RevertCommand): PickItem<Action> {
  const { label, detail, run, isDone } = way;
  const revert = item(label, 'discard', async () => {
    if (isDone?.(catalog.get(ref) ?? (await catalog.retrieve(ref))))
      showStatus(t('{0} already has this value.', quotedName(catalog, ref)), 5000);
    else await vscode.commands.executeCommand(...run);
  });
  return { ...revert, ...(detail && { detail }) };
}

async function comparisonsOf(
  deps: LocalHistoryDeps,
  { ref, entry, entries }: ChosenChange,
  { field, before, after }: ChangedField,
): Promise<readonly PickItem<Action>[]> {
  const history = await deps.localHistory();
  const valueIn = async (one: HistoryEntry): Promise<FieldValue | undefined> => {
    const other = changedField(one, await readTexts(history, one));
    return other?.field === field ? { field, text: other.after, at: one.at } : undefined;
  };
  const mine: FieldValue = { field, text: after, at: entry.at };
  const others: HistoryEntry[] = [];
  for (const one of entries) if (one !== entry && (await valueIn(one))) others.push(one);
  const compareWith = async (one: FieldValue, other: FieldValue) => compareFields(deps, ref, one, other);
  const show = async () => compareWith({ field, text: before, at: entry.at, isBefore: true }, mine);
  const compare = async () => {
    const title = t('Compare with {0}', formatDateTimeWithSeconds(entry.at));
    const other = await askEntry({ history, ref, entries: others }, title);
    const value = other && (await valueIn(other));
    if (value) await (value.at < mine.at ? compareWith(value, mine) : compareWith(mine, value));
  };
  return [
    ...(before === undefined ? [] : [item(t('Show What Changed'), 'diff', show)]),
    ...(others.length === 0 ? [] : [item(t('Compare with Another Change…'), 'diff-multiple', compare)]),
  ];
}

interface FieldValue {
  readonly field: ChangedField['field'];
  readonly text: string | undefined;
  /** When the change was made, in milliseconds since 1970. */
  readonly at: number;
  readonly isBefore?: boolean;
}

async function compareFields(
  deps: LocalHistoryDeps,
  ref: RecordRef,
  left: FieldValue,
  right: FieldValue,
): Promise<void> {
  const words = { name: t('Name'), description: t('Description'), tags: t('Tags') } as const;
  const open = ({ field, text = '' }: FieldValue) =>
    deps.addSnapshot(vscode.Uri.from({ scheme, path: `/${field}.txt` }), text);
  const time = formatDateTimeWithSeconds(left.at);
  const title = left.isBefore ? t('before {0}', time) : time;
  const name = t('{0}: {1}', quotedName(deps.catalog, ref), words[left.field]);
  await showDiff(
    { uri: await open(left), name: t('{0} ({1})', name, title) },
    { uri: await open(right), name: formatDateTimeWithSeconds(right.at) },
  );
}

async function clearHistory({ localHistory }: LocalHistoryDeps): Promise<void> {
  const yes = t('Clear');
  const question = t('Clear the history of all records on this machine?');
  const detail = t(
    'This also deletes the recorded counts of cohorts. The records themselves are not affected.',
  );
  if ((await askModal(question, detail, yes)) !== yes) return;
  await (await localHistory()).clear();
  showStatus(t('The history is empty.'), 5000);
}
