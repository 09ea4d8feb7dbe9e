// The first step of “Connect…”: the service's address.
import * as vscode from 'vscode';
import { askPickOf, type PickItem } from '#host/input/askPick.ts';
import { type Answer, askText } from '#host/input/askText.ts';
import { knownHosts } from '#model/connections/knownHosts.ts';
import {
  parseServiceAddress,
  projectIdInAddress,
  type ServiceAddressProblem,
} from '#model/connections/parseServiceAddress.ts';

const { t } = vscode.l10n;

interface Address {
  readonly url: string;
  /** The project in an address of the service's web UI. */
  readonly projectId: string | undefined;
}

/** `sample`: the person chose the sample data; undefined: they cancelled. */
export async function askAddress(title: string): Promise<Address | 'sample' | undefined> {
  const hosts = hostItems();
  const picked = await askPickOf<string>(hosts, {
    title,
    step: 1,
    totalSteps: 3,
    placeholder: t('Select the service, or enter its address'),
    typed: (text) => typedHost(text.trim(), hosts),
  });
  if (picked === undefined || picked === 'sample') return picked;
  return takeAddress(title, picked);
}

/** Asks again only if it cannot be used. */
export async function takeAddress(title: string, entered: string): Promise<Address | undefined> {
  const address = readAddress(entered);
  return address.ok ? address.value : retypeAddress(title, entered);
}

function retypeAddress(title: string, picked: string): Promise<Address | undefined> {
  return askText<Address>({
    title,
    value: picked,
    step: 1,
    totalSteps: 3,
    prompt: t('Enter the address of the service, such as https://analytics.example.com'),
    placeholder: 'https://',
    check: (typed) => {
      const address = readAddress(typed);
      return address.ok ? undefined : address.message;
    },
    submit: readAddress,
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
    iconPath: new vscode.ThemeIcon('server'),
    value: text,
  };
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
