// What a search of records offers for an address of which it has no record.
import * as vscode from 'vscode';
import type { PickItem } from '#host/input/askPick.ts';
import { withTreeProgress } from '#host/messages/treeProgress.ts';
import { errorKind, UserError } from '#host/messages/userError.ts';
import type { CommandId } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { RecordAddress } from '#model/records/recordAddress.ts';
import type { ProjectRef, RecordRef } from '#model/records/recordRef.ts';
import type { Trashed } from '#model/records/trash.ts';

const { t } = vscode.l10n;

export type AddressChoice =
  | { readonly kind: 'run'; readonly command: CommandId | 'vscode.open'; readonly args: readonly unknown[] }
  /** The record is in no list that is loaded. */
  | { readonly kind: 'request'; readonly ref: RecordRef };

interface AddressPlaces {
  /** Whether such a record can be selected. */
  readonly isOffered: (ref: RecordRef) => boolean;
  readonly trashed: (ref: RecordRef) => Trashed | undefined;
  readonly projectLabel: (ref: ProjectRef) => string;
  /** Where the last known version of its filters opens. */
  readonly trashedUri: (entry: Trashed) => vscode.Uri;
}

/** The item of an address; it has no value if nothing can be done. @param typed the address */
export function recordAddressItem(
  typed: string,
  address: RecordAddress,
  { isOffered, trashed, projectLabel, trashedUri }: AddressPlaces,
): PickItem<AddressChoice | undefined> {
  if (address.kind === 'noConnection')
    return {
      label: t('No connection to {0}', address.origin),
      description: t('Connect…'),
      iconPath: new vscode.ThemeIcon('plug'),
      value: { kind: 'run', command: 'cohortDeck.connect', args: [typed] },
    };
  if (address.kind === 'noProject')
    return {
      label: t('Project {0} of “{1}” is not shown', address.projectId, address.connection.name),
      description: t('Add Project…'),
      iconPath: new vscode.ThemeIcon('add'),
      value: { kind: 'run', command: 'cohortDeck.addProject', args: [address.connection.id] },
    };
  const ref = address.kind === 'record' ? address.refs.find(isOffered) : undefined;
  if (!ref)
    return {
      label: t('No record with this address can be selected here'),
      iconPath: new vscode.ThemeIcon('info'),
      value: undefined,
    };
  const entry = trashed(ref);
  return entry
    ? trashedItem(ref, projectLabel(ref), trashedUri(entry))
    : unlistedItem(ref, projectLabel(ref));
}

function trashedItem(ref: RecordRef, project: string, uri: vscode.Uri): PickItem<AddressChoice> {
  return {
    label: t('{0} is in the Trash', describe(ref, project)),
    description: t('Show Last Known Version'),
    iconPath: new vscode.ThemeIcon('trash'),
    value: { kind: 'run', command: 'vscode.open', args: [uri] },
  };
}

function unlistedItem(ref: RecordRef, project: string): PickItem<AddressChoice> {
  return {
    label: t('{0} is not in the list', describe(ref, project)),
    description: t('Request it from the service'),
    iconPath: new vscode.ThemeIcon('cloud-download'),
    value: { kind: 'request', ref },
  };
}

function describe({ kind, id }: RecordRef, project: string): string {
  return kind === 'cohort' ? t('Cohort {0} of “{1}”', id, project) : t('Dashboard {0} of “{1}”', id, project);
}

/** @returns the record if the service has it */
export async function followAddress(
  catalog: Catalog,
  choice: AddressChoice,
  projectLabel: AddressPlaces['projectLabel'],
): Promise<RecordRef | undefined> {
  if (choice.kind === 'run') {
    await vscode.commands.executeCommand(choice.command, ...choice.args);
    return undefined;
  }
  const { ref } = choice;
  return withTreeProgress(async () => {
    if (!(await isOnService(catalog, ref))) {
      catalog.forgetSingle(ref);
      throw new UserError(t('{0} does not exist, or was deleted.', describe(ref, projectLabel(ref))));
    }
    await catalog.refresh(ref);
    return ref;
  });
}

/** A service may still have a deleted record. */
async function isOnService(catalog: Catalog, ref: RecordRef): Promise<boolean> {
  try {
    return !(await catalog.retrieve(ref)).deleted;
  } catch (error) {
    if (errorKind(error) === 'notFound') return false;
    throw error;
  }
}
