// What follows an export: its result or failure as a message. Each function resolves with the export that the person
// chooses to run next.
import path from 'node:path';
import * as vscode from 'vscode';
import { withProgress } from '#host/messages/showProgress.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { type ExportFormat, exportKey } from '#exports/files/exportFormat.ts';
import type { ExportNoteCode, ExportResult } from '#exports/exportResult.ts';
import { toAbortSignal } from '#host/disposables.ts';
import type { Log } from '#host/log.ts';
import { showInformation, showWarning } from '#host/messages/showMessage.ts';
import { showUntil } from '#host/messages/openNotification.ts';
import { askAboutError } from '#host/messages/showError.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { listNames } from '#commands/targets/recordNames.ts';
import { cancelledText, droppedText, resultText, toExportUserError } from './exportResultText.ts';
import { requireExport } from './openExport.ts';
import { holdsPersons } from './recentExportOf.ts';

const { t } = vscode.l10n;

export interface ExportJob {
  readonly ref: RecordRef;
  readonly format: ExportFormat;
  /** The export's place in a queue of several. */
  readonly place?: { readonly index: number; readonly length: number };
  readonly resumeFrom?: ResumableExport | undefined;
  /** It opens as a table. */
  readonly isFromTable?: boolean | undefined;
}

export interface OutcomeDeps {
  readonly connections: Connections;
  /** The extension's own folder for exports; it may not exist yet. */
  readonly directory: string;
  readonly log: Log;
  readonly retries: RetryRegistry;
}

/** Dropped once the job is started again. */
export function keyOfJob({ ref, format, resumeFrom }: ExportJob): string {
  return exportKey({ tag: formatRecordRef(ref), format, partPath: resumeFrom?.partPath });
}

/** Dropped once the job is done: one that fails is still offered. */
export const keyUntilDone = (job: ExportJob): string => `${keyOfJob(job)} done`;

/** Aborts once each job was started again in another way, is done, or cannot run, because its connection is removed. */
function outdatedOf(
  { connections, retries }: Pick<OutcomeDeps, 'connections' | 'retries'>,
  jobs: readonly ExportJob[],
  keyOf = keyOfJob,
): AbortSignal {
  const offer = retries.add({ keys: jobs.map(keyOf) });
  for (const job of jobs) {
    const removal = connections.removalOf(job.ref.connectionId);
    removal.addEventListener('abort', () => retries.drop(keyOf(job)), { signal: offer });
  }
  return offer;
}

const afterOutage = {
  title: t('Resume Export…'),
  run: () => vscode.commands.executeCommand('cohortDeck.resumeExport'),
};

const doubts: ReadonlySet<ExportNoteCode> = new Set(['unnamed', 'calculating', 'calculationFailed']);

/** The message of an incomplete export offers the rest, until all persons are exported in another way. */
export async function showResult(
  deps: Pick<OutcomeDeps, 'connections' | 'retries'>,
  { ref, isFromTable }: ExportJob,
  { name, result }: { readonly name: string; readonly result: ExportResult },
  shownAs: 'text' | 'table',
): Promise<ExportJob | undefined> {
  const saveAs = t('Save As…');
  const openAsTable = t('Open as Table');
  const exportAll = t('Export All Persons');
  const isComplete = result.complete === 'yes' && !result.notes.includes('recalculated');
  const isWell = isComplete && !result.notes.some((note) => doubts.has(note));
  const buttons = [saveAs];
  if (holdsPersons(result) && shownAs === 'text' && result.rows > 0) buttons.unshift(openAsTable);
  const text = resultText(name, result);
  const all: ExportJob = { ref, format: 'csvAll', isFromTable };
  const choice =
    holdsPersons(result) && !isComplete && result.format === 'csv'
      ? await showUntil(outdatedOf(deps, [all], keyUntilDone), text, exportAll, ...buttons)
      : await (isWell ? showInformation : showWarning)(text, ...buttons);
  const uri = vscode.Uri.file(result.path);
  if (choice === saveAs || choice === openAsTable) await requireExport(result.path, name);
  if (choice === saveAs) await vscode.commands.executeCommand('cohortDeck.saveExportAs', uri);
  if (choice === openAsTable) await vscode.commands.executeCommand('cohortDeck.openAsTable', uri);
  return choice === exportAll ? all : undefined;
}

export interface FailedExport {
  readonly job: ExportJob;
  /** The cohort's name. */
  readonly name: string;
  readonly error: unknown;
  /** Whether it received persons in this run. */
  readonly hasBegun: boolean;
}

/**
 * Offers to resume after the last whole page; where not even one was written, to start again. After an outage that is
 * offered once the connection is back.
 */
export async function showFailure(deps: OutcomeDeps, failed: FailedExport): Promise<ExportJob | undefined> {
  const { job, error } = failed;
  const { log } = deps;
  const kept = await findKept(deps, job);
  const next = { ...job, resumeFrom: kept };
  const outdated = outdatedOf(deps, [next]);
  const open = t('Open as Table');
  const { attempt, again } = wordsOfFailure(failed, kept);
  const { connectionId } = job.ref;
  const shown = { attempt, error, connectionId, outdated, ...(kept && { afterOutage }) };
  const choice = await askAboutError(shown, kept ? [again, open] : [again], log);
  if (kept && choice === open) await openKept(kept);
  return choice === again ? next : undefined;
}

