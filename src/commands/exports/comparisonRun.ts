// What comparisons of cohorts and of exports have in common: progress, exports to compare, and the page at the end.
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { withEmptyParts } from '#exports/compare/withEmptyParts.ts';
import type { Comparison, OnPerson, WritePartOptions } from '#exports/compare/compareFiles.ts';
import { toAbortSignal } from '#host/toAbortSignal.ts';
import { showStatus, showWarning } from '#host/messages.ts';
import { plainText } from '#host/plainText.ts';
import { isCancelled } from '#host/userError.ts';
import type { Log } from '#host/log.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import type { RecentExport, RecentExports } from '#model/records/recentExports.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ShownComparison } from '#model/records/shownComparison.ts';
import { formatCount } from '#text/localFormat.ts';
import type { CommandTargets } from '#commands/commandTargets.ts';
import { formatComparison, type PartTitle } from './comparisonText.ts';
import { progressText, resultText, toExportUserError } from './exportMessages.ts';

const { t } = vscode.l10n;

export interface ComparisonDeps {
  readonly catalog: Catalog;
  readonly clients: Pick<ConnectionClients, 'open'>;
  readonly targets: CommandTargets;
  readonly recentExports: RecentExports;
  /** The extension's own folder for exports. */
  readonly directory: string;
  readonly log: Log;
  readonly showComparison: (comparison: ShownComparison) => Promise<void>;
}

/** A file to compare: one that is there, or one that is exported now. */
type Compared = string | RecordRef;

export interface ComparisonRun {
  readonly title: string;
  readonly compared: readonly Compared[];
  readonly comparesProperties?: boolean;
}

/**
 * The caller closes it. Can be cancelled; rejects with an error for people. Then nothing is left of what it exported: nobody
 * asked for it.
 */
export async function runComparison(deps: ComparisonDeps, run: ComparisonRun): Promise<Comparison> {
  const exported: RecentExport[] = [];
  let comparison: Comparison;
  try {
    comparison = await withProgress(run.title, (signal, show) =>
      compareNow(deps, run, { signal, show, exported }),
    );
  } catch (error) {
    for (const { path } of exported)
      await logFailure(deps.log, 'Could not remove an export.', rm(path, { force: true }));
    if (isCancelled(error)) showStatus(t('Canceled the comparison'), 5000, 'circle-slash');
    throw error;
  }
  for (const one of exported)
    await logFailure(deps.log, 'Could not list an export as a recent one.', deps.recentExports.add(one));
  return comparison;
}

/** For what must not hide how the comparison ended. */
async function logFailure(log: Log, attempt: string, ended: Promise<void>): Promise<void> {
  await ended.catch((error: unknown) => log.error(attempt, error));
}

interface Running {
  readonly signal: AbortSignal;
  readonly show: (message: string) => void;
  /** Takes each export that is made. */
  readonly exported: RecentExport[];
}

async function compareNow(deps: ComparisonDeps, run: ComparisonRun, running: Running): Promise<Comparison> {
  const { signal, show } = running;
  const files = run.compared.map((one) =>
    typeof one === 'string' ? one : (onPerson: OnPerson) => exportNow(deps, one, { ...running, onPerson }),
  );
  const { compareFiles } = await import('#exports/compare/compareFiles.ts');
  return compareFiles({
    files,
    scratchDirectory: deps.directory,
    comparesProperties: run.comparesProperties ?? false,
    signal,
    onProgress: (persons) => show(t('{0} persons compared', formatCount(persons))),
  });
}

async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, show: (message: string) => void) => Promise<T>,
): Promise<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plainText(title),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    try {
      return await work(toAbortSignal(token), (message) => progress.report({ message }));
    } catch (error) {
      throw toExportUserError(error);
    }
  });
}

export function cohortName(catalog: Catalog, ref: RecordRef): string {
  const record = catalog.get(ref);
  return (record && nameOf(record)) ?? t('#{0}', ref.id);
}

interface ExportNow extends Running {
  readonly onPerson: OnPerson;
}

/** Warns where the export does not have as many persons as its cohort. @returns the file */
async function exportNow(
  { catalog, clients, directory }: ComparisonDeps,
  ref: RecordRef,
  { signal, show, exported, onPerson }: ExportNow,
): Promise<string> {
  const { exportPersons } = await import('#exports/exportPersons.ts');
  const { exportFileName } = await import('#exports/files/fileName.ts');
  const cohort = await catalog.retrieve(ref, signal);
  const name = cohortName(catalog, ref);
  const startedMs = performance.now();
  const result = await exportPersons({
    cohorts: (await clients.open(ref.connectionId)).cohorts(ref.projectId),
    cohortId: ref.id,
    format: 'ndjson',
    directory,
    fileName: exportFileName({ id: ref.id, name }, 'ndjson', new Date()),
    expectedCount: (isCohort(cohort) ? cohort.count : undefined) ?? undefined,
    signal,
    onPerson,
    onProgress: (now) => show(t('“{0}”: {1}', name, progressText(now, performance.now() - startedMs))),
  });
  const { path, rows, bytes } = result;
  const isComplete = result.complete === 'yes';
  exported.push({
    name,
    path,
    rows,
    bytes,
    isComplete,
    exportedAt: Date.now(),
    cohort: formatRecordRef(ref),
  });
  if (!isComplete) void showWarning(resultText(name, result));
  return path;
}

export interface ComparisonWords {
  readonly title: string;
  /** What was compared, in the order of the files. */
  readonly sides: readonly { readonly ref: RecordRef; readonly title: string }[];
  readonly partTitle: PartTitle;
}

/** Its parts can be written until the page is closed. */
export async function showComparison(
  deps: ComparisonDeps,
  comparison: Comparison,
  { title, sides, partTitle }: ComparisonWords,
): Promise<void> {
  const { withoutId } = comparison;
  const parts = withEmptyParts(comparison.parts, sides.length);
  const personsIn = (index: number) =>
    parts.reduce((sum, { files, persons }) => sum + (files & (1 << index) ? persons : 0), 0);
  await deps.showComparison({
    title,
    cohorts: sides.map((side, index) => ({ ...side, persons: personsIn(index) })),
    parts: parts.map((part) => ({ title: partTitle(part), cohorts: part.files, persons: part.persons })),
    withoutId,
    text: formatComparison(
      sides.map((side) => side.title),
      parts,
      partTitle,
    ),
    write: async (index, format) => {
      const part = parts[index];
      if (!part) throw new Error(`no part ${index}`);
      return writePart(deps, partTitle(part), format, (options) => comparison.write(part, options));
    },
    close: () => comparison.close(),
  });
}

async function writePart(
  { directory }: ComparisonDeps,
  title: string,
  format: WritePartOptions['format'],
  write: (options: WritePartOptions) => Promise<string>,
): Promise<string> {
  const { exportBaseName } = await import('#exports/files/fileName.ts');
  const fileName = `${exportBaseName(title, new Date())}.${format}`;
  return withProgress(title, (signal) => write({ directory, fileName, format, signal }));
}
