// Entries of the local history as items of a quick pick.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { PickItem } from '#host/input/askPick.ts';
import { isSameSpelling } from '#json/sameValue.ts';
import type { CommandId } from '#manifest.ts';
import { describeChanges } from '#model/documents/describeChanges.ts';
import { type DocumentPart, toDocument } from '#model/documents/documentUri.ts';
import { type HistoryEntry } from '#model/documents/localHistory.ts';
import type { LocalHistory } from '#model/documents/localHistory.ts';
import { type DeckRecord, isPinned, tagsOf, tagTexts, withDifference } from '#model/records/deckRecord.ts';
import { isRestricted } from '#model/records/dashboardLockout.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { type DeckNode, recordNode, trashedNode } from '#model/records/treeNodes.ts';
import { displayText } from '#text/displayText.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { formatTags } from '#text/parseTags.ts';
import { formatAgo, formatDateTimeWithSeconds } from '#text/formatTime.ts';

const { t } = vscode.l10n;

/** Undefined if there is none, or it is no longer stored. */
export interface EntryTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export async function readTexts(
  history: LocalHistory,
  { before, after, recorded }: HistoryEntry,
): Promise<EntryTexts> {
  if (recorded) return recorded;
  const read = async (name: string | undefined) => (name === undefined ? undefined : history.text(name));
  return { before: await read(before), after: await read(after) };
}

/** @param older the change before it */
export function historyItem(
  ref: RecordRef,
  entry: HistoryEntry,
  texts: EntryTexts,
  older?: HistoryEntry,
): PickItem<HistoryEntry> {
  const time = formatDateTimeWithSeconds(entry.at);
  const ago = formatAgo(entry.at, Date.now());
  return {
    label: describe(entry, texts),
    description: older && isReverseOf(entry, older) ? t('{0} · undoes the previous change', ago) : ago,
    detail: [...authorOf(entry), ...changedWords(ref, entry, texts), time].join(' · '),
    iconPath: new vscode.ThemeIcon(icons[entry.action]),
    value: entry,
  };
}

/** Nobody for a change that the person has made here. */
function authorOf({ by, recorded }: HistoryEntry): readonly string[] {
  if (recorded)
    return [recorded.author === '' ? t('By somebody') : t('By {0}', displayText(recorded.author))];
  return by === undefined ? [] : [t('By an agent')];
}

/** Equal texts have equal names. */
function isReverseOf(entry: HistoryEntry, older: HistoryEntry): boolean {
  const { part, before, after } = entry;
  if (before === undefined || after === undefined || before === after) return false;
  return part === older.part && before === older.after && after === older.before;
}

const icons: Readonly<Record<HistoryEntry['action'], string>> = {
  create: 'add',
  addPersons: 'person-add',
  removePersons: 'remove',
  delete: 'trash',
  merge: 'git-merge',
  restore: 'discard',
  save: 'save',
  update: 'edit',
};

function describe({ action, part }: HistoryEntry, texts: EntryTexts): string {
  switch (action) {
    case 'create':
      return t('Created');
    case 'delete':
      return t('Deleted');
    case 'restore':
      return t('Restored');
    case 'save':
      return t('Saved {0}', partName(part));
    case 'merge':
      return t('Merged and saved {0}', partName(part));
    case 'update':
      return describeUpdate(texts);
    case 'addPersons':
      return t('Added {0}', personsIn(texts));
    case 'removePersons':
      return t('Removed {0}', personsIn(texts));
  }
}

function personsIn({ after }: EntryTexts): string {
  const { persons }: Fields = after === undefined ? {} : JSON.parse(after);
  return typeof persons === 'number' ? formatPersons(persons, t) : t('persons');
}

function partName(part: DocumentPart | undefined): string {
  if (part === 'groups') return t('groups');
  return part === 'record' ? t('fields') : t('filters');
}

