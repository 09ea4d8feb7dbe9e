// Where a call goes: each names its connection, project and record, and each answer repeats them. There is no active project.
import * as vscode from 'vscode';
import * as z from 'zod';
import { hostOf } from '#model/connections/connection.ts';
import { currentProject, type ProjectRef } from '#model/connections/projectRef.ts';
import { nameOf, type DeckRecord } from '#model/records/deckRecord.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';
import type { AgentDeps } from './agentTool.ts';
import { ToolError } from './toolError.ts';
import { fence, quoteText } from './answerText.ts';

const { t } = vscode.l10n;

const maxIdLength = 200;
const id = z.int().min(0);

export const projectInput = {
  connection: z.string().max(maxIdLength),
  project: z.string().max(maxIdLength),
};

/** A cohort, where only cohorts are possible. */
export const cohortInput = { ...projectInput, id };

export const recordInput = { ...projectInput, kind: z.enum(['cohort', 'dashboard']), id };

interface PlaceInput {
  readonly connection: string;
  readonly project: string;
}

/** Throws ToolError and ConnectionError: a request goes to projects in the tree only. */
export async function projectOf(deps: AgentDeps, { connection, project }: PlaceInput): Promise<ProjectRef> {
  const place = { connectionId: connection, projectId: project };
  await deps.requireProject(place);
  const numbered = deps.connections.numbered(place);
  if (numbered.projectId !== currentProject) return numbered;
  throw new ToolError(
    'A project is its number, not @current. Call list_records without input to see the projects.',
  );
}

export async function recordOf(
  deps: AgentDeps,
  input: PlaceInput & { readonly kind: RecordKind; readonly id: number },
): Promise<RecordRef> {
  return { ...(await projectOf(deps, input)), kind: input.kind, id: input.id };
}

/** The first line of each answer. */
export function placeLine({ connections, guard }: AgentDeps, project: ProjectRef): string {
  const { connectionId, projectId } = project;
  const connection = connections.get(connectionId);
  const name = connection?.projects.find(({ id: one }) => one === projectId)?.name ?? '';
  const host = connection ? hostOf(connection.url) : '?';
  const protection = guard.protectionOf(project) ?? 'none';
  return `project ${quoteText(projectId)} ${quoteText(name)} on ${quoteText(host, 100)}, connection ${quoteText(connectionId)}, protection: ${protection}`;
}

export function answerOf(deps: AgentDeps, project: ProjectRef, lines: readonly string[]): string {
  return fence([placeLine(deps, project), ...lines]);
}

/** `cohort 42 "Churn risk"` */
export function recordLabel({ kind, id: number }: RecordRef, record: DeckRecord | undefined): string {
  return `${kind} ${number} ${quoteText((record && nameOf(record)) ?? '')}`;
}

/** The same for the person: where it goes, and how it is protected. */
export function placeLines({ guard }: AgentDeps, project: ProjectRef): readonly string[] {
  const protection = guard.protectionOf(project);
  const words =
    protection === 'production' ? t('Production') : protection === 'readOnly' ? t('Read-only') : t('None');
  return [t('Project: {0}', displayText(guard.projectName(project))), t('Protection: {0}', words)];
}

export function nameForPerson(ref: RecordRef, record: DeckRecord | undefined): string {
  const name = record && nameOf(record);
  return t('“{0}”', name === undefined ? t('#{0}', ref.id) : displayText(name));
}
