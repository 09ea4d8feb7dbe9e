// The second step of “Connect…”, and all of “Change Key…”: the personal API key.
import * as vscode from 'vscode';
import { askText } from '#host/input/askText.ts';
import { hostOf, type ProjectEntry } from '#model/connections/connection.ts';
import { listAccessibleProjects } from '#model/connections/listAccessibleProjects.ts';
import { type ApiKeyProblem, keyPageOf, parseApiKey } from '#model/connections/parseApiKey.ts';
import { knownHosts } from '#model/connections/parseServiceAddress.ts';
import { type ClientSource, withClient } from './withClient.ts';

const { t } = vscode.l10n;

/** The title of a question and its number among several. */
export interface KeyStep {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
}

export interface CheckedKey {
  readonly key: string;
  /** Undefined if this key may not list projects. */
  readonly projects: readonly ProjectEntry[] | undefined;
}

/** Asks for a key until the service accepts one. Undefined if the person canceled. */
export function askKey(deps: ClientSource, url: string, step: KeyStep): Promise<CheckedKey | undefined> {
  return askText<CheckedKey>({
    ...step,
    prompt: t(
      'Enter a personal API key for {0}. The button above opens the page where you create one. Its scopes decide what you can do: dashboard, cohort and person.',
      hostOf(url),
    ),
    page: { title: t('Open the Page Where You Create Keys'), url: keyPageOf(url) },
    placeholder: 'phx_…',
    isPassword: true,
    check: (typed) => {
      const parsed = parseApiKey(typed);
      return parsed.ok ? undefined : describeProblem(parsed.problem);
    },
    submit: async (typed, signal, report) => {
      const parsed = parseApiKey(typed);
      if (!parsed.ok) return { ok: false, message: describeProblem(parsed.problem) };
      const access = { url, key: parsed.value, report, ofRejectedKey: otherHostText(url) };
      return withClient(deps, access, async (client) => ({
        key: parsed.value,
        projects: await listAccessibleProjects(client, signal),
      }));
    },
  });
}

/** A key of one public host is as wrong on another as any wrong key. */
function otherHostText(url: string): string | undefined {
  if (!knownHosts.some((host) => host.url === url)) return undefined;
  const others = knownHosts.filter((host) => host.url !== url).map(({ name }) => name);
  return t('A key of {0} works there only: press Escape and select that host.', others.join(', '));
}

function describeProblem(problem: ApiKeyProblem): string {
  switch (problem) {
    case 'empty':
      return t('Enter a key.');
    case 'hasSpaces':
      return t('The key contains a space or a line break. Copy it again.');
    case 'notAscii':
      return t('The key contains a character that no key has. Copy it again.');
    case 'projectKey':
      return t(
        'This is a project key (phc_…), which can only send events. Enter a personal API key (phx_…).',
      );
  }
}
