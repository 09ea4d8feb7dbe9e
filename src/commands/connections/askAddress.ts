// The first step of “Connect…”: the service's address.
import * as vscode from 'vscode';
import { askPickOf, type PickItem } from '#host/input/askPick.ts';
import { type Answer, askText } from '#host/input/askText.ts';
import { showCancellableWhenSlow } from '#host/messages/showWhenSlow.ts';
import { errorKind } from '#host/messages/userError.ts';
import { hostOf } from '#model/connections/connection.ts';
import {
  knownHosts,
  parseServiceAddress,
  projectIdInAddress,
  type ReplacedHost,
  type ServiceAddressProblem,
} from '#model/connections/parseServiceAddress.ts';
import { type ClientSource, withClient } from './withClient.ts';

const { t } = vscode.l10n;

interface Address {
  readonly url: string;
  /** The project in an address of the service's web UI. */
  readonly projectId: string | undefined;
}

/** `sample`: the person chose the sample data; undefined: they cancelled. */
export async function askAddress(deps: ClientSource, title: string): Promise<Address | 'sample' | undefined> {
  const hosts = hostItems();
  const picked = await askPickOf<string>(hosts, {
    title,
    step: 1,
    totalSteps: 3,
    placeholder: t('Select the service, or enter its address'),
    typed: (text) => typedHost(text.trim(), hosts),
  });
  if (picked === undefined || picked === 'sample') return picked;
  return takeAddress(deps, title, picked);
}

/** Asks again only if it cannot be used, or if no service answers there: nobody needs a key for that. */
export async function takeAddress(
  deps: ClientSource,
  title: string,
  entered: string,
): Promise<Address | undefined> {
  const address = readAddress(entered);
  if (!address.ok) return retypeAddress(deps, title, entered);
  const { url } = address.value;
  const checked = await showCancellableWhenSlow(t('Checking {0}', hostOf(url)), (signal) =>
    checkHost(deps, url, signal),
  );
  if (checked === undefined) return undefined;
  return checked.ok ? address.value : retypeAddress(deps, title, url, checked.message);
}

/** @param refused what a service did not answer at the address */
function retypeAddress(
  deps: ClientSource,
  title: string,
  picked: string,
  refused?: string,
): Promise<Address | undefined> {
  return askText<Address>({
    title,
    value: picked,
    refused,
    step: 1,
    totalSteps: 3,
    prompt: t('Enter the address of the service, such as https://analytics.example.com'),
    placeholder: 'https://',
    check: (typed) => {
      const address = readAddress(typed);
      return address.ok ? undefined : address.message;
    },
    submit: async (typed, signal, report) => {
      const address = readAddress(typed);
      if (!address.ok) return address;
      const checked = await checkHost(deps, address.value.url, signal, report);
      return checked.ok ? address : checked;
    },
  });
}

/** What no host of the service answers to a request without a valid key. */
const noService = ['network', 'timeout', 'notJson', 'incomplete'] as const;

async function checkHost(
  deps: ClientSource,
  url: string,
  signal: AbortSignal,
  report: (text: string) => void = () => undefined,
): Promise<Answer<void>> {
  return withClient(deps, { url, key: 'none', report }, async (client) => {
    try {
      await client.listProjects({ signal });
    } catch (error) {
      if (noService.some((kind) => kind === errorKind(error))) throw error;
    }
  });
}

function readAddress(typed: string): Answer<Address> {
  const base = parseServiceAddress(typed);
  return base.ok
    ? { ok: true, value: { url: base.value, projectId: projectIdInAddress(typed) } }
    : { ok: false, message: addressProblemText(base.problem) };
}

function hostItems(): readonly PickItem<string>[] {
  return [
    ...knownHosts.map(({ url, name }) => ({
      label: name,
      description: url,
      iconPath: new vscode.ThemeIcon('cloud'),
      value: url,
    })),
    {
      label: t('Other Host…'),
      description: t('enter its address'),
      iconPath: new vscode.ThemeIcon('server'),
      value: '',
    },
    {
      label: t('Sample Data'),
      description: t('no account needed'),
      iconPath: new vscode.ThemeIcon('beaker'),
      value: 'sample',
    },
  ];
}

/** A word that is part of an offered host searches among them; anything else is an address, even a wrong one. */
function typedHost(text: string, hosts: readonly PickItem<string>[]): PickItem<string> | undefined {
  const isSearch =
    !/[.:/]/.test(text) &&
    hosts.some(({ label, description = '' }) =>
      `${label} ${description}`.toLowerCase().includes(text.toLowerCase()),
    );
  if (isSearch) return undefined;
  const base = parseServiceAddress(text);
  if (!base.ok) {
    const detail = addressProblemText(base.problem);
    return { label: text, detail, iconPath: new vscode.ThemeIcon('error'), value: text };
  }
  return {
    label: base.value,
    description: t('use this address'),
    ...(base.insteadOf && { detail: replacedText(base.insteadOf) }),
    iconPath: new vscode.ThemeIcon('server'),
    value: text,
  };
}

/** Why another host is used than the one that was entered. */
function replacedText({ host, reason }: ReplacedHost): string {
  return reason === 'takesEventsOnly'
    ? t('{0} only takes events in. This is the host with the API.', host)
    : t('{0} is an old name of this host.', host);
}

/** What is wrong with the address of a service, in words. */
function addressProblemText(problem: ServiceAddressProblem): string {
  switch (problem) {
    case 'empty':
      return t('Enter an address.');
    case 'notAnAddress':
      return t('Not a web address. Enter one such as https://analytics.example.com.');
    case 'needsHttps':
      return t('Use https, so that nobody can read the key in transit. Plain http works for localhost only.');
    case 'hasCredentials':
      return t('Remove the user name and password from the address. You enter the key in the next step.');
  }
}
