// What is wrong with the address of a service, in words.
import * as vscode from 'vscode';
import type { ServiceAddressProblem } from '#model/connections/parseServiceAddress.ts';

const { t } = vscode.l10n;

export function addressProblemText(problem: ServiceAddressProblem): string {
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
