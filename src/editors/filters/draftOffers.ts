// Unapplied JSON in a page's structure belongs to no document, so VS Code does not ask before its tab closes,
// and a killed window would lose it. It is stored while it is typed and offered afterwards.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { showWarning } from '#host/messages/showMessage.ts';
import type { LeftReport } from '#host/pages/stoppedPages.ts';
import { findTabsOf } from '#host/pages/tabs.ts';
import { filtersEditorViewType } from '#manifest.ts';
import type { WebviewMessage } from '#protocol/filtersMessages.ts';
import { parseFiltersPlace } from '#model/documents/documentUri.ts';
import type { StructureDrafts } from '#model/documents/structureDrafts.ts';

const { t } = vscode.l10n;

export class DraftOffers {
  readonly #uri: vscode.Uri;
  readonly #store: StructureDrafts;
  readonly #log: Log;
  #drafts: readonly string[] = [];

  constructor(uri: vscode.Uri, store: StructureDrafts, log: Log) {
    this.#uri = uri;
    this.#store = store;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  keep(drafts: readonly string[]): void {
    this.#drafts = drafts;
    this.#logFailure('keep unapplied JSON', this.#store.keep(this, this.#uri.toString(), drafts));
  }

  /** Offers what an earlier window has left. `isOpened`: the page has kept it, too, and it is in a new file. */
  offerLeft(isOpened: boolean): void {
    this.#logFailure('offer unapplied JSON', this.#offerLeft(isOpened));
  }

  async #offerLeft(isOpened: boolean): Promise<void> {
    const left = this.#store.left(this.#uri.toString());
    if (left.length === 0) return;
    if (isOpened) return this.#store.forget(left);
    const message = t('Unapplied JSON is kept for the structure of “{0}”.', fileNameOf(this.#uri));
    const drafts = left.flatMap((entry) => entry.drafts);
    if (await offerDrafts(message, drafts)) await this.#store.forget(left);
  }

  /** The tab has closed. Its drafts are stored until the person has decided: the window may close first. */
  offerAfterClose(): void {
    if (this.isEmpty) return;
    const message = t(
      'The tab of “{0}” was closed with unapplied JSON in its structure.',
      fileNameOf(this.#uri),
    );
    const offer = offerDrafts(message, this.#drafts).then((isDecided) => isDecided && this.keep([]));
    this.#logFailure('offer unapplied JSON', offer);
  }

  #logFailure(what: string, action: Promise<unknown>): void {
    action.then(undefined, (error: unknown) => {
      this.#log.warn(`The filters editor could not ${what}.`, error);
    });
  }
}

export interface KeptPageTexts {
  /** What a page had left is in the document. */
  left(report: LeftReport): Promise<void>;
}

const offered = new Set<string>();

/**
 * Opens texts that the document cannot take as a file, and offers once to open each page again that was closed with text
 * that no host received: the page takes the text in.
 */
export async function offerLeftText(
  uri: vscode.Uri,
  message: Extract<WebviewMessage, { readonly type: 'left' }>,
  pages: KeptPageTexts,
  flush: () => Promise<void>,
): Promise<void> {
  const { texts, uris } = message;
  await flush();
  await pages.left(message);
  const page = { viewType: filtersEditorViewType, uri: uri.toString(), drafts: texts, isOpen: true };
  if (texts.length > 0) await vscode.commands.executeCommand('cohortDeck.reopenPage', page);
  await Promise.all(uris.map((one) => offerPage(vscode.Uri.parse(one))));
}

async function offerPage(uri: vscode.Uri): Promise<void> {
  if (!parseFiltersPlace(uri) || offered.has(uri.toString())) return;
  if (findTabsOf(uri).some(({ viewType }) => viewType === filtersEditorViewType)) return;
  offered.add(uri.toString());
  const open = t('Open');
  const message = t(
    '“{0}” was closed before its last changes were stored. Open it to get them back.',
    fileNameOf(uri),
  );
  if ((await showWarning(message, open)) !== open) return;
  // VS Code's custom editors keep a failure of their first read as long as the window lives.
  try {
    await vscode.workspace.fs.stat(uri);
  } catch (error) {
    offered.delete(uri.toString());
    const reason = error instanceof Error ? error.message : String(error);
    return void (await showWarning(`${t('Could not open “{0}”.', fileNameOf(uri))} ${reason}`));
  }
  await vscode.commands.executeCommand('vscode.openWith', uri, filtersEditorViewType, { preview: false });
}

/** Resolves with whether the person has decided; otherwise they stay. */
async function offerDrafts(message: string, drafts: readonly string[]): Promise<boolean> {
  const [open, discard] = [t('Open as New File'), t('Discard')];
  const choice = await showWarning(message, open, discard);
  if (choice !== open) return choice === discard;
  const content = drafts.join('\n\n');
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document);
  return true;
}

function fileNameOf(uri: vscode.Uri): string {
  return uri.path.split('/').at(-1) ?? '';
}
