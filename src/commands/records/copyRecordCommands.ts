// Duplicate and Copy To… create records from others. A message lists what cannot be copied before anything is
// created.
import * as vscode from 'vscode';
import { unsavedOf } from '#commands/documents/documentTabs.ts';
import {
  changeEach,
  type ChangeOutcome,
  type FailedRecord,
  reportFailedRecords,
} from '#commands/changeRecords.ts';
import { runShowingError } from '#commands/offerRetry.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { listNames, nameOrCount, quotedName } from '#commands/targets/recordNames.ts';
import { revealRecord } from '#commands/targets/revealRecord.ts';
import { offerUndo } from '#commands/undoCommands.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { askModal } from '#host/messages/showMessage.ts';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import { UserError } from '#host/messages/userError.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { charactersIn, nameOf, textLimits } from '#model/records/deckRecord.ts';
import { recordCopyBody, type RecordCopySource } from '#model/records/recordCopyBody.ts';
import { isSameProject, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { createdChange, type DeleteVerbDeps } from './deleteCommands.ts';
import {
  findReferences,
  type NamedReference,
  type RecordCopyPlace,
  warningOfSameName,
  warningsOfCopy,
  warningsOfReferences,
} from './recordCopyWarnings.ts';

const { t } = vscode.l10n;

export interface CopyDeps extends DeleteVerbDeps {
  readonly targets: CommandTargets;
  /** Notices where `@current` has moved. */
  readonly checkCurrentProjects: () => void;
}

export function createCopyRecordCommands(deps: CopyDeps) {
  return {
    'cohortDeck.duplicate': (...args: readonly unknown[]) => duplicate(deps, args),
    'cohortDeck.copyTo': (...args: readonly unknown[]) => copyTo(deps, args),
  };
}

async function duplicate(deps: CopyDeps, args: readonly unknown[]): Promise<void> {
  const refs = await deps.targets.records(args, ['dashboard', 'cohort'], t('Duplicate'));
  if (refs.length > 0) await copyRecords(deps, refs, undefined);
}

async function copyTo(deps: CopyDeps, args: readonly unknown[]): Promise<void> {
  const refs = await deps.targets.records(args, ['dashboard', 'cohort'], t('Copy To'));
  if (refs.length === 0) return;
  const project = await askProject(deps, refs);
  if (project) await copyRecords(deps, refs, project);
}

/** The projects of the tree that can be written, except one that all records are in: a copy in it is a duplicate. */
async function askProject(
  { catalog, guard, targets }: CopyDeps,
  refs: readonly RecordRef[],
): Promise<ProjectRef | undefined> {
  const isOwn = (project: ProjectRef) => refs.every((ref) => isSameProject(ref, project));
  const others = targets.requireProjects().filter((project) => !isOwn(project));
  const writable = others.filter((project) => guard.protectionOf(project) !== 'readOnly');
  if (writable.length === 0)
    throw others.length > 0
      ? new UserError(t('All other projects are read-only here.'))
      : new UserError(t('There is no other project. Add one with “Add Project…” or “Connect…”, then copy.'), {
          title: t('Connect…'),
          command: 'cohortDeck.connect',
        });
  const isNear = ({ connectionId }: ProjectRef) => refs.some((ref) => ref.connectionId === connectionId);
  const nearFirst = writable.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)));
  const items = nearFirst.map((value) => ({
    label: guard.projectName(value),
    description: guard.needsApproval([value]) ? t('production') : '',
    iconPath: new vscode.ThemeIcon('project'),
    value,
  }));
  const names = nameOrCount(refs.map((ref) => quotedName(catalog, ref)));
  return askPickOf(items, { title: t('Copy {0} To', names), placeholder: t('Select a project') });
}

/** @param project of the copies; undefined for that of each record */
async function copyRecords(
  deps: CopyDeps,
  refs: readonly RecordRef[],
  project: ProjectRef | undefined,
): Promise<void> {
  const { catalog, guard, history } = deps;
  guard.requireWritable(project ? [project] : refs);
  deps.checkCurrentProjects();
  const copies: PlannedRecordCopy[] = [];
  const place: RecordCopyPlace | undefined = project && { project, name: guard.projectName(project) };
  const batch: RecordCopyBatch = { refs, place, taken: new Set<string>() };
  const reads = await withTreeProgress(() =>
    changeEach(refs, async (ref) => copies.push(await planRecordCopy(catalog, ref, batch))),
  );
  const detail = describeCopies(deps, copies, project);
  const lists = copies.map(({ to }) => to);
  if (!(await agrees(deps, copies, project, detail))) return;
  const approval = await guard.approve({ action: 'create', projects: lists, detail });
  await history.track(async () => {
    const outcome = await withTreeProgress(() => createCopies(deps, copies, batch, approval));
    const mayExist = outcome.failed.some(({ error }) => mayHaveArrived(error));
    const all = { ...outcome, failed: [...reads.failed, ...outcome.failed] };
    reportCopies(deps, all, { project, mayExist });
    await showCopies(deps, outcome.created, project);
  });
}

