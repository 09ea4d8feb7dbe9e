// The link of a page whose extension host has stopped: VS Code runs it in the next host, which opens the page again and
// puts into its document what the page had not handed over. Nothing is saved.
import * as vscode from 'vscode';
import { showWarning } from '#host/messages/showMessage.ts';
import type { StoppedPages } from '#host/pages/stoppedPages.ts';
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
  readonly pages: Pick<StoppedPages, 'stoppedTabs' | 'whenLeft'>;
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
  /** Nobody has pressed the link. */
  readonly isQuiet: boolean;
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
  try {
    if (!request.isOpen) await openAgain(deps, request);
  } finally {
    if (rest.length > 0) await openAsFile(request, rest);
  }
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
  const isQuiet = fields.get('isQuiet') === true;
  return { viewType, uri, text: isText ? text : undefined, bases, drafts, isOpen, isQuiet };
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

/** Replaces the stopped pages of what is shown, each in its place. Who is elsewhere keeps the focus. */
async function openAgain({ pages }: ReopenDeps, request: ReopenRequest): Promise<void> {
  const { uri, viewType, isQuiet } = request;
  const [active] = findTabsOf(uri).filter((one) => one.viewType === viewType);
  const stopped = pages.stoppedTabs(request);
  const tabs = stopped.length > 0 || !active ? stopped : [active.tab];
  const places = tabs.map(placeOf);
  if (places.length === 0) return open(request, viewType, vscode.ViewColumn.Active, !isQuiet);
  if (viewType === filtersEditorViewType) return replaceTexts(pages, request, places);
  // They share what VS Code has of the earlier host as long as one of them is open.
  const inFront = placeInFront(places);
  await holdGroups(places, async () => {
    for (const place of places) if (!(await close(uri, viewType, place.column))) return;
    for (const place of places) await openAt(request, place, !isQuiet && place === inFront);
  });
}

/**
 * Another page of the document comes first: closing the last one of an unsaved document would ask whether to save it, and a
 * stopped page that could not keep what was typed stays.
 */
async function replaceTexts(
  pages: ReopenDeps['pages'],
  request: ReopenRequest,
  places: readonly Place[],
): Promise<void> {
  const { uri, viewType, isQuiet } = request;
  const groups = vscode.window.tabGroups.all;
  const free = groups.find(({ tabs }) => !tabs.some((tab) => isOf(tab, uri, viewType)));
  const column = free?.viewColumn ?? groups.length + 1;
  const left = pages.whenLeft(request);
  const inFront = placeInFront(places);
  await open(request, viewType, column, !isQuiet);
  const report = await left;
  if (!report || report.isTooLong) return;
  const replace = async (place: Place, takesFocus: boolean): Promise<void> => {
    // VS Code may still be asking whether to save it, or saving it, and keeps it open then if that fails.
    const isClosed = (await close(uri, viewType, place.column)) || (await close(uri, viewType, place.column));
    if (!isClosed) return;
    const started = pages.whenLeft(request);
    await openAt(request, place, takesFocus);
    await started; // the page that closes last hands over what is not applied
  };
  try {
    for (const place of places) {
      const takesFocus = (!isQuiet || report.hasFocus) && place === inFront;
      await holdGroups([place], () => replace(place, takesFocus));
    }
  } finally {
    const pageTabs = findTabsOf(uri).filter((one) => one.viewType === viewType);
    if (pageTabs.length > 1) await close(uri, viewType, column); // else it is the page
  }
}

/** Gives groups that would be without a tab, and close, another one until a task ends. */
async function holdGroups(places: readonly Place[], task: () => Promise<void>): Promise<void> {
  const held: (() => Promise<unknown>)[] = [];
  try {
    for (const { column } of places.filter(({ isAlone }) => isAlone)) {
      const { uri } = await vscode.workspace.openTextDocument();
      held.push(() => close(uri, 'default', column));
      await vscode.window.showTextDocument(uri, { viewColumn: column, preserveFocus: true, preview: false });
    }
    await task();
  } finally {
    for (const release of held) await release();
  }
}

interface Place {
  readonly column: vscode.ViewColumn;
  readonly index: number;
  readonly isAlone: boolean;
}

/** The place in the active group, whose page had the focus if one of them had it. */
function placeInFront(places: readonly Place[]): Place | undefined {
  const { viewColumn } = vscode.window.tabGroups.activeTabGroup;
  return places.find(({ column }) => column === viewColumn) ?? places[0];
}

function placeOf(tab: vscode.Tab): Place {
  const { tabs, viewColumn } = tab.group;
  return { column: viewColumn, index: tabs.indexOf(tab), isAlone: tabs.length === 1 };
}

const isOf = (tab: vscode.Tab, uri: vscode.Uri, viewType: string): boolean =>
  findTabsOf(uri).some((one) => one.tab === tab && one.viewType === viewType);

async function open(
  { uri }: ReopenRequest,
  viewType: string,
  viewColumn: vscode.ViewColumn,
  takesFocus: boolean,
): Promise<void> {
  const options = { viewColumn, preview: false, preserveFocus: !takesFocus };
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
}

async function openAt(request: ReopenRequest, { column, index }: Place, takesFocus: boolean): Promise<void> {
  await open(request, request.viewType, column, takesFocus);
  if (vscode.window.tabGroups.activeTabGroup.viewColumn !== column) return; // VS Code moves no tab elsewhere
  await vscode.commands.executeCommand('moveActiveEditor', { to: 'position', by: 'tab', value: index + 1 });
}

/** @returns whether it is closed */
async function close(uri: vscode.Uri, viewType: string, column: vscode.ViewColumn): Promise<boolean> {
  const found = findTabsOf(uri).find(
    (one) => one.viewType === viewType && one.tab.group.viewColumn === column,
  );
  return found === undefined || vscode.window.tabGroups.close(found.tab, true);
}

async function openAsFile({ uri, viewType }: ReopenRequest, texts: readonly string[]): Promise<void> {
  const content = texts.join('\n\n');
  const isText = viewType === filtersEditorViewType;
  const language = isText ? 'json' : 'plaintext';
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { preview: false });
  const name = displayText(uri.path.split('/').at(-1) ?? '');
  void showWarning(t('What you typed last in “{0}” could not be put back. It is in a new file.', name));
}