/** For a save, how much has changed, and the first condition; for a field, its new value. */
function changedWords(
  ref: RecordRef,
  { part }: HistoryEntry,
  { before, after }: EntryTexts,
): readonly string[] {
  if (after === undefined) return [];
  if (part !== undefined)
    return before === undefined
      ? []
      : describeChanges(toDocument(ref, part), before, after, t)
          .slice(0, 2)
          .map((line) => line.replace(/\.$/, ''));
  const { description, tags }: Fields = JSON.parse(after);
  const now = Array.isArray(tags) ? tagTexts(tags).join(', ') : description;
  return typeof now === 'string' && now !== '' ? [t('“{0}”', displayText(now, maxFieldLength))] : [];
}

/** UTF-16 units. */
const maxFieldLength = 80;

type Fields = Readonly<Record<string, unknown>>;

function describeUpdate({ before, after }: EntryTexts): string {
  const read = (text: string | undefined): Fields => (text === undefined ? {} : JSON.parse(text));
  const { name: oldName } = read(before);
  const { name, description, pinned, tags, restriction_level: restriction } = read(after);
  if (typeof name === 'string' && typeof oldName === 'string' && oldName !== '')
    return t('Renamed from “{0}” to “{1}”', oldName, name);
  if (typeof name === 'string') return t('Renamed to “{0}”', name);
  if (description !== undefined) return t('Changed the description');
  if (tags !== undefined) return t('Changed the tags');
  if (restriction !== undefined) return t('Changed who can edit');
  if (pinned !== undefined) return pinned === true ? t('Pinned') : t('Unpinned');
  return t('Changed fields');
}

export type SaveAction = 'show' | 'compareWithEditor' | 'compareWithOther' | 'restoreBefore' | 'restore';

/**
 * The actions for a save, in the order of the list. An action that would give the editor the text that it has, apart from
 * white space, is left out. `current`: the editor's text; undefined if no editor has it.
 */
export function saveActions(
  { before, after }: EntryTexts,
  current: string | undefined,
  hasOthers: boolean,
): readonly SaveAction[] {
  const isOther = (text: string | undefined): boolean =>
    text !== undefined && (current === undefined || !isSameSpelling(current, text));
  return [
    ...(before !== undefined && after !== undefined ? (['show'] as const) : []),
    ...(isOther(after) ? (['compareWithEditor'] as const) : []),
    ...(after !== undefined && hasOthers ? (['compareWithOther'] as const) : []),
    ...(isOther(before) ? (['restoreBefore'] as const) : []),
    ...(isOther(after) ? (['restore'] as const) : []),
  ];
}

