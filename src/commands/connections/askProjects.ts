// The last step of “Connect…”, and all of “Add Project…”: which projects to show.
import * as vscode from 'vscode';
import { askText } from '#host/input/askText.ts';
import { askSeveralOf } from '#host/input/pickMany.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { errorKind, UserError } from '#host/messages/userError.ts';
import type { ProjectEntry } from '#model/connections/connection.ts';
import { currentProject } from '#model/connections/projectRef.ts';
import { resolveCurrentProject } from '#model/connections/currentProjects.ts';
import { projectIdInAddress } from '#model/connections/parseServiceAddress.ts';
import type { CheckedKey, KeyStep } from './askKey.ts';
import { type ClientSource, type TemporaryClient, withClient } from './withClient.ts';

const { t } = vscode.l10n;

interface ProjectStep extends KeyStep {
  /** The id that the box starts with. */
  readonly suggestion?: string | undefined;
  /** Projects in the tree already. */
  readonly known?: readonly ProjectEntry[];
}

/** Undefined if the person canceled. */
export async function askProjects(
  deps: ClientSource,
  url: string,
  { key, projects }: CheckedKey,
  step: ProjectStep,
): Promise<readonly ProjectEntry[] | undefined> {
  const open = projects?.filter(({ id }) => !step.known?.some((entry) => entry.id === id)) ?? [];
  const [only] = open;
  if (only && open.length === 1 && !step.known) return [only];
  if (open.length > 0) return pickProjects(open, step);
  const areAllShown = (projects?.length ?? 0) > 0;
  const project = await askProjectId(deps, { url, key }, step, areAllShown);
  return project && [project];
}

/** Asks again where nothing is selected: to start over would lose the key that was entered. */
async function pickProjects(
  projects: readonly ProjectEntry[],
  { title, step, totalSteps }: KeyStep,
): Promise<readonly ProjectEntry[] | undefined> {
  const items = projects.map((project) => {
    const label = project.name || t('Project {0}', project.id);
    return { label, description: project.id, picked: projects.length <= 5, value: project };
  });
  const numbered = step === undefined ? title : `${title} (${step}/${totalSteps})`;
  for (let placeholder = t('Select the projects to show'); ;) {
    const selected = await askSeveralOf(items, { title: numbered, placeholder });
    if (!selected || selected.length > 0) return selected;
    placeholder = t('Select at least one project, or press Escape to cancel');
  }
}

/** Asks for an id until the service has such a project. */
function askProjectId(
  deps: ClientSource,
  access: { readonly url: string; readonly key: string },
  { title, step, totalSteps, suggestion, known }: ProjectStep,
  areAllShown: boolean,
): Promise<ProjectEntry | undefined> {
  return askText<ProjectEntry>({
    title,
    step,
    totalSteps,
    value: suggestion ?? '',
    prompt: areAllShown
      ? t('All projects that this key can list are already shown. Enter the ID of another project')
      : t(
          'Enter the project ID: the number in the address of its pages, or @current for the project that you opened last in the web UI',
        ),
    check: (typed) => (typed.trim() === '' ? t('Enter a project ID.') : undefined),
    submit: (typed, signal, report) => {
      const id = projectIdInAddress(typed) ?? typed.trim();
      if (known?.some((project) => project.id === id))
        return { ok: false, message: t('This project is already in the tree.') };
      return withClient(deps, { ...access, report }, async (client) => {
        if (id === currentProject) return resolveCurrent(client, signal, known);
        if (await canReadProject(client, id, signal)) return { id, name: '' };
        throw new UserError(t('No project “{0}”, or the key has no access to it. Check the ID.', id));
      });
    },
  });
}

/** False if the service responds that there is no such project. Throws every other refusal. */
async function canReadProject(client: TemporaryClient, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.cohorts(id).list({ limit: 1, signal });
  } catch (error) {
    if (errorKind(error) === 'notFound') return false;
    if (errorKind(error) !== 'missingScope') throw error;
    await client.dashboards(id).list({ limit: 1, signal });
  }
  return true;
}

/** Which project `@current` is now: it stays this one. Throws UserError if the service does not say it. */
async function resolveCurrent(
  client: TemporaryClient,
  signal: AbortSignal,
  known: readonly ProjectEntry[] = [],
): Promise<ProjectEntry> {
  const project = await resolveCurrentProject(client, signal);
  if (!project)
    throw new UserError(
      t(
        'The service does not say which project “@current” is. Enter its number: it is in the address of its pages.',
      ),
    );
  const name = project.name || project.id;
  if (known.some(({ id }) => id === project.id))
    throw new UserError(t('“@current” is “{0}” ({1}), which is already in the tree.', name, project.id));
  showStatus(t('“@current” is “{0}” ({1})', name, project.id), 10_000, 'info');
  return project;
}