/** One after the other, so that a copy can name another one. */
async function createCopies(
  { catalog }: CopyDeps,
  copies: readonly PlannedRecordCopy[],
  batch: RecordCopyBatch,
  approval: WriteApproval,
): Promise<Required<ChangeOutcome>> {
  const created = new Map<PlannedRecordCopy, RecordRef>();
  const failed: FailedRecord[] = [];
  for (const copy of inOrderOfUse(copies)) {
    try {
      const body = bodyOfCopy(copy, batch, created);
      created.set(copy, await catalog.writer(approval).createText(copy.to, body));
    } catch (error) {
      failed.push({ ref: copy.source.ref, error, connectionId: copy.to.connectionId });
    }
  }
  return {
    done: [...created.keys()].map(({ source }) => source.ref),
    failed,
    created: [...created.values()],
  };
}

/** Asks only if something cannot be copied, and only once: production asks in any case. */
async function agrees(
  deps: CopyDeps,
  copies: readonly PlannedRecordCopy[],
  project: ProjectRef | undefined,
  detail: string,
): Promise<boolean> {
  const hasNotes = copies.some(({ notes }) => notes.length > 0);
  if (!hasNotes || deps.guard.needsApproval(copies.map(({ to }) => to))) return true;
  const names = nameOrCount(copies.map(({ source }) => quotedName(deps.catalog, source.ref)));
  const [question, button] = project
    ? [t('Copy {0} to {1}?', names, deps.guard.projectName(project)), t('Copy')]
    : [t('Duplicate {0}?', names), t('Duplicate')];
  return (await askModal(question, detail, button)) === button;
}

/** What is copied, and what cannot be. */
function describeCopies(
  { catalog, guard }: CopyDeps,
  copies: readonly PlannedRecordCopy[],
  project: ProjectRef | undefined,
): string {
  const names = listNames(
    copies.map(({ source }) => quotedName(catalog, source.ref)),
    '\n',
  );
  const notes = [...new Set(copies.flatMap((copy) => copy.notes))];
  const isAlone =
    copies.length === 1 && !guard.needsApproval(project ? [project] : copies.map(({ to }) => to));
  return [...(isAlone ? [] : [names]), listNames(notes, '\n\n')].filter((text) => text !== '').join('\n\n');
}

/** Shows a message where some or all failed. */
function reportCopies(
  deps: CopyDeps,
  outcome: ChangeOutcome,
  { project, mayExist }: { readonly project: ProjectRef | undefined; readonly mayExist: boolean },
): void {
  const doubt = mayExist ? ` ${t('It may have been created anyway. Refresh before you retry.')}` : '';
  void reportFailedRecords(deps, outcome, {
    action: 'create',
    to: project,
    nameOf: (ref) => quotedName(deps.catalog, ref),
    summarize: (done, total, failedNames) =>
      (done === 0
        ? t('Could not copy {0}.', failedNames)
        : t('Copied {0} of {1}. Could not copy {2}.', done, total, failedNames)) + doubt,
    retry: (again) => copyRecords(deps, again, project),
  });
}

/** Makes the copies undoable, says where they are, and selects the first one. */
async function showCopies(
  deps: CopyDeps,
  created: readonly RecordRef[],
  project: ProjectRef | undefined,
): Promise<void> {
  const [first] = created;
  if (!first) return;
  const names = nameOrCount(created.map((ref) => quotedName(deps.catalog, ref)));
  const change = createdChange(deps, created);
  deps.history.add(change);
  const message = project
    ? t('Created {0} in {1}.', names, deps.guard.projectName(project))
    : t('Created {0}.', names);
  void offerUndo(deps, change, message);
  await runShowingError(deps.log, () => revealRecord(deps, first)); // the records exist even if the tree cannot show them
}

// What each copy of a batch becomes: its name, its request, and what a person should know before.

/** Records that are copied together. */
interface RecordCopyBatch {
  readonly refs: readonly RecordRef[];
  /** Undefined for duplicates. */
  readonly place: RecordCopyPlace | undefined;
  /** Names that earlier duplicates get, beside those of loaded records. */
  readonly taken: Set<string>;
}

