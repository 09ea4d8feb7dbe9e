// Compares a record's filters, or another part of it, in VS Code's diff editor. The document is on the right, where it
// can be edited.
import * as vscode from 'vscode';
import { askPickOf } from '#host/input/askPick.ts';
import { activeDocumentTab } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DocumentRef, parsePlace, toDocument } from '#model/documents/documentUri.ts';
import { isSameProject, type RecordKind } from '#model/records/recordRef.ts';
import { locateDocument, type LocatedDocument, showDiff } from './documentTabs.ts';
import { type CalculationDeps, compareCalculations } from './compareCalculations.ts';
import { type CommandTargets, givenText } from '#commands/targets/commandTargets.ts';
import { projectLabel } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

export interface CompareDeps extends CalculationDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly targets: CommandTargets;
  /** The URI of a read-only document with the service's current version of a document. */
  readonly openSnapshot: (uri: vscode.Uri) => Promise<vscode.Uri>;
  /** The document to show beside another one, or one without what only services have added to either. */
  readonly openComparable: (uri: vscode.Uri, other: vscode.Uri) => Promise<vscode.Uri>;
}

export function createCompareFiltersCommands(deps: CompareDeps) {
  return {
    /** The third argument `calculations` compares those of the cohort. */
    'cohortDeck.compareFilters': (...args: readonly unknown[]) => compare(deps, args),
  };
}

async function compare(deps: CompareDeps, args: readonly unknown[]): Promise<void> {
  const shown = documentIn(args);
  const [first, second] = shown ? [] : deps.targets.nodes(args, 'record');
  if (first && second)
    return compareRecords(deps, toDocument(first.ref, 'filters'), toDocument(second.ref, 'filters'));
  const ref = shown ?? (first ? toDocument(first.ref, 'filters') : await pickDocument(deps));
  if (ref && givenText(args) === 'calculations') return compareCalculations(deps, ref);
  if (ref) await compareWithOther(deps, ref);
}

/** Names the projects if they differ: a save of the comparison saves both sides. */
async function compareRecords(deps: CompareDeps, left: DocumentRef, right: DocumentRef): Promise<void> {
  const areInOneProject = isSameProject(left, right);
  const locate = async (ref: DocumentRef) => {
    const { uri, name } = await locateDocument(deps, ref);
    return { uri, name: areInOneProject ? name : t('{0} ({1})', name, projectLabel(deps.connections, ref)) };
  };
  const [one, other] = [await locate(left), await locate(right)];
  await showDiff({ ...one, uri: await deps.openComparable(one.uri, other.uri) }, other);
}

/** The document whose title bar has the button; from the palette, the one in the active editor. */
function documentIn([given, ...others]: readonly unknown[]): DocumentRef | undefined {
  const isFromPalette = given === undefined && others.length === 0;
  const uri = given instanceof vscode.Uri ? given : isFromPalette ? activeDocumentTab()?.uri : undefined;
  return uri?.scheme === scheme ? parsePlace(uri) : undefined;
}

async function pickDocument({ targets }: CompareDeps): Promise<DocumentRef | undefined> {
  const ref = await targets.pickRecord(['cohort', 'dashboard'], t('Compare Filters of'));
  return ref && toDocument(ref, 'filters');
}

async function compareWithOther(deps: CompareDeps, ref: DocumentRef): Promise<void> {
  const ours = await locateDocument(deps, ref);
  const title = t('Compare “{0}” With', ours.name);
  const choice = await askPickOf(
    [
      { label: t('Another Record…'), iconPath: new vscode.ThemeIcon('list-selection'), value: 'record' },
      { label: t('A File…'), iconPath: new vscode.ThemeIcon('file'), value: 'file' },
      {
        label: t('Current Version on the Service'),
        iconPath: new vscode.ThemeIcon('cloud'),
        value: 'service',
      },
      ...(ref.kind === 'cohort' && ref.part === 'filters'
        ? [
            {
              label: t('Earlier Calculations…'),
              iconPath: new vscode.ThemeIcon('history'),
              value: 'calculations',
            },
          ]
        : []),
    ],
    { title, placeholder: t('Select what to compare with') },
  );
  if (choice === 'record') {
    const other = await pickOtherRecord(deps, ref, title);
    if (other) await compareRecords(deps, other, ref);
  } else if (choice === 'file') {
    const file = await pickFile(title);
    if (file) await showDiff({ ...file, uri: await deps.openComparable(file.uri, ours.uri) }, ours);
  } else if (choice === 'calculations') {
    await compareCalculations(deps, ref);
  } else if (choice === 'service') {
    await showDiff({ uri: await deps.openSnapshot(ours.uri), name: t('service') }, ours);
  }
}

async function pickOtherRecord(
  deps: CompareDeps,
  ref: DocumentRef,
  title: string,
): Promise<DocumentRef | undefined> {
  const others: readonly RecordKind[] =
    ref.kind === 'cohort' ? ['cohort', 'dashboard'] : ['dashboard', 'cohort'];
  const kinds = ref.part === 'filters' ? others : [ref.kind]; // no other part exists in both kinds
  const other = await deps.targets.pickRecord(kinds, title, { otherThan: ref });
  return other && toDocument(other, ref.part);
}

async function pickFile(title: string): Promise<LocatedDocument | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: t('Compare'),
      filters: { JSON: ['json', 'jsonc', 'txt'], [t('All files')]: ['*'] },
    })) ?? [];
  return uri && { uri, name: uri.path.slice(uri.path.lastIndexOf('/') + 1) };
}
