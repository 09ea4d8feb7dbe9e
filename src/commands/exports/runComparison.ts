// What comparisons of cohorts and of exports have in common: progress, exports to compare, and the page at the end.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { withProgress } from '#host/messages/showProgress.ts';
import { recordName } from '#commands/targets/recordNames.ts';
import { removeFile } from '#disk/moveFile.ts';
import type { ComparedPart, Comparison, WritePartOptions } from '#exports/compare/compareFiles.ts';
import { ExportSpeed } from '#exports/exportProgress.ts';
import { toAbortSignal } from '#host/disposables.ts';
import { showInformation } from '#host/messages/showMessage.ts';
import { showUntil } from '#host/messages/openNotification.ts';
import { askAboutError, type LaterAction, showError, type ShownError } from '#host/messages/showError.ts';
import { errorKind, isCancelled, UserError } from '#host/messages/userError.ts';
import type { Log } from '#host/log.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type Cohort, nameOf } from '#model/records/deckRecord.ts';
import { exportExists, type RecentExport, type RecentExports } from '#model/records/persons/recentExports.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ShownComparison } from '#model/records/persons/shownComparison.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { formatPersons } from '#text/formatNumber.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import {
  describeCohort,
  formatComparison,
  isSame,
  type PartTitle,
  withoutIdNotes,
} from './comparisonText.ts';
import { loadCohort } from './runExport.ts';
import { progressText, removedConnection, resultText, toExportUserError } from './exportResultText.ts';
import { recentExportOf } from './recentExportOf.ts';

const { t } = vscode.l10n;

export interface ComparisonDeps {
  readonly catalog: Catalog;
  readonly clients: Pick<ConnectionClients, 'open'>;
  readonly connections: Connections;
  readonly targets: CommandTargets;
  readonly recentExports: RecentExports;
  /** The extension's own folder for exports. */
  readonly directory: string;
  readonly log: Log;
  readonly retries: RetryRegistry;
  readonly showComparison: (comparison: ShownComparison) => Promise<void>;
}

/** A file to compare: one that is there, or one that is exported now. */
type Compared = string | RecordRef;

export interface ComparisonRun {
  readonly title: string;
  /** The first of the cohorts. */
  readonly ref: RecordRef;
  readonly compared: readonly Compared[];
  readonly comparesProperties?: boolean;
  /** Earlier exports by `formatRecordRef`; exported again if the file is gone. */
  readonly exported?: ReadonlyMap<string, CohortExport>;
  readonly show: (comparison: Comparison, exported: readonly CohortExport[]) => Promise<void>;
  /** Why there is nothing to show. */
  readonly describeNothing: (comparison: Comparison) => string;
}

export interface CohortExport {
  readonly entry: RecentExport;
  /** What to know of its persons, in sentences. */
  readonly notes: readonly string[];
}

interface Made {
  /** Exports of this run by `formatRecordRef`. */
  readonly exported: Map<string, CohortExport>;
  /** The cohort's name. */
  exporting: string | undefined;
}

interface Running {
  readonly made: Made;
  readonly signal: AbortSignal;
  readonly show: (message: string) => void;
}

/**
 * Resolves once the person sees how it ended. If it was cancelled, nothing is left of what it exported: nobody asked for
 * it. If it failed, what it exported stays, and is not exported again by Compare Again.
 */
export async function runComparison(deps: ComparisonDeps, run: ComparisonRun): Promise<void> {
  deps.retries.drop(keyOf(run));
  const made: Made = { exported: new Map(), exporting: undefined };
  let comparison: Comparison;
  try {
    comparison = await runWithProgress(run.title, (signal, show) =>
      compareNow(deps, run, { made, signal, show }).catch((error: unknown) => {
        throw isCancelled(error) && !signal.aborted ? removedConnection() : error;
      }),
    );
  } catch (error) {
    if (isCancelled(error)) await removeExports(deps, made);
    else await listExports(deps, made);
    void offerAgain(deps, run, made, error);
    return;
  }
  deps.retries.drop(keyOf(run)); // also one of the same comparison that failed meanwhile
  await listExports(deps, made);
  const exported = [...allExports(run, made).values()];
  if (comparison.parts.some(({ persons }) => persons > 0)) return run.show(comparison, exported);
  await comparison.close();
  void showInformation([run.describeNothing(comparison), ...notesOf(exported)].join(' '));
}

/** Exports of this run and earlier ones, except those of cohorts that were exported again. */
function allExports(run: ComparisonRun, made: Made): ReadonlyMap<string, CohortExport> {
  return new Map([...(run.exported ?? []), ...made.exported]);
}

