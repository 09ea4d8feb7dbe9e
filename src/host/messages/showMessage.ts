// The editor's messages. They may contain text from the service, so all of it passes through withoutLinksAndIcons; lint
// allows the editor's own functions in host/ only.
import * as vscode from 'vscode';
import { linesWithoutLinksAndIcons, withoutLinksAndIcons } from './withoutLinksAndIcons.ts';

/** Resolves with the button that was chosen, undefined if the message was closed. */
export async function showInformation(
  text: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return vscode.window.showInformationMessage(withoutLinksAndIcons(text), ...buttons);
}

/** Resolves with the button that was chosen, undefined if the message was closed. */
export async function showWarning(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return vscode.window.showWarningMessage(withoutLinksAndIcons(text), ...buttons);
}

/** Resolves with the button that was chosen, undefined if the message was closed. */
export async function showErrorText(
  text: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return vscode.window.showErrorMessage(withoutLinksAndIcons(text), ...buttons);
}

/** A button that opens a file. */
export interface Opener {
  readonly title: string;
  readonly open: () => Thenable<unknown>;
}

/** Says that a person's file is written. */
export async function showSaved({ path }: vscode.Uri, opener: Opener | undefined): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const choice = await showInformation(
    vscode.l10n.t('Saved “{0}”.', name),
    ...(opener ? [opener.title] : []),
  );
  if (choice !== undefined) await opener?.open();
}

/** A modal question with a button to cancel. `detail` is the smaller text below; its lines stay lines. */
export async function askModal(
  question: string,
  detail: string | undefined,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const choice = await askModalFor(question, detail, ...buttons.map((title) => ({ title })));
  return choice?.title;
}

/** The same with buttons that carry what they stand for; one of them may be the one to cancel. */
export async function askModalFor<T extends vscode.MessageItem>(
  question: string,
  detail: string | undefined,
  ...buttons: readonly T[]
): Promise<T | undefined> {
  const options =
    detail === undefined ? { modal: true } : { modal: true, detail: linesWithoutLinksAndIcons(detail) };
  return vscode.window.showWarningMessage<T>(withoutLinksAndIcons(question), options, ...buttons);
}

/**
 * Shows a sentence in the status bar for a while; `icon` is a codicon in front of it.
 * @returns hides the sentence where it no longer holds
 */
export function showStatus(text: string, ms: number, icon?: string): vscode.Disposable {
  const plain = withoutLinksAndIcons(text);
  return vscode.window.setStatusBarMessage(icon === undefined ? plain : `$(${icon}) ${plain}`, ms);
}

/** As `showStatus`, of a document or a tab, until `isOver`: the sentence names no document, and must not outlive it. */
export function showStatusUntil(
  isOver: () => boolean,
  text: string,
  ms: number,
  icon?: string,
): vscode.Disposable {
  const end = () => {
    if (isOver()) shown.dispose();
  };
  const shown = vscode.Disposable.from(
    showStatus(text, ms, icon),
    vscode.workspace.onDidChangeTextDocument(end),
    vscode.workspace.onDidCloseTextDocument(end),
    vscode.window.tabGroups.onDidChangeTabs(end), // the tabs update later than the document
  );
  return shown;
}
