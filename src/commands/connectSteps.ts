// The questions of “Connect…”, each judged before the next is asked: the address, the key, the projects.
import * as vscode from 'vscode';
import { describeFailure, errorKind, isCancelled, UserError } from '#host/errorMessage.ts';
import { type Answer, askPickOf, askText, type PickItem } from '#host/quickInput.ts';
import { plainItem } from '#host/plainText.ts';
import {
  type AddressFault,
  knownHosts,
  parseBaseUrl,
  parseKey,
  projectIdInAddress,
} from '#model/connections/baseUrl.ts';
import type { CreateClient } from '#model/connections/connectionClients.ts';
import { hostOf, type ProjectEntry } from '#model/connections/connections.ts';

type Client = Awaited<ReturnType<CreateClient>>;

const { t } = vscode.l10n;

interface ClientMaker {
  readonly createClient: CreateClient;
}

export interface CheckedKey {
  readonly key: string;
  /** Undefined where this key may not list projects. */
  readonly projects: readonly ProjectEntry[] | undefined;
}

type Address = { readonly url: string; readonly projectId: string | undefined };

export async function askAddress(title: string): Promise<Address | 'sample' | undefined> {
  const offered = offeredHosts();
  const picked = await askPickOf<string>(offered, {
    title,
    step: 1,
    totalSteps: 3,
    placeholder: t('Choose the service, or type or paste its address'),
    typed: (text) => typedHost(text.trim(), offered),
  });
  if (picked === undefined || picked === 'sample') return picked;
  const base = parseBaseUrl(picked);
  if (base.ok) return { url: base.value, projectId: projectIdInAddress(picked) };
  return askText<Address>({
    title,
    value: picked,
    step: 1,
    totalSteps: 3,
    prompt: t('The address of the service, such as https://analytics.example.com'),
    placeholder: 'https://',
    check: (typed) => {
      const judged = parseBaseUrl(typed);
      return judged.ok ? undefined : addressFaultText(judged.reason);
    },
    submit: (typed) => {
      const judged = parseBaseUrl(typed);
      return judged.ok
        ? { ok: true, value: { url: judged.value, projectId: projectIdInAddress(typed) } }
        : { ok: false, message: addressFaultText(judged.reason) };
    },
  });
}

function offeredHosts(): readonly PickItem<string>[] {
  return [
    ...knownHosts.map(({ url, name }) => ({
      label: name,
      description: url,
      iconPath: new vscode.ThemeIcon('cloud'),
      value: url,
    })),
    {
      label: t('Own host…'),
      description: t('type its address'),
      iconPath: new vscode.ThemeIcon('server'),
      value: '',
    },
    {
      label: t('Sample data'),
      description: t('no account needed'),
      iconPath: new vscode.ThemeIcon('beaker'),
      value: 'sample',
    },
  ];
}

/** A word that begins one of the hosts offered searches among them; all else is an address, a wrong one included. */
function typedHost(text: string, offered: readonly PickItem<string>[]): PickItem<string> | undefined {
  const isSearch =
    !/[.:/]/.test(text) &&
    offered.some(({ label, description = '' }) =>
      `${label} ${description}`.toLowerCase().includes(text.toLowerCase()),
    );
  if (isSearch) return undefined;
  const base = parseBaseUrl(text);
  return base.ok
    ? {
        label: base.value,
        description: t('use this address'),
        iconPath: new vscode.ThemeIcon('server'),
        value: text,
      }
    : {
        label: text,
        detail: addressFaultText(base.reason),
        iconPath: new vscode.ThemeIcon('error'),
        value: text,
      };
}

interface Step {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
}

/** Asks for a key until the service takes it, and finds out which projects it may see. */
export function askKey(deps: ClientMaker, url: string, step: Step): Promise<CheckedKey | undefined> {
  return askText<CheckedKey>({
    ...step,
    prompt: t(
      'A personal API key for {0}. Its scopes decide what you can do: dashboard, cohort and person.',
      hostOf(url),
    ),
    placeholder: 'phx_…',
    isPassword: true,
    check: (typed) => {
      const judged = parseKey(typed);
      return judged.ok ? undefined : addressFaultText(judged.reason);
    },
    submit: async (typed, signal, say) => {
      const judged = parseKey(typed);
      if (!judged.ok) return { ok: false, message: addressFaultText(judged.reason) };
      return withClient(deps, { url, key: judged.value, say }, async (client) => ({
        key: judged.value,
        projects: await listProjects(client, signal),
      }));
    },
  });
}

/** Undefined where the key may not list them; the project is then named by hand. */
export async function listProjects(
  client: Client,
  signal: AbortSignal,
): Promise<readonly ProjectEntry[] | undefined> {
  try {
    const projects = await client.listProjects({ signal });
    return projects.map(({ id, name }) => ({ id, name: name ?? '' }));
  } catch (error) {
    const kind = errorKind(error);
    if (kind === 'forbidden' || kind === 'missingScope' || kind === 'notFound') return undefined;
    throw error;
  }
}