interface PlannedRecordCopy {
  readonly source: RecordCopySource;
  readonly to: ListRef;
  readonly name: string;
  readonly isDuplicate: boolean;
  /** What it names in another project. */
  readonly references: readonly NamedReference[];
  readonly notes: readonly string[];
}

/** Throws ApiError where the record, or what it names, cannot be read. */
async function planRecordCopy(
  catalog: Catalog,
  ref: RecordRef,
  batch: RecordCopyBatch,
): Promise<PlannedRecordCopy> {
  const source: RecordCopySource = { ref, ...(await catalog.retrieveText(ref)) };
  const { place, refs, taken } = batch;
  const isDuplicate = !place || isSameProject(ref, place.project);
  const { connectionId, projectId } = place?.project ?? ref;
  const to: ListRef = { connectionId, projectId, kind: ref.kind };
  const quoted = quotedName(catalog, ref);
  const unsaved =
    unsavedOf(ref).length > 0 ? [t('{0} has unsaved changes, which are not copied.', quoted)] : [];
  const notes = [...unsaved, ...warningsOfCopy(source, isDuplicate, quoted)];
  const own = nameOf(source.record);
  if (isDuplicate) {
    const known = catalog.list(to).records.map((record) => nameOf(record) ?? '');
    const name = nameOfDuplicate(own ?? t('#{0}', ref.id), new Set([...known, ...taken]), to);
    taken.add(name);
    return { source, to, name, isDuplicate, references: [], notes };
  }
  await catalog.load(to);
  const references = await findReferences(catalog, source, to);
  const others = references.filter((reference) => !refs.some((other) => isNamed(ref, reference, other)));
  return {
    source,
    to,
    name: own ?? '',
    isDuplicate,
    references,
    notes: [
      ...notes,
      ...warningsOfReferences(others, quoted, place),
      ...warningOfSameName(catalog, source, place),
    ],
  };
}

/**
 * The request of a copy. Throws UserError if it names another record of the batch that has no copy.
 * @param created the copies of the batch that there are
 */
function bodyOfCopy(
  { source, name, isDuplicate, references }: PlannedRecordCopy,
  { refs }: RecordCopyBatch,
  created: ReadonlyMap<PlannedRecordCopy, RecordRef>,
): string {
  const ids = new Map<string, number>();
  for (const reference of references) {
    const isOne = (other: RecordRef) => isNamed(source.ref, reference, other);
    const copy = [...created].find(([other]) => isOne(other.source.ref))?.[1];
    if (!copy && refs.some(isOne)) throw new UserError(t('A cohort that it uses could not be copied.'));
    const id = copy?.id ?? reference.target;
    if (id !== undefined) ids.set(`${reference.kind} ${reference.id}`, id);
  }
  return recordCopyBody(source, {
    name,
    hasTiles: isDuplicate,
    idOf: ({ kind, id }) => ids.get(`${kind} ${id}`),
  });
}

/** Referenced cohorts come first. */
function inOrderOfUse(copies: readonly PlannedRecordCopy[]): readonly PlannedRecordCopy[] {
  const ordered = new Set<PlannedRecordCopy>();
  const visit = (copy: PlannedRecordCopy, above: readonly PlannedRecordCopy[]): void => {
    if (ordered.has(copy) || above.includes(copy)) return; // services reject loops
    const { references, source } = copy;
    const isUsed = (other: PlannedRecordCopy) =>
      references.some((reference) => isNamed(source.ref, reference, other.source.ref));
    for (const other of copies.filter(isUsed)) visit(other, [...above, copy]);
    ordered.add(copy);
  };
  for (const copy of copies) visit(copy, []);
  return [...ordered];
}

/** Whether a record names another one of its project. */
function isNamed(ref: RecordRef, { kind, id }: NamedReference, other: RecordRef): boolean {
  return kind === 'cohort' && other.kind === 'cohort' && other.id === id && isSameProject(ref, other);
}

// What a duplicate of a record is called.
/**
 * `Churn (copy)`, `Churn (copy 2)`: a name that no loaded record has; names need not be unique. If it would exceed the
 * service's limit, the old name is cut, not what is added.
 */
function nameOfDuplicate(name: string, taken: ReadonlySet<string>, { kind }: ListRef): string {
  for (let number = 1; ; number++) {
    const nameWith = (start: string) =>
      number === 1 ? t('{0} (copy)', start) : t('{0} (copy {1})', start, number);
    const tooLong = charactersIn(nameWith(name)) - textLimits.name[kind];
    const candidate = nameWith(tooLong > 0 ? Array.from(name).slice(0, -tooLong).join('') : name);
    if (!taken.has(candidate)) return candidate;
  }
}
