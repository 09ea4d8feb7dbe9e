// Compares two to four cohorts by their persons: exports each, counts who is in which, and opens a part as a table.
import * as vscode from 'vscode';
import type { ComparedPart, Comparison } from '#exports/compare/compareFiles.ts';
import { toAbortSignal } from '#host/abort.ts';
import { showInformation, showStatus, showWarning } from '#host/messages.ts';
import { plainText } from '#host/plainText.ts';
import { askPickOf } from '#host/quickInput.ts';
import { UserError } from '#host/userError.ts';
import { tableEditorViewType } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import { isSameList, type RecordRef } from '#model/records/recordRef.ts';
import { formatCount, formatPersons } from '#text/localFormat.ts';
import type { CommandTargets } from '#commands/commandTargets.ts';
import { formatComparison, markOf, partTitle, shareOf } from './comparisonText.ts';
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
  try {
    await showParts(deps, refs, names, comparison);
  } finally {
    await comparison.close();
  }
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

/** Until the person is done with the parts. */
async function showParts(
  deps: CompareCohortsDeps,
  refs: readonly RecordRef[],
  names: readonly string[],
  comparison: Comparison,
): Promise<void> {
  if (comparison.parts.length === 0) {
    void showInformation(t('None of these cohorts has persons.'));
    return;
  }
  for (;;) {
    const chosen = await askPart(names, comparison);
    if (!chosen) return;
    if (chosen === 'copy') {
      await vscode.env.clipboard.writeText(formatComparison(names, comparison.parts));
      showStatus(t('Copied the comparison'), 5000, 'check');
      return;
    }
    const title = partTitle(chosen, names);
    await openPart(deps, refs, title, comparison, chosen);
    const another = t('Open Another Part…');
    const sentence = t('{0}: {1}.', title, formatPersons(chosen.persons, t));
    if ((await showInformation(sentence, another)) !== another) return;
  }
}

function askPart(
  names: readonly string[],
  { parts, withoutId }: Comparison,
): Promise<ComparedPart | 'copy' | undefined> {
  const items = parts.map((part) => ({
    label: `${markOf(part, names.length)} ${partTitle(part, names)}`,
    description: `${formatPersons(part.persons, t)} · ${shareOf(part, parts)}`,
    value: part,
  }));
  const copy = {
    label: t('Copy as Text'),
    iconPath: new vscode.ThemeIcon('copy'),
    value: 'copy' as const,
  };
  const placeholder =
    withoutId > 0
      ? t('Select a part to open it as a table ({0} without an id are in none)', formatPersons(withoutId, t))
      : t('Select a part to open it as a table');
  return askPickOf<ComparedPart | 'copy'>([...items, copy], { title: t('Compare Cohorts'), placeholder });
}

async function openPart(
  { directory }: CompareCohortsDeps,
  [first]: readonly RecordRef[],
  title: string,
  comparison: Comparison,
  part: ComparedPart,
): Promise<void> {
  const { exportFileName } = await import('#exports/files/fileName.ts');
  const fileName = exportFileName({ id: first?.id ?? 0, name: title }, 'ndjson', new Date());
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plainText(title),
    cancellable: true,
  };
  const file = await vscode.window.withProgress(options, (_, token) =>
    comparison.write(part, { directory, fileName, signal: toAbortSignal(token) }).catch(throwInWords),
  );
  await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), tableEditorViewType, {
    preview: false,
  });
}
