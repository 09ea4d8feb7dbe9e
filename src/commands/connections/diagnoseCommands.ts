// Retry Connection sends one cheap request. Diagnose Connection walks a connection while a message shows how far it is,
// and opens what was found as a page.
import * as vscode from 'vscode';
import { withProgress } from '#host/messages/showProgress.ts';
import { toAbortSignal } from '#host/disposables.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import type { MarkdownPages } from '#host/pages/markdownPages.ts';
import { UserError } from '#host/messages/userError.ts';
import { readVersions } from '#host/readVersions.ts';
import { readNetworkSettings } from '#host/settings/settings.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import { type Connection, hostOf } from '#model/connections/connection.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import { treeViewId } from '#manifest.ts';
import { formatDiagnosis } from '#model/connections/formatDiagnosis.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { connectionIdOf } from '#model/records/treeNodes.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';

const { t } = vscode.l10n;

export interface DiagnoseDeps {
  readonly clients: Pick<ConnectionClients, 'keyOf'>;
  readonly guard: Pick<WriteGuard, 'protectionAt'>;
  readonly diagnosisPages: MarkdownPages;
  readonly statuses: ConnectionMonitor;
  readonly targets: CommandTargets;
}

export function createDiagnoseCommands(deps: DiagnoseDeps) {
  return {
    'cohortDeck.diagnoseConnection': (...args: readonly unknown[]) => diagnoseConnection(deps, args),
    'cohortDeck.copyDiagnosis': () => copyDiagnosis(deps),
    'cohortDeck.retryConnection': (...args: readonly unknown[]) => retryConnection(deps, args),
  };
}

/** What failed is loaded again by the listeners of `onDidRecover`. */
async function retryConnection(deps: DiagnoseDeps, args: readonly unknown[]): Promise<void> {
  const connection = await askConnection(deps, args, t('Retry Connection'));
  if (!connection) return;
  const options = { location: { viewId: treeViewId } };
  await withProgress(options, () => deps.statuses.check(connection.id));
  if (deps.statuses.of(connection.id).state !== 'offline') return;
  showStatus(t('“{0}” is still offline.', connection.name), 5000, 'debug-disconnect');
}

/** The one that a tree item or a button belongs to; otherwise the person is asked. */
async function askConnection(
  deps: DiagnoseDeps,
  [first]: readonly unknown[],
  title: string,
): Promise<Connection | undefined> {
  return deps.targets.connection([connectionIdOf(first)], title);
}

async function diagnoseConnection(deps: DiagnoseDeps, args: readonly unknown[]): Promise<void> {
  const connection = await askConnection(deps, args, t('Diagnose Connection'));
  if (!connection) return;
  const target = {
    baseUrl: connection.url,
    key: await deps.clients.keyOf(connection),
    projects: connection.projects.map((project) => project.id),
    network: readNetworkSettings(),
    fallbackFetch: globalThis.fetch,
    mayWrite: (projectId: string) => deps.guard.protectionAt(connection.url, projectId) === undefined,
  };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Diagnosing “{0}”', connection.name),
    cancellable: true,
  };
  const steps = await withProgress(options, async (report, token) => {
    const { diagnose } = await import('#model/connections/diagnose.ts'); // loads the network code
    return diagnose(target, t, toAbortSignal(token), report);
  });
  const context = { at: new Date(), isSample: connection.isSample, versions: readVersions() };
  // The row in the tree then says the same.
  if (steps.some(({ status }) => status === 'failed')) void deps.statuses.check(connection.id);
  await deps.diagnosisPages.show(pageName(connection), formatDiagnosis(steps, context, t));
}

function pageName({ url, isSample }: Connection): string {
  return isSample ? t('Diagnosis of the sample data.md') : t('Diagnosis of {0}.md', hostOf(url));
}

async function copyDiagnosis({ diagnosisPages }: DiagnoseDeps): Promise<void> {
  const text = diagnosisPages.active;
  if (text === undefined) throw new UserError(t('Open a diagnosis first: run “Diagnose Connection”.'));
  await vscode.env.clipboard.writeText(text);
  showStatus(t('Diagnosis copied'), 3000);
}