export function notesOf(exported: readonly CohortExport[]): readonly string[] {
  return exported.flatMap(({ notes }) => notes);
}

async function listExports({ log, recentExports }: ComparisonDeps, { exported }: Made): Promise<void> {
  for (const { entry } of exported.values())
    await logFailure(log, 'Could not list an export as a recent one.', recentExports.add(entry));
}

async function removeExports({ log }: ComparisonDeps, { exported }: Made): Promise<void> {
  for (const { entry } of exported.values())
    await logFailure(log, 'Could not remove an export.', removeFile(entry.path));
  exported.clear();
}

/** Logs an error that must not hide how the comparison ended. */
async function logFailure(log: Log, attempt: string, ended: Promise<void>): Promise<void> {
  await ended.catch((error: unknown) => log.error(attempt, error));
}

/** The same for the same cohorts or files in another order. */
function keyOf({ compared }: ComparisonRun): string {
  const texts = compared.map((one) => (typeof one === 'string' ? one : formatRecordRef(one)));
  return `compare ${JSON.stringify(texts.toSorted())}`;
}

/** Aborts once the same is compared in another way, or cannot be, because its connection is removed. */
function outdatedOf({ connections, retries }: ComparisonDeps, run: ComparisonRun): AbortSignal {
  const keys = [keyOf(run)];
  retries.drop(...keys);
  return AbortSignal.any([retries.add({ keys }), connections.removalOf(run.ref.connectionId)]);
}

/** Does not reject. */
async function offerAgain(
  deps: ComparisonDeps,
  run: ComparisonRun,
  made: Made,
  error: unknown,
): Promise<void> {
  const { connectionId } = run.ref;
  const again = {
    title: t('Compare Again'),
    run: () =>
      runComparison(deps, { ...run, exported: allExports(run, made) }).catch((failure: unknown) =>
        showError('', failure, deps.log, connectionId),
      ),
  };
  const outdated = outdatedOf(deps, run);
  const choice = isCancelled(error)
    ? await showUntil(outdated, t('Canceled the comparison.'), again.title)
    : await askAboutFailure(deps, { attempt: attemptOf(made), error, connectionId, outdated }, again);
  if (choice === again.title) await again.run();
}

function attemptOf({ exporting }: Made): string {
  if (exporting === undefined) return t('Could not compare.');
  return t('Could not compare, because “{0}” could not be exported.', exporting);
}

async function askAboutFailure(
  { log }: ComparisonDeps,
  shown: ShownError,
  again: LaterAction,
): Promise<string | undefined> {
  const { error } = shown;
  log.error('A comparison failed.', error);
  const hasOtherWay = error instanceof UserError && error.action !== undefined;
  return askAboutError({ ...shown, afterOutage: again }, hasOtherWay ? [] : [again.title], log);
}

async function compareNow(deps: ComparisonDeps, run: ComparisonRun, running: Running): Promise<Comparison> {
  const { signal, show } = running;
  const files: string[] = [];
  for (const one of run.compared) {
    if (typeof one === 'string') files.push(await requireThere(one, run.ref));
    else {
      const kept = run.exported?.get(formatRecordRef(one))?.entry.path;
      const isThere = kept !== undefined && (await exportExists(kept));
      files.push(isThere ? kept : await exportNow(deps, one, running));
    }
  }
  const { compareFiles } = await import('#exports/compare/compareFiles.ts');
  return compareFiles({
    files,
    scratchDirectory: deps.directory,
    comparesProperties: run.comparesProperties ?? false,
    signal,
    onProgress: (persons) => show(t('{0} compared', formatPersons(persons, t))),
  });
}

/** An export that a person selected is not made again. Throws UserError. */
async function requireThere(file: string, ref: RecordRef): Promise<string> {
  if (await exportExists(file)) return file;
  throw new UserError(t('The file “{0}” no longer exists. Select another export.', basename(file)), {
    title: t('Compare Exports…'),
    command: 'cohortDeck.compareExports',
    args: [recordNode(ref)],
  });
}

