// Compares the filters of two calculations of a cohort, as the service has recorded them.
import * as vscode from 'vscode';
import { askPickOf } from '#host/input/askPick.ts';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import { UserError } from '#host/messages/userError.ts';
import { toJsonText } from '#json/parsedValue.ts';
import { isSameValue } from '#json/sameValue.ts';
import type { Connections } from '#model/connections/connections.ts';
import { layOut } from '#model/documents/documentText.ts';
import { type DocumentRef, toDocument } from '#model/documents/documentUri.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { CohortDetails } from '#model/records/cohortDetails.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { formatDateTimeWithSeconds } from '#text/formatTime.ts';
import { locateDocument, showDiff } from './documentTabs.ts';

const { t } = vscode.l10n;

export interface CalculationDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly details: () => Promise<Pick<CohortDetails, 'calculations'>>;
  /** The URI of a read-only document with a text, named as the document at `uri`. */
  readonly addSnapshot: (uri: vscode.Uri, text: string, other?: string) => Promise<vscode.Uri>;
}

interface Version {
  /** When the calculation began, in milliseconds since 1970. */
  readonly at: number;
  readonly count: number | undefined;
  readonly text: string;
}

export async function compareCalculations(deps: CalculationDeps, ref: DocumentRef): Promise<void> {
  const { uri, name } = await locateDocument(deps, toDocument(ref, 'filters'));
  const versions = await withTreeProgress(() => readVersions(deps, ref));
  if (versions.length < 2)
    throw new UserError(
      t('The service has recorded fewer than two calculations of “{0}” with their filters.', name),
    );
  const title = t('Compare Calculations of “{0}”', name);
  const later = await pick(versions.slice(0, -1), versions, title, t('Select the later calculation'));
  if (!later) return;
  const older = versions.slice(versions.indexOf(later) + 1);
  const earlier =
    older.length === 1 ? older[0] : await pick(older, [later], title, t('Select the earlier calculation'));
  if (!earlier) return;
  const shown = async ({ text, at }: Version, other: Version) => ({
    uri: await deps.addSnapshot(uri, text, other.text),
    name: t('{0} ({1})', name, formatDateTimeWithSeconds(at)),
  });
  await showDiff(await shown(earlier, later), await shown(later, earlier));
}

/** The newest first. */
async function readVersions({ details }: CalculationDeps, ref: DocumentRef): Promise<readonly Version[]> {
  const calculations = (await (await details()).calculations(ref)) ?? [];
  return calculations.flatMap(({ filters, startedAt, count }) => {
    const text = typeof filters === 'object' ? toJsonText(filters) : undefined;
    return text === undefined ? [] : [{ at: startedAt, count, text: layOut(text) }];
  });
}

/** Each says whether its filters differ from those of the one that follows in `others`, or of the only one. */
function pick(
  versions: readonly Version[],
  others: readonly Version[],
  title: string,
  placeholder: string,
): Promise<Version | undefined> {
  const items = versions.map((value) => {
    const other = others[others.indexOf(value) + 1] ?? others[0];
    const isOther = other !== undefined && !isSameValue(value.text, other.text);
    return {
      label: formatDateTimeWithSeconds(value.at),
      description: [
        ...(value.count === undefined ? [] : [formatPersons(value.count, t)]),
        ...(isOther ? [t('other filters')] : []),
      ].join(' · '),
      iconPath: new vscode.ThemeIcon(isOther ? 'diff' : 'history'),
      value,
    };
  });
  return askPickOf(items, { title, placeholder });
}
