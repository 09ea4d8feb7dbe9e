// Compares two to four cohorts by their persons: exports each, counts who is in which, and shows the page of it.
import * as vscode from 'vscode';
import type { Comparison } from '#exports/compare/compareFiles.ts';
import { toAbortSignal } from '#host/abort.ts';
import { showInformation, showWarning } from '#host/messages.ts';
import { plainText } from '#host/plainText.ts';
import { UserError } from '#host/userError.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import { isSameList, type RecordRef } from '#model/records/recordRef.ts';
import type { ShownComparison } from '#model/records/shownComparison.ts';
import { formatCount } from '#text/localFormat.ts';
import type { CommandTargets } from '#commands/commandTargets.ts';
import { formatComparison, partTitle } from './comparisonText.ts';
import { progressText, resultText, toExportUserError } from './exportMessages.ts';

const { t } = vscode.l10n;

/** SQLite's integers have room for more, people's eyes have not. */
const mostCompared = 4;

export interface CompareCohortsDeps {
  readonly catalog: Catalog;
  readonly clients: ConnectionClients;
  readonly targets: CommandTargets;
  /** The extension's own folder for exports. */
  readonly directory: string;
  readonly showComparison: (comparison: ShownComparison) => Promise<void>;
}

export async function compareCohorts(deps: CompareCohortsDeps, args: readonly unknown[]): Promise<void> {
  const refs = await askCohorts(deps, args);
  if (!refs) return;
  const names = refs.map((ref) => cohortName(deps.catalog, ref));
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plainText(t('Comparing {0}', names.map((name) => t('“{0}”', name)).join(', '))),
    cancellable: true,
  };
  const comparison = await vscode.window.withProgress(options, async (progress, token) => {
    const show = (message: string) => progress.report({ message });
    return readAndCompare(deps, refs, toAbortSignal(token), show).catch(throwInWords);
  });
  if (comparison.parts.length > 0) return deps.showComparison(toShown(deps, refs, names, comparison));
  await comparison.close();
  void showInformation(t('None of these cohorts has persons.'));
}

async function askCohorts(
  { targets }: CompareCohortsDeps,
  args: readonly unknown[],
): Promise<readonly RecordRef[] | undefined> {
  const title = t('Compare Cohorts');
  const nodes = targets.nodes(args, 'record').filter(({ ref }) => ref.kind === 'cohort');
  const refs = nodes.map(({ ref }) => ref);
  const first = refs[0] ?? (await targets.pickRecord(['cohort'], title));
  if (!first) return undefined;
  if (refs.length > mostCompared)
    throw new UserError(t('Select at most {0} cohorts to compare.', mostCompared));
  if (refs.some((ref) => !isSameList(ref, first)))
    throw new UserError(t('Select cohorts of one project: persons of two projects have different ids.'));
  if (refs.length > 1) return refs;
  const { connectionId, projectId, kind, id } = first;
  const second = await targets.pickRecord(['cohort'], t('Compare With'), {
    connectionId,
    projectId,
    kind,
    except: id,
  });
  return second && [first, second];
}

function cohortName(catalog: Catalog, ref: RecordRef): string {
  const record = catalog.get(ref);
  return (record && nameOf(record)) ?? t('#{0}', ref.id);
}

/** Warns where an export does not have as many persons as its cohort. */
async function readAndCompare(
  deps: CompareCohortsDeps,
  refs: readonly RecordRef[],
  signal: AbortSignal,
  show: (message: string) => void,
): Promise<Comparison> {
  const files: string[] = [];
  for (const ref of refs) files.push(await exportOne(deps, ref, signal, show));
  const { compareFiles } = await import('#exports/compare/compareFiles.ts');
  return compareFiles({
    files,
    scratchDirectory: deps.directory,
    signal,
    onProgress: (persons) => show(t('{0} persons compared', formatCount(persons))),
  });
}

async function exportOne(
  { catalog, clients, directory }: CompareCohortsDeps,
  ref: RecordRef,
  signal: AbortSignal,
  show: (message: string) => void,
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
    onProgress: (now) => show(t('“{0}”: {1}', name, progressText(now, performance.now() - startedMs))),
  });
  if (result.complete !== 'yes') void showWarning(resultText(name, result));
  return result.path;
}

function throwInWords(error: unknown): never {
  throw toExportUserError(error);
}

/** Its parts can be written as long as it is open. */
function toShown(
  deps: CompareCohortsDeps,
  refs: readonly RecordRef[],
  names: readonly string[],
  comparison: Comparison,
): ShownComparison {
  const { parts, withoutId } = comparison;
  const personsIn = (index: number) =>
    parts.reduce((sum, { files, persons }) => sum + (files & (1 << index) ? persons : 0), 0);
  return {
    cohorts: refs.map((ref, index) => ({ ref, title: names[index] ?? '', persons: personsIn(index) })),
    parts: parts.map((part) => ({
      title: partTitle(part, names),
      cohorts: part.files,
      persons: part.persons,
    })),
    withoutId,
    text: formatComparison(names, parts),
    write: async (index, format) => {
      const part = parts[index];
      if (!part) throw new Error(`no part ${index}`);
      return writePart(deps, partTitle(part, names), (options) =>
        comparison.write(part, { ...options, format, fileName: `${options.fileName}.${format}` }),
      );
    },
    close: () => comparison.close(),
  };
}

async function writePart(
  { directory }: CompareCohortsDeps,
  title: string,
  write: (options: { directory: string; fileName: string; signal: AbortSignal }) => Promise<string>,
): Promise<string> {
  const { exportBaseName } = await import('#exports/files/fileName.ts');
  const fileName = exportBaseName(title, new Date());
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plainText(title),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_, token) =>
    write({ directory, fileName, signal: toAbortSignal(token) }).catch(throwInWords),
  );
}
