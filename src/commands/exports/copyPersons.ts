// Copies the emails or ids of a small cohort's persons to the clipboard.
import * as vscode from 'vscode';
import { toAbortSignal } from '#host/toAbortSignal.ts';
import { showStatus } from '#host/showMessage.ts';
import { UserError } from '#host/userError.ts';
import { askPickOf } from '#host/quickInput.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import { readPersonLines } from '#model/records/readPersons.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import type { CommandTargets } from '#commands/commandTargets.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

const maxCopied = 5000;
const pageSize = 1000;

export interface CopyDeps {
  readonly catalog: Catalog;
  readonly clients: Pick<ConnectionClients, 'open'>;
  readonly targets: CommandTargets;
}

export async function copyPersons(
  { catalog, clients, targets }: CopyDeps,
  args: readonly unknown[],
): Promise<void> {
  const title = t('Copy Persons’ Emails or IDs');
  const ref = await targets.record(args, ['cohort'], title);
  if (!ref) return;
  const known = catalog.get(ref);
  if (known && isCohort(known) && (known.count ?? 0) > maxCopied) throw tooMany();
  const what = await askPickOf(
    [
      { label: t('Emails'), iconPath: new vscode.ThemeIcon('mail'), value: 'emails' as const },
      { label: t('Distinct IDs'), iconPath: new vscode.ThemeIcon('key'), value: 'distinctIds' as const },
      { label: t('Person IDs'), iconPath: new vscode.ThemeIcon('person'), value: 'ids' as const },
    ],
    { title, placeholder: t('One per line, up to {0} persons', formatCount(maxCopied)) },
  );
  if (!what) return;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const lines = await vscode.window.withProgress(options, async (_, token) => {
    const cohorts = (await clients.open(ref.connectionId)).cohorts(ref.projectId);
    return readPersonLines(cohorts, ref.id, what, {
      pageSize,
      maxPersons: maxCopied,
      signal: toAbortSignal(token),
    });
  });
  if (!lines) throw tooMany();
  if (lines.length === 0) throw new UserError(t('Nothing to copy. No person in this cohort has this value.'));
  await vscode.env.clipboard.writeText(lines.join('\n'));
  showStatus(t('Copied {0} lines', formatCount(lines.length)), 5000, 'check');
}

function tooMany(): UserError {
  return new UserError(
    t('The cohort has more than {0} persons. Export it instead.', formatCount(maxCopied)),
    { title: t('Export Persons…'), command: 'cohortDeck.exportPersons' },
  );
}