/** `kept`: what can be resumed. */
export function wordsOfFailure({ name, job, hasBegun }: FailedExport, kept: ResumableExport | undefined) {
  if (!hasBegun && !job.resumeFrom)
    return { attempt: t('Could not export {0}.', t('“{0}”', name)), again: kept ? t('Resume') : t('Retry') };
  if (kept)
    return {
      attempt: t('The export of “{0}” was interrupted. You can resume it.', name),
      again: t('Resume'),
    };
  if (job.resumeFrom)
    return { attempt: t('Could not resume the export of “{0}”.', name), again: t('Export Again') };
  return { attempt: t('The export of “{0}” was interrupted.', name), again: t('Retry') };
}

/**
 * One message for all that failed of `total` exports. Resolves with those that the person wants to run again, each after
 * its last whole page.
 */
export async function showFailures(
  deps: OutcomeDeps,
  failed: readonly FailedExport[],
  total: number,
): Promise<readonly ExportJob[]> {
  const { log } = deps;
  const [first] = failed;
  if (!first) return [];
  const names = listNames(
    failed.map(({ name }) => t('“{0}”', name)),
    ', ',
  );
  const done = total - failed.length;
  const attempt =
    done === 0
      ? t('Could not export {0}.', names)
      : t('Exported {0} of {1}. Could not export {2}.', done, total, names);
  const retry = t('Retry');
  const { connectionId } = first.job.ref;
  const { error } = first;
  const jobs = await Promise.all(
    failed.map(async ({ job }) => ({ ...job, resumeFrom: await findKept(deps, job) })),
  );
  const outdated = outdatedOf(deps, jobs);
  const canResume = jobs.some(({ resumeFrom }) => resumeFrom !== undefined);
  const shown = { attempt, error, connectionId, outdated, ...(canResume && { afterOutage }) };
  const choice = await askAboutError(shown, [retry], log);
  if (choice !== retry) return [];
  const left = failed.filter(({ job }) => !deps.connections.isRemoved(job.ref.connectionId));
  return Promise.all(left.map(async ({ job }) => ({ ...job, resumeFrom: await findKept(deps, job) })));
}

/**
 * After a cancel. Without an answer, a whole page or more is kept and later removed with the old exports.
 * Less than a page cannot be resumed and is dropped.
 */
export async function offerToKeep(
  deps: OutcomeDeps,
  job: ExportJob,
  {
    name,
    fileName,
    rows,
  }: { readonly name: string; readonly fileName: string | undefined; readonly rows: number },
): Promise<ExportJob | undefined> {
  const { removeResumable } = await import('#exports/files/checkpointFile.ts');
  const kept = (await listKept(deps, job)).find((one) => one.fileName === fileName);
  const { ref, format, isFromTable } = job;
  const next = { ref, format, isFromTable, resumeFrom: kept };
  const outdated = outdatedOf(deps, [next]);
  if (kept === undefined) {
    const again = t('Export Again');
    return (await showUntil(outdated, droppedText(name, rows), again)) === again ? next : undefined;
  }
  const resume = t('Resume');
  const remove = t('Delete');
  const open = t('Open as Table');
  const choice = await showUntil(outdated, cancelledText(name, kept), resume, open, remove);
  if (choice === open) await openKept(kept);
  if (choice === resume) return next;
  if (choice === remove) {
    await removeResumable(kept);
    deps.retries.drop(keyOfJob(next));
  }
  return undefined;
}

/** Opens a copy: what is kept stays, and can still be resumed. */
async function openKept(kept: ResumableExport): Promise<void> {
  const { name, ext } = path.parse(kept.fileName);
  const fileName = `${t('{0} (first {1})', name, formatCount(kept.rows))}${ext}`;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Opening {0}', formatPersons(kept.rows, t)),
    cancellable: true,
  };
  const file = await withProgress(options, async (_, token) => {
    const { writeInterruptedFile } = await import('#exports/writeInterruptedFile.ts');
    return writeInterruptedFile(kept, fileName, toAbortSignal(token)).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw toExportUserError(error);
    });
  });
  if (file) await vscode.commands.executeCommand('cohortDeck.openAsTable', vscode.Uri.file(file));
}

type KeptDeps = Pick<OutcomeDeps, 'connections' | 'directory'>;

async function findKept(deps: KeptDeps, job: ExportJob): Promise<ResumableExport | undefined> {
  const kept = await listKept(deps, job);
  return kept.toSorted((one, other) => one.rows - other.rows).at(-1);
}

/** Interrupted exports of the job's cohort, in its format. */
async function listKept(deps: KeptDeps, { ref, format }: ExportJob): Promise<readonly ResumableExport[]> {
  const { listResumable } = await import('#exports/files/checkpointFile.ts');
  const tag = formatRecordRef(ref);
  return (await listResumable(deps.directory)).filter(
    (one) =>
      one.tag === tag &&
      one.format === format &&
      !deps.connections.leadsElsewhere(ref.connectionId, one.address),
  );
}
