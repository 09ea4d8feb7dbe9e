// Why a record cannot be edited, where its page and its document say the same.
import * as vscode from 'vscode';
import { displayText } from '#text/displayText.ts';

const { t } = vscode.l10n;

export function describeProtected(projectName: string): string {
  return t('“{0}” is protected as read-only.', displayText(projectName));
}

export function describeViewOnly(kind: 'dashboard' | 'cohort'): string {
  return kind === 'cohort'
    ? t('This key can view the cohort but not edit it.')
    : t('This key can view the dashboard but not edit it.');
}