interface Access {
  readonly url: string;
  readonly key: string;
  /** Told what a request waits for. */
  readonly say: (text: string) => void;
}

async function withClient<T>(
  { createClient }: ClientMaker,
  { url, key, say }: Access,
  ask: (client: Client) => Promise<T>,
): Promise<Answer<T>> {
  let client: Client | undefined;
  try {
    client = await createClient({ url }, key, say);
    return { ok: true, value: await ask(client) };
  } catch (error) {
    return { ok: false, message: isCancelled(error) ? t('Cancelled.') : describeFailure(error).message };
  } finally {
    await client?.close();
  }
}

export async function askProjects(
  deps: ClientMaker,
  url: string,
  { key, projects }: CheckedKey,
  step: Step & { readonly suggestion?: string | undefined; readonly known?: readonly ProjectEntry[] },
): Promise<readonly ProjectEntry[] | undefined> {
  const open = projects?.filter(({ id }) => !step.known?.some((entry) => entry.id === id)) ?? [];
  const [only] = open;
  if (only && open.length === 1 && !step.known) return [only];
  if (open.length > 0) {
    const items = open.map((project) => {
      const label = project.name || t('Project {0}', project.id);
      return plainItem({ label, description: project.id, picked: open.length <= 5, value: project });
    });
    const title = step.step === undefined ? step.title : `${step.title} (${step.step}/${step.totalSteps})`;
    const options = { title, canPickMany: true, ignoreFocusOut: true, matchOnDescription: true } as const;
    for (let placeHolder = t('Choose the projects to show'); ;) {
      const picked = await vscode.window.showQuickPick(items, { ...options, placeHolder });
      const chosen = picked?.map(({ value }) => value);
      if (!chosen || chosen.length > 0) return chosen;
      placeHolder = t('None is ticked. Tick a project with the space bar, or leave with Escape'); // and not lose the key
    }
  }
  const areAllShown = open.length === 0 && (projects?.length ?? 0) > 0;
  const project = await askProjectId(deps, url, key, { ...step, areAllShown });
  return project && [project];
}

/** Asks for an id until the service knows a project by it. */
function askProjectId(
  deps: ClientMaker,
  url: string,
  key: string,
  step: Step & {
    readonly suggestion?: string | undefined;
    readonly known?: readonly ProjectEntry[];
    readonly areAllShown: boolean;
  },
): Promise<ProjectEntry | undefined> {
  const example = t(
    'The project’s id: the number in the address of its pages, or @current for the key’s own project.',
  );
  const prompt = step.areAllShown
    ? t('All projects that the key can list are shown already. Another one’s id:')
    : example;
  return askText<ProjectEntry>({
    title: step.title,
    ...(step.step === undefined ? {} : { step: step.step }),
    ...(step.totalSteps === undefined ? {} : { totalSteps: step.totalSteps }),
    value: step.suggestion ?? '',
    prompt,
    check: (typed) => (typed.trim() === '' ? t('Type the project’s id.') : undefined),
    submit: (typed, signal, say) => {
      const id = projectIdInAddress(typed) ?? typed.trim();
      if (step.known?.some((project) => project.id === id))
        return { ok: false, message: t('This project is shown already.') };
      return withClient(deps, { url, key, say }, async (client) => {
        await probeProject(client, id, signal);
        return { id, name: '' };
      });
    },
  });
}

/** Throws where neither dashboards nor cohorts of the project can be read. */
async function probeProject(client: Client, id: string, signal: AbortSignal): Promise<void> {
  try {
    await client.cohorts(id).list({ limit: 1, signal });
  } catch (error) {
    const kind = errorKind(error);
    if (kind === 'notFound')
      throw new UserError(
        t('The service knows no project “{0}”, or the key may not see it. Check the id.', id),
      );
    if (kind !== 'missingScope') throw error;
    await client.dashboards(id).list({ limit: 1, signal });
  }
}

function addressFaultText(fault: AddressFault): string {
  switch (fault) {
    case 'empty':
      return t('Type or paste it here.');
    case 'notAnAddress':
      return t('This is no web address. It looks like https://analytics.example.com.');
    case 'needsHttps':
      return t(
        'Only https, so that the key cannot be read on the way. Plain http is for this machine alone.',
      );
    case 'hasCredentials':
      return t('Leave name and password out of the address; the key is asked for next.');
    case 'hasSpaces':
      return t('A key has no spaces or line breaks. Copy it again.');
    case 'notAscii':
      return t('A key has only plain letters, digits and signs. Copy it again.');
    case 'projectKey':
      return t(
        'This is a project key (phc_…), which can only send events. A personal API key (phx_…) is needed.',
      );
  }
}
