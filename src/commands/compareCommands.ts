// A record's filters, or another part of it, against another text: in VS Code's own diff editor, ours on the side that
// can be changed.
import * as vscode from 'vscode';
import { UserError } from '#host/errorMessage.ts';
import { askPickOf } from '#host/quickInput.ts';
import { activeDocumentTab } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DocumentRef, parsePlace, toDocument } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordKind } from '#model/records/recordRef.ts';
import { placeDocument, type PlacedDocument } from './documentTabs.ts';
import type { Targets } from './commandTargets.ts';

const { t } = vscode.l10n;

export interface CompareDeps {
  readonly catalog: Catalog;
  readonly targets: Targets;
  /** The address of a read-only document with what the service has now of the document at an address. */
  readonly openSnapshot: (uri: vscode.Uri) => Promise<vscode.Uri>;
}

export function createCompareCommands(deps: CompareDeps) {
  return { 'cohortDeck.compareFilters': (...args: readonly unknown[]) => compare(deps, args) };
}

async function compare(deps: CompareDeps, args: readonly unknown[]): Promise<void> {
  const shown = documentIn(args);
  const [first, second] = shown ? [] : deps.targets.nodes(args, 'record');
  if (first && second) {
    const left = await placeDocument(deps.catalog, toDocument(first.ref, 'filters'));
    return showDiff(left, await placeDocument(deps.catalog, toDocument(second.ref, 'filters')));
  }
  const ref = shown ?? (first ? toDocument(first.ref, 'filters') : await askWhich(deps));
  if (!ref) return;
  const ours = await placeDocument(deps.catalog, ref);
  const theirs = await askOther(deps, ref, ours);
  if (theirs) await showDiff(theirs, ours);
}

/** The document in whose title bar the command is, or, where it came from the palette, that the active editor shows. */
function documentIn([given, ...others]: readonly unknown[]): DocumentRef | undefined {
  const isFromPalette = given === undefined && others.length === 0;
  const uri = given instanceof vscode.Uri ? given : isFromPalette ? activeDocumentTab()?.uri : undefined;
  return uri?.scheme === scheme ? parsePlace(uri) : undefined;
}

async function askWhich({ targets }: CompareDeps): Promise<DocumentRef | undefined> {
  const ref = await targets.pickRecord(['cohort', 'dashboard'], t('Compare the filters of…'));
  return ref && toDocument(ref, 'filters');
}

async function askOther(
  deps: CompareDeps,
  ref: DocumentRef,
  ours: PlacedDocument,
): Promise<PlacedDocument | undefined> {
  const title = t('Compare “{0}” with…', ours.name);
  const choice = await askPickOf(
    [
      { label: t('Another Record…'), iconPath: new vscode.ThemeIcon('list-selection'), value: 'record' },
      { label: t('A File…'), iconPath: new vscode.ThemeIcon('file'), value: 'file' },
      { label: t('What the Service Has Now'), iconPath: new vscode.ThemeIcon('cloud'), value: 'service' },
    ],
    { title, placeholder: t('With what?') },
  );
  if (choice === 'record') return askRecord(deps, ref, title);
  if (choice === 'file') return askFile(title);
  if (choice === 'service') return { uri: await deps.openSnapshot(ours.uri), name: t('service') };
  return undefined;
}

async function askRecord(
  deps: CompareDeps,
  ref: DocumentRef,
  title: string,
): Promise<PlacedDocument | undefined> {
  const others: readonly RecordKind[] =
    ref.kind === 'cohort' ? ['cohort', 'dashboard'] : ['dashboard', 'cohort'];
  const kinds = ref.part === 'filters' ? others : [ref.kind]; // whatever else there is, the other kind has not
  const other = await deps.targets.pickRecord(kinds, title);
  if (!other) return undefined;
  if (isSameRecord(other, ref)) throw new UserError(t('That is the same record. Choose another one.'));
  return placeDocument(deps.catalog, toDocument(other, ref.part));
}

async function askFile(title: string): Promise<PlacedDocument | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: t('Compare'),
      filters: { JSON: ['json', 'jsonc', 'txt'], [t('All files')]: ['*'] },
    })) ?? [];
  return uri && { uri, name: uri.path.slice(uri.path.lastIndexOf('/') + 1) };
}

async function showDiff(left: PlacedDocument, right: PlacedDocument): Promise<void> {
  await vscode.commands.executeCommand(
    'vscode.diff',
    left.uri,
    right.uri,
    t('{0} ↔ {1}', left.name, right.name),
    { preview: false },
  );
}
