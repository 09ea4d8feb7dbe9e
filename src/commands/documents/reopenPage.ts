// The link of a page whose extension host has stopped: VS Code runs it in the next host, which opens the page again and
// puts into its document what the page had not handed over. Nothing is saved.
import * as vscode from 'vscode';
import { showWarning } from '#host/messages/showMessage.ts';
import { findPanelTabs, findTabsOf } from '#host/pages/tabs.ts';
import {
  cohortEditorViewType,
  comparisonViewType,
  dashboardEditorViewType,
  filtersEditorViewType,
  personsEditorViewType,
  scheme,
  tableEditorViewType,
} from '#manifest.ts';
import { displayText } from '#text/displayText.ts';

const { t } = vscode.l10n;

/** UTF-16 units of all texts of a link. */
const maxLength = 16_000_000;
const maxDrafts = 1000;

/** The schemes of what an editor shows. */
const schemes: ReadonlyMap<string, string> = new Map([
  [filtersEditorViewType, scheme],
  [tableEditorViewType, 'file'],
  [personsEditorViewType, scheme],
  [dashboardEditorViewType, scheme],
  [cohortEditorViewType, scheme],
]);

export interface ReopenDeps {
  readonly replaceText: (uri: vscode.Uri, text: string) => Promise<unknown>;
  /** Opens the page of a comparison that has ended. */
  readonly reopenComparison: (state: unknown) => Promise<void>;
}

interface ReopenRequest {
  readonly viewType: string;
  readonly uri: vscode.Uri;
  /** The page's whole text, if the host had not confirmed it. */
  readonly text?: string | undefined;
  /** Texts of which the document has one, unless it was changed elsewhere. */
  readonly bases: readonly string[];
  /** JSON that was typed into the structure and not applied. */
  readonly drafts: readonly string[];
  /** It is open again. */
  readonly isOpen: boolean;
}

export async function reopenPage(deps: ReopenDeps, [given]: readonly unknown[]): Promise<void> {
  const fields = fieldsOf(given);
  if (fields.get('viewType') === comparisonViewType) {
    const [tab] = findPanelTabs(comparisonViewType).toSorted((a, b) => rank(a) - rank(b));
    await deps.reopenComparison(fields.get('state'));
    if (tab) await vscode.window.tabGroups.close(tab);
    return;
  }
  const request = parseRequest(fields);
  if (!request) throw new Error('the link names no page of this extension');
  const rest = await putBack(deps, request);
  if (!request.isOpen) await openAgain(request);
  if (rest.length > 0) await openAsFile(request, rest);
}

/** The active tab first: the person has just pressed its link. */
const rank = (tab: vscode.Tab) => (tab.group.isActive ? 0 : 2) + (tab.isActive ? 0 : 1);

function fieldsOf(given: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
}

/** Undefined for anything but a page of ours and a text of a size that VS Code opens. */
function parseRequest(fields: ReadonlyMap<string, unknown>): ReopenRequest | undefined {
  const [viewType, address, text] = ['viewType', 'uri', 'text'].map((name) => fields.get(name));
  const [bases, drafts] = ['bases', 'drafts'].map((name) => textsOf(fields.get(name)));
  if (typeof viewType !== 'string' || typeof address !== 'string' || !bases || !drafts) return undefined;
  if (text !== undefined && typeof text !== 'string') return undefined;
  const length = [address, text ?? '', ...bases, ...drafts].reduce((sum, one) => sum + one.length, 0);
  if (length > maxLength || drafts.length > maxDrafts) return undefined;
  const uri = vscode.Uri.parse(address);
  if (uri.scheme !== schemes.get(viewType)) return undefined;
  const isText = viewType === filtersEditorViewType;
  const isOpen = fields.get('isOpen') === true;
  return { viewType, uri, text: isText ? text : undefined, bases, drafts, isOpen };
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

/** @returns the texts that the document cannot take */
async function putBack(
  { replaceText }: ReopenDeps,
  { uri, text, bases, drafts }: ReopenRequest,
): Promise<readonly string[]> {
  if (text === undefined) return drafts;
  const now = linesOf((await vscode.workspace.openTextDocument(uri)).getText());
  if (now === linesOf(text)) return drafts;
  if (!bases.some((base) => linesOf(base) === now)) return [text, ...drafts];
  await replaceText(uri, text);
  return drafts;
}

const linesOf = (text: string) => text.replaceAll(/\r\n?/g, '\n');

/**
 * The tab of a text comes before the stopped one is closed: closing the last one of an unsaved document would ask whether
 * to save it, and what is typed until then must not go to the tab beside. Pages without a text share what VS Code has of the
 * earlier host as long as one of them is open.
 */
async function openAgain({ uri, viewType }: ReopenRequest): Promise<void> {
  const open = (viewColumn: vscode.ViewColumn) =>
    vscode.commands.executeCommand('vscode.openWith', uri, viewType, { viewColumn, preview: false });
  const move = (by: 'group' | 'tab', value: number) =>
    vscode.commands.executeCommand('moveActiveEditor', { to: 'position', by, value });
  const stopped = findTabsOf(uri).find((one) => one.viewType === viewType)?.tab;
  if (!stopped) return void (await open(vscode.ViewColumn.Active));
  const column = stopped.group.viewColumn;
  const index = stopped.group.tabs.indexOf(stopped);
  const isAlone = stopped.group.tabs.length === 1;
  const isText = viewType === filtersEditorViewType;
  if (isText) await open(vscode.ViewColumn.Beside);
  // VS Code may still be asking whether to save it, or saving it, and keeps it open then if that fails.
  const close = async () => {
    const tab = findTabsOf(uri).find(
      (one) => one.viewType === viewType && one.tab.group.viewColumn === column,
    )?.tab;
    return tab === undefined || vscode.window.tabGroups.close(tab);
  };
  if (!(await close()) && !(await close())) return;
  if (!isText) await open(column);
  if (isAlone) return;
  if (isText) await move('group', column);
  await move('tab', index + 1);
}

async function openAsFile({ uri, viewType }: ReopenRequest, texts: readonly string[]): Promise<void> {
  const content = texts.join('\n\n');
  const isText = viewType === filtersEditorViewType;
  const language = isText ? 'json' : 'plaintext';
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { preview: false });
  const name = displayText(uri.path.split('/').at(-1) ?? '');
  void showWarning(
    isText
      ? t('What you typed last in “{0}” is in a new file, because the document has other text.', name)
      : t('What you typed last in “{0}” is in a new file, because the page could not keep it.', name),
  );
}
