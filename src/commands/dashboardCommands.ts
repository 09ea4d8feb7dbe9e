// Commands of dashboards alone: tags, and who may edit them.
import * as vscode from 'vscode';
import { type TextChoice, pickTexts } from '#host/pickTexts.ts';
import { askPickOf } from '#host/quickInput.ts';
import { type DeckRecord, isCohort, tagsOf } from '#model/records/deckRecord.ts';
import { isRestricted } from '#model/records/lockout.ts';
import { formatListRef, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import { formatTags, parseTags } from '#text/tagText.ts';
import { type CommandTargets, givenText } from './commandTargets.ts';
import {
  changeFields,
  type FieldChange,
  type FieldChangeDeps,
  type FieldChangeWords,
} from './fieldChanges.ts';

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

/** Edits the tags that the dashboards share. Each keeps its other tags. */
async function editTags(deps: DashboardDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Edit Tags');
  const dashboards = await writableDashboards(deps, args, title);
  const [first, ...others] = dashboards;
  if (!first) return;
  const isCommon = (tag: string) => others.every(({ record }) => tagsOf(record).includes(tag));
  const common = tagsOf(first.record).filter(isCommon);
  const given = givenText(args);
  const wanted =
    given === undefined
      ? await pickTags(deps, title, dashboards, common)
      : parseTags(given).map((text) => common.find((tag) => inOneLine(tag) === text) ?? text);
  if (wanted === undefined) return;
  const changes = dashboards.flatMap(({ ref, record }): FieldChange[] => {
    const before = tagsOf(record);
    const kept = before.filter((tag) => !common.includes(tag) && !wanted.includes(tag));
    const tags = [...kept, ...wanted];
    if (formatTags(tags.toSorted()) === formatTags(before.toSorted())) return []; // services do not keep the order of tags
    return [{ ref, before: { tags: isCohort(record) ? [] : record.tags }, after: { tags } }];
  });
  await changeFields(deps, tagWords, changes);
}

/** The tag as a field has it, where it was not edited. */
function inOneLine(tag: string): string {
  return tag.replaceAll(/[\r\n]/g, '');
}

/**
 * Those that all dashboards have come first and are picked, then those of some, which stay where they are: VS Code has no
 * box that is half checked. The others of their projects come last.
 */
function pickTags(
  { catalog }: DashboardDeps,
  title: string,
  dashboards: readonly KnownDashboard[],
  common: readonly string[],
): Promise<readonly string[] | undefined> {
  const counts = new Map<string, number>();
  for (const tag of dashboards.flatMap(({ record }) => [...new Set(tagsOf(record))]))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const some = [...counts.keys()].filter((tag) => !common.includes(tag));
  const lists = listsOf(dashboards.map(({ ref }) => ref));
  const choices: readonly TextChoice[] = [
    ...common.map((text) => ({ text, isPicked: true })),
    ...some.map((text) => ({
      text,
      description: t('already on {0} of {1} dashboards', counts.get(text) ?? 0, dashboards.length),
      isPicked: false,
    })),
  ];
  return pickTexts({
    title,
    placeholder:
      dashboards.length === 1
        ? t('Select tags, or type a new one')
        : t('Select the tags that all {0} dashboards get, or type a new one', dashboards.length),
    choices,
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

/** Each list once. */
function listsOf(refs: readonly RecordRef[]): readonly ListRef[] {
  return [...new Map(refs.map((ref) => [formatListRef(ref), ref])).values()];
}

function tagsIn(records: readonly DeckRecord[]): readonly string[] {
  return [...new Set(records.flatMap(tagsOf))].toSorted((a, b) => a.localeCompare(b));
}

const tagWords: FieldChangeWords = {
  action: 'editTags',
  label: (names) => t('Edit Tags of {0}', names),
  describe: ({ tags = [] }) => (tags.length === 0 ? t('No tags') : t('Tags: {0}', tags.join(', '))),
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
  const title = t('Set Who Can Edit');
  const dashboards = await writableDashboards(deps, args, title);
  if (dashboards.length === 0) return;
  const given = allLevels.find((one) => String(one) === givenText(args));
  const level = given ?? (await askLevel(title, dashboards));
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
  describe: ({ restriction_level: level }) => t('Who can edit: {0}', levelName(level)),
  summarize: (done, total, failedNames) =>
    done === 0
      ? t('Could not change who can edit {0}.', failedNames)
      : t('Changed edit access to {0} of {1}. Could not change {2}.', done, total, failedNames),
};

interface KnownDashboard {
  readonly ref: RecordRef;
  readonly record: DeckRecord;
}

/** Throws ApiError `readOnly` where one of them cannot be changed here. */
async function writableDashboards(
  { catalog, guard, targets }: DashboardDeps,
  args: readonly unknown[],
  title: string,
): Promise<readonly KnownDashboard[]> {
  const refs = await targets.records(args, ['dashboard'], title);
  guard.requireWritable(refs);
  return Promise.all(
    refs.map(async (ref) => ({ ref, record: catalog.get(ref) ?? (await catalog.retrieve(ref)) })),
  );
}