async function runWithProgress<T>(
  title: string,
  work: (signal: AbortSignal, show: (message: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return withProgress(options, async (report, token) => {
    try {
      return await work(toAbortSignal(token), report);
    } catch (error) {
      throw toExportUserError(error);
    }
  });
}

/** @returns the file */
async function exportNow(
  { catalog, clients, directory }: ComparisonDeps,
  ref: RecordRef,
  { made, signal, show }: Running,
): Promise<string> {
  made.exporting = recordName(catalog, ref);
  const { exportPersons } = await import('#exports/exportPersons.ts');
  const { exportFileName } = await import('#exports/files/exportFileName.ts');
  const cohort = await loadCohort(catalog, ref, signal);
  const name = nameOf(cohort) ?? recordName(catalog, ref);
  made.exporting = name;
  const pace = new ExportSpeed(0);
  const result = await exportPersons({
    cohorts: (await clients.open(ref.connectionId)).cohorts(ref.projectId),
    cohortId: ref.id,
    format: 'ndjson',
    directory,
    fileName: exportFileName({ id: ref.id, name }, 'ndjson', new Date()),
    expectedCount: cohort.count ?? undefined,
    signal,
    onProgress: (now) => {
      const perSecond = pace.perSecond(now.rows, performance.now());
      show(t('“{0}”: {1}', name, progressText(now, perSecond)));
    },
  });
  const entry = recentExportOf(ref, name, result);
  const ownNotes = entry.isComplete ? [] : [resultText(name, result)];
  made.exported.set(entry.cohort, { entry, notes: ownNotes }); // from here on a cancel removes it
  const notes = [...describeCohort(name, cohort, await readAgain(catalog, ref, signal)), ...ownNotes];
  made.exported.set(entry.cohort, { entry, notes });
  made.exporting = undefined;
  return entry.path;
}

/** After its export, when the persons are there: `gone`, or undefined if the service cannot say. */
async function readAgain(
  catalog: Catalog,
  ref: RecordRef,
  signal: AbortSignal,
): Promise<Cohort | 'gone' | undefined> {
  try {
    return await loadCohort(catalog, ref, signal);
  } catch (error) {
    if (isCancelled(error)) throw error;
    return errorKind(error) === 'notFound' ? 'gone' : undefined;
  }
}

export interface ComparisonWords {
  readonly title: string;
  readonly tabTitle: string;
  /** What was compared, for the names of the files of parts. */
  readonly subject: string;
  /** Whether the titles of parts say more than who is in which of the files. */
  readonly namesParts: boolean;
  /** What was compared, in the order of the files. */
  readonly sides: readonly { readonly ref: RecordRef; readonly title: string }[];
  /** The files of exports, the earlier one first. */
  readonly exports?: readonly string[];
  readonly partTitle: PartTitle;
  /** Says that there is no difference; shown where all persons were compared. */
  readonly same: string;
  readonly isComplete: boolean;
  readonly notes: readonly string[];
}

/** Shows a comparison, whose parts can be written until the page is closed. */
export async function openComparison(
  deps: ComparisonDeps,
  comparison: Comparison,
  words: ComparisonWords,
): Promise<void> {
  const { title, tabTitle, namesParts, subject, sides, exports, partTitle, same, isComplete, notes } = words;
  const { parts } = comparison;
  const personsIn = (index: number) =>
    parts.reduce((sum, { files, persons }) => sum + (files & (1 << index) ? persons : 0), 0);
  const sentences = [
    ...(isComplete && isSame(comparison, sides.length) ? [same] : []),
    ...notes,
    ...withoutIdNotes(comparison),
  ];
  await deps.showComparison({
    title,
    tabTitle,
    namesParts,
    exports,
    cohorts: sides.map((side, index) => ({ ...side, persons: personsIn(index) })),
    parts: parts.map((part) => ({ title: partTitle(part), cohorts: part.files, persons: part.persons })),
    notes: sentences,
    text: formatComparison(
      sides.map((side) => side.title),
      parts,
      partTitle,
      sentences,
    ),
    write: async (index, format) => {
      const part = parts[index];
      if (!part) throw new Error(`no part ${index}`);
      const partName = t('{0} ({1})', partTitle(part), subject);
      return writePart(deps, comparison, { part, title: partName, format });
    },
    close: () => comparison.close(),
  });
}

interface WrittenPart {
  readonly part: ComparedPart;
  readonly title: string;
  readonly format: WritePartOptions['format'];
}

async function writePart(
  { directory }: ComparisonDeps,
  comparison: Comparison,
  { part, title, format }: WrittenPart,
): Promise<string> {
  const { exportBaseName } = await import('#exports/files/exportFileName.ts');
  const fileName = `${exportBaseName(title, new Date())}.${format}`;
  return runWithProgress(t('Writing {0}', formatPersons(part.persons, t)), (signal) =>
    comparison.write(part, { directory, fileName, format, signal }),
  );
}
