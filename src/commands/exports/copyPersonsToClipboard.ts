// Copies the emails or ids of a small cohort's persons to the clipboard.
import * as vscode from 'vscode';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { quotedName } from '#commands/targets/recordNames.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { copyText } from '#host/input/copyText.ts';
import { showStatus, showWarning } from '#host/messages/showMessage.ts';
import { withProgress } from '#host/messages/showProgress.ts';
import { toAbortSignal } from '#host/disposables.ts';
import { UserError } from '#host/messages/userError.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type CohortState, cohortState, isCohort } from '#model/records/deckRecord.ts';
import { readPersonLines, type PersonLines } from '#model/records/persons/readPersonLines.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { toTsv } from '#table/formatTsv.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { mostIdsText, outdatedText } from './exportResultText.ts';
import { loadCohort } from './runExport.ts';

const { t } = vscode.l10n;

const maxCopied = 5000;
const pageSize = 1000;

export interface CopyPersonsDeps {
  readonly catalog: Catalog;
  readonly clients: Pick<ConnectionClients, 'open'>;
  readonly targets: CommandTargets;
}

export async function copyPersonsToClipboard(
  { catalog, clients, targets }: CopyPersonsDeps,
  args: readonly unknown[],
): Promise<void> {
  const title = t('Copy Persons’ Emails or IDs');
  const ref = await targets.record(args, ['cohort'], title);
  if (!ref) return;
  const known = catalog.get(ref);
  if (known && isCohort(known) && (known.count ?? 0) > maxCopied) throw tooMany(ref);
  const what = await askPickOf(
    [
      { label: t('Emails'), iconPath: new vscode.ThemeIcon('mail'), value: 'emails' as const },
      { label: t('Distinct IDs'), iconPath: new vscode.ThemeIcon('key'), value: 'distinctIds' as const },
      { label: t('Person IDs'), iconPath: new vscode.ThemeIcon('person'), value: 'ids' as const },
    ],
    {
      title: t('Copy Persons’ Emails or IDs of {0}', quotedName(catalog, ref)),
      placeholder: t('One per line, up to {0} persons', formatCount(maxCopied)),
    },
  );
  if (!what) return;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const read = await withProgress(options, async (_, token) => {
    const signal = toAbortSignal(token);
    const cohort = await loadCohort(catalog, ref, signal);
    const cohorts = (await clients.open(ref.connectionId)).cohorts(ref.projectId);
    const limits = { pageSize, maxPersons: maxCopied, signal };
    const found = await readPersonLines(cohorts, ref.id, what, limits);
    return found && { ...found, count: cohort.count ?? undefined, state: cohortState(cohort) };
  });
  if (!read) throw tooMany(ref);
  const { lines } = read;
  const doubt = copiedPersonsDoubt(quotedName(catalog, ref), read);
  const text = copiedPersonsText(lines.length, doubt);
  if (lines.length === 0) throw new UserError(text);
  await copyText(toTsv(lines.map((line) => [line]))); // a line feed in an ID begins no new line
  if (doubt !== '') void showWarning(text);
  else showStatus(text, 5000, 'check');
}

function tooMany(ref: RecordRef): UserError {
  return new UserError(
    t('The cohort has more than {0} persons. Export it instead.', formatCount(maxCopied)),
    { title: t('Export Persons…'), command: 'cohortDeck.exportPersons', args: [recordNode(ref)] },
  );
}

// What was copied of a cohort's persons, and what may be missing, in words.
/** `doubt`: why lines may be missing; may be empty. */
export function copiedPersonsText(lines: number, doubt: string): string {
  if (lines === 0 && doubt === '') return t('Nothing to copy. No person in this cohort has this value.');
  const copied =
    lines === 0
      ? t('Nothing to copy.')
      : lines === 1
        ? t('Copied 1 line.')
        : t('Copied {0} lines.', formatCount(lines));
  return [copied, doubt].filter((sentence) => sentence !== '').join(' ');
}

interface ReadPersons extends Omit<PersonLines, 'lines'> {
  readonly count: number | undefined;
  readonly state: CohortState;
}

/** Why lines may be missing or outdated; empty if none are. `name` with its quotes. */
export function copiedPersonsDoubt(
  name: string,
  { persons, withMostIds, problems: [problem], count, state }: ReadPersons,
): string {
  const doubts = problem === undefined ? [] : [t('Not everything could be read: {0}', problem)];
  if (withMostIds > 0) doubts.unshift(mostIdsText(withMostIds));
  if (count === undefined) doubts.unshift(t('The service sent no count, so persons may be missing.'));
  else if (persons < count) {
    const received = formatPersons(persons, t);
    doubts.unshift(
      t('The service sent {0} of {1}, but the cohort’s count is {2}.', received, name, formatCount(count)),
    );
  }
  if (state === 'calculating' || state === 'failed') doubts.push(outdatedText(state, persons));
  return doubts.join(' ');
}
