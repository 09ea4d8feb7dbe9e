// What a person should know before a record is copied: what is not copied, and which ids mean something else
// in the other project.
import * as vscode from 'vscode';
import type { Reference } from '#filters/conditionReferences.ts';
import { errorKind } from '#host/messages/userError.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import { collectNames } from '#model/records/namesInFilters.ts';
import { type RecordCopySource, copiedReferences } from '#model/records/recordCopyBody.ts';
import type { ListRef, RecordKind } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { tilesOf } from '#model/records/dashboardTiles.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { quotedName } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

export interface RecordCopyPlace {
  readonly project: ProjectRef;
  /** Such as `Acme EU · Web`. */
  readonly name: string;
}

/** What an id of the source refers to in the target project. */
export interface NamedReference extends Pick<Reference, 'kind' | 'id'> {
  /** Undefined if it is not known. */
  readonly name: string | undefined;
  /** The only one of that name there. */
  readonly target: number | undefined;
}

/** What cannot be copied, whatever the target. */
export function warningsOfCopy(
  source: RecordCopySource,
  hasTiles: boolean,
  quoted: string,
): readonly string[] {
  const { record } = source;
  if (isCohort(record)) {
    if (!record.is_static || record.count === 0) return [];
    const persons = typeof record.count === 'number' ? formatPersons(record.count, t) : t('persons');
    return [
      t(
        '{0} is a static cohort. Its copy is empty; add its {1} with “Add Persons to Static Cohort…”.',
        quoted,
        persons,
      ),
    ];
  }
  const count = tilesOf(record)?.length ?? 0;
  if (hasTiles || count === 0) return [];
  return [
    count === 1
      ? t('The tile of {0} is not copied: tiles cannot leave their project.', quoted)
      : t(
          'The {0} tiles of {1} are not copied: tiles cannot leave their project.',
          formatCount(count),
          quoted,
        ),
  ];
}

/** What the copy refers to in the other project. */
export function warningsOfReferences(
  references: readonly NamedReference[],
  quoted: string,
  place: RecordCopyPlace,
): readonly string[] {
  return references.map(({ kind, id, name, target }) => {
    const what = describe(kind, id, name);
    if (target === undefined)
      return kind === 'cohort'
        ? t(
            '{0} uses the {1}. {2} does not have exactly one cohort with that name, so the copy keeps #{3}, which may be a different cohort there.',
            quoted,
            what,
            place.name,
            id,
          )
        : t(
            '{0} uses the {1}. Services do not list actions, so the copy keeps #{2}, which may be a different action there.',
            quoted,
            what,
            id,
          );
    return t(
      '{0} uses the {1}. The copy uses the one with that name in {2}: #{3}.',
      quoted,
      what,
      place.name,
      target,
    );
  });
}

function describe(kind: Reference['kind'], id: number, name: string | undefined): string {
  if (kind === 'cohort')
    return name === undefined ? t('cohort #{0}', id) : t('cohort “{0}” (#{1})', name, id);
  return name === undefined ? t('action #{0}', id) : t('action “{0}” (#{1})', name, id);
}

/**
 * Finds the source's cohorts and actions in the target project by name. Loads the cohorts there, and requests
 * those of the source that are not loaded. Throws ApiError.
 */
export async function findReferences(
  catalog: Catalog,
  source: RecordCopySource,
  target: ProjectRef,
): Promise<readonly NamedReference[]> {
  const references = new Map(copiedReferences(source).map((one) => [`${one.kind} ${one.id}`, one]));
  const all = [...references.values()];
  if (all.some(({ kind }) => kind === 'cohort')) await loadCohorts(catalog, target);
  return Promise.all(
    all.map(async ({ kind, id }) => {
      if (kind === 'action') return findAction(catalog, source.ref, target, id);
      const name = await cohortName(catalog, source.ref, id);
      const same = recordsOf(catalog, target, 'cohort').filter(
        (one) => name !== undefined && nameOf(one) === name,
      );
      return { kind, id, name, target: same.length === 1 ? same[0]?.id : undefined };
    }),
  );
}

async function loadCohorts(catalog: Catalog, { connectionId, projectId }: ProjectRef): Promise<void> {
  const list: ListRef = { connectionId, projectId, kind: 'cohort' };
  await catalog.loadWhole(list, () => true);
  const state = catalog.list(list);
  if (state.status === 'failed') throw state.error;
}

/** Undefined for one without a name, and for one that the service does not have. */
async function cohortName(catalog: Catalog, project: ProjectRef, id: number): Promise<string | undefined> {
  const ref = { ...project, kind: 'cohort', id } as const;
  try {
    return nameOf(catalog.get(ref) ?? (await catalog.retrieve(ref)));
  } catch (error) {
    if (errorKind(error) !== 'notFound') throw error;
    return undefined;
  }
}

/** Finds an action by the names that groups and tiles of loaded records have. */
function findAction(catalog: Catalog, from: ProjectRef, to: ProjectRef, id: number): NamedReference {
  const name = actionsOf(catalog, from).get(id);
  const same = [...actionsOf(catalog, to)].filter(([, other]) => name !== undefined && other === name);
  return { kind: 'action', id, name, target: same.length === 1 ? same[0]?.[0] : undefined };
}

function actionsOf(catalog: Catalog, project: ProjectRef): ReadonlyMap<number, string> {
  const dashboards = recordsOf(catalog, project, 'dashboard');
  const tiles = dashboards.map(({ id }) => catalog.tiles({ ...project, kind: 'dashboard', id }));
  return collectNames([...recordsOf(catalog, project, 'cohort'), ...dashboards], tiles).actions;
}

function recordsOf(catalog: Catalog, { connectionId, projectId }: ProjectRef, kind: RecordKind) {
  return catalog.list({ connectionId, projectId, kind }).records;
}

/** A sentence where the project has a record of the same kind and name already, of those that are loaded. */
export function warningOfSameName(
  catalog: Catalog,
  { ref, record }: RecordCopySource,
  place: RecordCopyPlace,
): readonly string[] {
  const name = nameOf(record);
  const isTaken = recordsOf(catalog, place.project, ref.kind).some(
    (one) => name !== undefined && nameOf(one) === name,
  );
  return isTaken ? [t('{0} already has a record named {1}.', place.name, quotedName(catalog, ref))] : [];
}
