// Commands of dashboards alone: tags, and who may edit them.
import * as vscode from 'vscode';
import { type PickedTexts, pickTexts, type TextChoice } from '#host/input/pickTexts.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { type DeckRecord, isCohort, type RecordFields, tagsOf, tagTexts } from '#model/records/deckRecord.ts';
import { askUntilMade } from '#commands/makeChange.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { FieldChange } from '#model/records/changes/fieldChange.ts';
import { isRestricted } from '#model/records/dashboardLockout.ts';
import { formatListRef, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import { formatTags, parseTags } from '#text/parseTags.ts';
import {
  type CommandTargets,
  givenText,
  requireEditable,
  shownText,
} from '#commands/targets/commandTargets.ts';
import { changeFields, type FieldChangeDeps, type FieldChangeWords } from './changeFields.ts';
import { listNames, nameOrCount, quotedName } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

export interface DashboardDeps extends FieldChangeDeps {
  readonly targets: CommandTargets;
}

export function createDashboardCommands(deps: DashboardDeps) {
  return {
    /** A third argument has the tags, as text; then nothing asks for them. */
    'cohortDeck.editTags': (...args: readonly unknown[]) => editTags(deps, args),
    /** A third argument has the level, as text; then nothing asks for it. */
    'cohortDeck.setEditAccess': (...args: readonly unknown[]) => setEditAccess(deps, args),
  };
}

/** Each dashboard keeps the tags that were neither picked nor removed. */
async function editTags(deps: DashboardDeps, args: readonly unknown[]): Promise<void> {
  const dashboards = (await editableDashboards(deps, args, t('Edit Tags'))).map(({ ref, record }) => ({
    ref,
    tags: tagsShownIn(args) ?? (isCohort(record) ? [] : record.tags),
  }));
  const [first, ...others] = dashboards;
  if (!first) return;
  const common = tagTexts(first.tags).filter((tag) =>
    others.every(({ tags }) => tagTexts(tags).includes(tag)),
  );
  const given = givenText(args);
  const pick = (answer: PickedTexts) => pickTags(deps, dashboards, common, answer);
  const answer =
    given === undefined
      ? await pick({ picked: common, removed: [] })
      : { picked: readTags(given, common), removed: [] };
  await askUntilMade<PickedTexts>(answer, pick, async ({ picked, removed }) => {
    const changed = new Set([...common, ...picked, ...removed]);
    const changes = dashboards.flatMap(({ ref, tags }): FieldChange[] => {
      const before = tagTexts(tags);
      const after = [...before.filter((tag) => !changed.has(tag)), ...picked];
      if (formatTags(after.toSorted()) === formatTags(before.toSorted())) return []; // services do not keep the order of tags
      return [{ ref, before: { tags: [...tags] }, after: { tags: after } }];
    });
    await changeFields(deps, tagWords, changes);
  });
}

/** What a page showed when the person began to edit. */
function tagsShownIn(args: readonly unknown[]): readonly string[] | undefined {
  const shown = shownText(args);
  return shown === undefined ? undefined : parseTags(shown);
}

/** `known`: those that the text may have as a field of one line has them. */
function readTags(text: string, known: readonly string[]): readonly string[] {
  return parseTags(text).map((typed) => known.find((tag) => inOneLine(tag) === typed) ?? typed);
}

/** The tag as an unedited single-line field shows it. */
function inOneLine(tag: string): string {
  return tag.replaceAll(/[\r\n]/g, '');
}

interface TaggedDashboard {
  readonly ref: RecordRef;
  readonly tags: readonly unknown[];
}

function pickTags(
  { catalog }: DashboardDeps,
  dashboards: readonly TaggedDashboard[],
  common: readonly string[],
  answer: PickedTexts,
): Promise<PickedTexts | undefined> {
  const lists = listsOf(dashboards.map(({ ref }) => ref));
  return pickTexts({
    title: tagWords.label(namesOf(catalog, dashboards)),
    placeholder:
      dashboards.length === 1
        ? t('Select tags, or type a new one')
        : t('Select the tags that all {0} dashboards get, or type a new one', dashboards.length),
    choices: tagChoices(dashboards, common, answer),
    load: async (show, signal) => {
      const showLoaded = () => show(tagsIn(lists.flatMap((list) => catalog.list(list).records)));
      showLoaded();
      await Promise.all(lists.map((list) => catalog.loadWhole(list, () => !signal.aborted)));
      showLoaded(); // what failed is in the tree
    },
    read: parseTags,
    addLabel: (tag) => t('Add tag “{0}”', tag),
  });
}

/**
 * Those that all dashboards have come first and are picked, then those of some: VS Code has no half-checked box, so
 * each of these has one row to add it and one to remove it.
 */
function tagChoices(
  dashboards: readonly TaggedDashboard[],
  common: readonly string[],
  { picked, removed }: PickedTexts,
): readonly TextChoice[] {
  const counts = new Map<string, number>();
  for (const tag of dashboards.flatMap(({ tags }) => [...new Set(tagTexts(tags))]))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  for (const tag of common) counts.delete(tag);
  const others = new Set([...common, ...picked.filter((tag) => !counts.has(tag))]);
  const some = [...counts].map(([text, count]) => ({
    text,
    description: t('already on {0} of {1} dashboards', count, dashboards.length),
    isPicked: picked.includes(text),
    isRemoved: removed.includes(text),
    removal: {
      label: t('Remove tag “{0}”', text),
      description: t('from {0} of {1} dashboards', count, dashboards.length),
    },
  }));
  return [...[...others].map((text) => ({ text, isPicked: picked.includes(text) })), ...some];
}

/** Each list once. */
function listsOf(refs: readonly RecordRef[]): readonly ListRef[] {
  return [...new Map(refs.map((ref) => [formatListRef(ref), ref])).values()];
}

function tagsIn(records: readonly DeckRecord[]): readonly string[] {
  return [...new Set(records.flatMap(tagsOf))].toSorted((a, b) => a.localeCompare(b));
}

/** Those that `fields` have beyond those of `others`; empty if there are none. */
function tagsBeyond({ tags: others = [] }: RecordFields, { tags = [] }: RecordFields): string {
  const known = new Set(tagTexts(others));
  const names = tagTexts(tags).filter((tag) => !known.has(tag));
  return listNames(
    names.map((tag) => t('“{0}”', tag)),
    ', ',
  );
}

/** `“Churn”` or `3 records`. */
function namesOf(catalog: Catalog, dashboards: readonly Pick<KnownDashboard, 'ref'>[]): string {
  return nameOrCount(dashboards.map(({ ref }) => quotedName(catalog, ref)));
}

const tagWords: FieldChangeWords = {
  action: 'editTags',
  label: (names) => t('Edit Tags of {0}', names),
  describe: ({ before, after }) => {
    const added = tagsBeyond(before, after);
    const removed = tagsBeyond(after, before);
    return [...(added ? [t('Add {0}', added)] : []), ...(removed ? [t('Remove {0}', removed)] : [])];
  },
  summarize: (done, total, failedNames) =>
    done === 0
      ? t('Could not change the tags of {0}.', failedNames)
      : t('Changed the tags of {0} of {1}. Could not change {2}.', done, total, failedNames),
};

function levelName(level: number | undefined): string {
  return level === levels.collaborators ? t('Only Collaborators') : t('Everyone in the Project');
}

const levels = { everyone: 21, collaborators: 37 } as const;
const allLevels = [levels.everyone, levels.collaborators] as const;
type Level = (typeof allLevels)[number];

async function setEditAccess(deps: DashboardDeps, args: readonly unknown[]): Promise<void> {
  const dashboards = await editableDashboards(deps, args, t('Set Who Can Edit'));
  if (dashboards.length === 0) return;
  const given = allLevels.find((one) => String(one) === givenText(args));
  const level = given ?? (await askLevel(accessWords.label(namesOf(deps.catalog, dashboards)), dashboards));
  if (level === undefined) return;
  const others = dashboards.filter(({ record }) => levelOf(record) !== level);
  const changes = others.map(({ ref, record }): FieldChange => ({
    ref,
    before: { restriction_level: levelOf(record) },
    after: { restriction_level: level },
  }));
  await changeFields(deps, accessWords, changes);
}

function levelOf(record: DeckRecord): Level {
  return isRestricted(record) ? levels.collaborators : levels.everyone;
}

function askLevel(title: string, dashboards: readonly KnownDashboard[]): Promise<Level | undefined> {
  const items = allLevels.map((value) => {
    const isCurrent = dashboards.every(({ record }) => levelOf(record) === value);
    return { label: levelName(value), value, description: isCurrent ? t('current') : '' };
  });
  const placeholder =
    dashboards.length === 1
      ? t('Select who can edit this dashboard')
      : t('Select who can edit these {0} dashboards', dashboards.length);
  return askPickOf(items, { title, placeholder });
}

const accessWords: FieldChangeWords = {
  action: 'setEditAccess',
  label: (names) => t('Set Who Can Edit {0}', names),
  describe: ({ after }) => [t('Who can edit: {0}', levelName(after.restriction_level))],
  summarize: (done, total, failedNames) =>
    done === 0
      ? t('Could not change who can edit {0}.', failedNames)
      : t('Changed who can edit {0} of {1}. Could not change {2}.', done, total, failedNames),
};

interface KnownDashboard {
  readonly ref: RecordRef;
  readonly record: DeckRecord;
}

/** Throws as `requireEditable` does. */
async function editableDashboards(
  deps: DashboardDeps,
  args: readonly unknown[],
  title: string,
): Promise<readonly KnownDashboard[]> {
  const { catalog, targets } = deps;
  const refs = await targets.records(args, ['dashboard'], title);
  requireEditable(deps, refs);
  return Promise.all(
    refs.map(async (ref) => ({ ref, record: catalog.get(ref) ?? (await catalog.retrieve(ref)) })),
  );
}