/** A field whose old and new value can be read as text. */
export interface ChangedField {
  readonly field: 'name' | 'description' | 'tags';
  /** Undefined if it is not known. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Undefined for a save, and for fields that are no text. */
export function changedField({ part }: HistoryEntry, texts: EntryTexts): ChangedField | undefined {
  if (part !== undefined || texts.after === undefined) return undefined;
  const after: Fields = JSON.parse(texts.after);
  const before: Fields | undefined = texts.before === undefined ? undefined : JSON.parse(texts.before);
  const field = (['name', 'description', 'tags'] as const).find((one) => after[one] !== undefined);
  return field && { field, before: before && fieldText(before[field]), after: fieldText(after[field]) };
}

/** Each tag in a line of its own. */
function fieldText(value: unknown): string {
  if (Array.isArray(value)) return tagTexts(value).join('\n');
  return typeof value === 'string' ? value : '';
}

/** Why there is nothing to do with a change. @param isThere whether the record is known not to be deleted */
export function describeNoWayBack(
  { action, part }: HistoryEntry,
  texts: EntryTexts,
  isThere: boolean,
): string {
  if (action === 'addPersons' || action === 'removePersons')
    return t('The history does not store who was added or removed.');
  const isKnown = texts.before !== undefined || texts.after !== undefined;
  if (part !== undefined && isKnown) return t('The editor already has this version.');
  if (isKnown) return t('The history does not have the old value.');
  if (action !== 'delete') return t('The history has no text for this change.');
  return isThere
    ? t('The record has been restored since.')
    : t('The record is no longer in the Trash, so the history cannot restore it.');
}

export interface RevertCommand {
  readonly label: string;
  /** What it would change, if the label does not say that. */
  readonly detail?: string;
  /** A command with its arguments. */
  readonly run: readonly [CommandId, ...unknown[]];
  /** Whether it would change nothing; undefined if the record cannot be read: it is deleted. */
  readonly isDone?: (record: DeckRecord) => boolean;
}

/** What undoes a change that was no save; undefined if nothing can. */
export function wayBack(
  ref: RecordRef,
  { action }: HistoryEntry,
  { before, after }: EntryTexts,
  isTrashed: boolean,
): RevertCommand | undefined {
  if (action === 'delete')
    return isTrashed ? { label: t('Restore'), run: ['cohortDeck.restore', trashedNode(ref)] } : undefined;
  const old: Fields = before === undefined ? {} : JSON.parse(before);
  const { name, description, tags, pinned, restriction_level: restriction } = old;
  const node = recordNode(ref);
  if (typeof name === 'string' && name.trim() !== '') {
    return {
      label: t('Rename Back to “{0}”', displayText(name, maxFieldLength)),
      run: ['cohortDeck.rename', node, undefined, name],
      isDone: (record) => record.name === name.trim(),
    };
  }
  if (typeof description === 'string') return descriptionBack(node, description.trim());
  if (Array.isArray(tags)) {
    const { tags: later }: Fields = after === undefined ? {} : JSON.parse(after);
    return tagsBack(node, tagTexts(tags), Array.isArray(later) ? tagTexts(later) : undefined);
  }
  if (typeof pinned === 'boolean') {
    return {
      label: pinned ? t('Pin') : t('Unpin'),
      run: [pinned ? 'cohortDeck.pin' : 'cohortDeck.unpin', node],
      isDone: (record) => isPinned(record) === pinned,
    };
  }
  return restriction === 21 || restriction === 37 ? accessBack(node, restriction) : undefined;
}

function descriptionBack(node: DeckNode, old: string): RevertCommand {
  return {
    label:
      old === ''
        ? t('Clear the Description')
        : t('Restore the Description “{0}”', displayText(old, maxFieldLength)),
    run: ['cohortDeck.editDescription', node, undefined, old],
    isDone: (record) => (record.description ?? '') === old,
  };
}

function accessBack(node: DeckNode, restriction: 21 | 37): RevertCommand {
  return {
    label: restriction === 37 ? t('Let Only Collaborators Edit') : t('Let Everyone Edit'),
    run: ['cohortDeck.setEditAccess', node, undefined, String(restriction)],
    isDone: (record) => isRestricted(record) === (restriction === 37),
  };
}

/** Tags of later changes stay. */
function tagsBack(node: DeckNode, old: readonly string[], later?: readonly string[]): RevertCommand {
  return {
    label: t('Undo Tag Changes'),
    ...(later && { detail: describeTagsBack(old, later) }),
    run: ['cohortDeck.editTags', node, undefined, formatTags(old), later && formatTags(later)],
    isDone: (record) => {
      const now = tagsOf(record);
      const then = tagTexts(withDifference(now, later ?? now, old));
      return isDeepStrictEqual(then.toSorted(), now.toSorted()); // services do not keep their order
    },
  };
}

function describeTagsBack(old: readonly string[], later: readonly string[]): string {
  const missingIn = (others: readonly string[], tags: readonly string[]): string =>
    displayText(tags.filter((tag) => !others.includes(tag)).join(', '), maxFieldLength);
  const added = missingIn(later, old);
  const removed = missingIn(old, later);
  return [
    ...(added === '' ? [] : [t('Adds “{0}”', added)]),
    ...(removed === '' ? [] : [t('Removes “{0}”', removed)]),
  ].join(' · ');
}
