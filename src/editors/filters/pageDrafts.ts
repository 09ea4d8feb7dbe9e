// Unapplied JSON in a page's structure belongs to no document, so VS Code does not ask before its tab closes,
// and a killed window would lose it. It is stored while it is typed. The next page puts it back into its field, or if the
// person has closed the tab, it is offered.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { showWarning } from '#host/messages/showMessage.ts';
import type { LeftReport } from '#host/pages/stoppedPages.ts';
import { findTabsOf } from '#host/pages/tabs.ts';
import { filtersEditorViewType } from '#manifest.ts';
import type { HostMessage, WebviewMessage } from '#protocol/filtersMessages.ts';
import { parseFiltersPlace } from '#model/documents/documentUri.ts';
import type { FieldDraft, StructureDrafts } from '#model/documents/structureDrafts.ts';

const { t } = vscode.l10n;

interface LeftDrafts {
  readonly drafts: readonly FieldDraft[];
  /** They are in a field or a file. */
  forget(): Promise<void>;
}

type DraftsMessage = Extract<HostMessage, { readonly type: 'draftsKept' | 'leftDrafts' }>;

/** Those of one page. */
export class PageDrafts {
  readonly #uri: vscode.Uri;
  readonly #store: StructureDrafts;
  readonly #post: (message: DraftsMessage) => void;
  readonly #log: Log;
  #drafts: readonly FieldDraft[] = [];
  /** Of pages that have ended: those for this page once it has started, and those that it is putting back, by message. */
  readonly #left: LeftDrafts[] = [];
  readonly #sent: (readonly LeftDrafts[])[] = [];
  #hasStarted = false;

  constructor(uri: vscode.Uri, store: StructureDrafts, post: (message: DraftsMessage) => void, log: Log) {
    this.#uri = uri;
    this.#store = store;
    this.#post = post;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  async keep(id: number, drafts: readonly FieldDraft[]): Promise<void> {
    await this.#keep(drafts);
    this.#post({ type: 'draftsKept', id });
  }

  /** @param hasOpened what an earlier page had kept is in a file; the page had at least what is stored */
  async start(isFirst: boolean, hasOpened: boolean): Promise<void> {
    this.#hasStarted = true;
    if (isFirst) {
      const stored = this.#store.left(this.#uri.toString());
      const had = stored.filter(({ drafts }) => hasOpened || drafts.every((draft) => this.#has(draft)));
      await this.#store.forget(had);
      const others = stored.filter((one) => !had.includes(one)); // of a page that was closed
      if (others.length > 0)
        this.#left.push({
          drafts: others.flatMap(({ drafts }) => drafts),
          forget: () => this.#store.forget(others),
        });
    }
    this.#sendLeft();
  }

  /** The page has put back what it got. @param texts those that it could not put back */
  async putBack(texts: readonly string[]): Promise<void> {
    const left = this.#sent.shift() ?? [];
    await openAsFile(this.#uri, texts);
    for (const one of left) await one.forget();
  }

  /** The page has ended. @param heir those of another page of the document, which gets these */
  end(heir: PageDrafts | undefined): void {
    if (this.isEmpty) return;
    if (heir) heir.#take({ drafts: this.#drafts, forget: () => this.#keep([]) });
    else this.#offerAfterClose();
  }

  #take(left: LeftDrafts): void {
    this.#left.push(left);
    if (this.#hasStarted) this.#sendLeft();
  }

  #sendLeft(): void {
    const left = this.#left.splice(0);
    const drafts = left.flatMap((one) => one.drafts);
    if (drafts.length === 0) return;
    this.#sent.push(left);
    this.#post({ type: 'leftDrafts', drafts });
  }

  /** What is stored may be older than what the page has. */
  #has({ field, text }: FieldDraft): boolean {
    return this.#drafts.some(
      (one) => one.field === field && (one.text.startsWith(text) || text.startsWith(one.text)),
    );
  }

  async #keep(drafts: readonly FieldDraft[]): Promise<void> {
    this.#drafts = drafts;
    await this.#store.keep(this, this.#uri.toString(), drafts);
  }

  /** The drafts are stored until the person has decided: the window may close first. */
  #offerAfterClose(): void {
    const message = t(
      'The tab of “{0}” was closed with unapplied JSON in its structure.',
      fileNameOf(this.#uri),
    );
    const texts = this.#drafts.map(({ text }) => text);
    const offer = offerDrafts(message, texts).then((isDecided) => (isDecided ? this.#keep([]) : undefined));
    offer.then(undefined, (error: unknown) => {
      this.#log.warn('The filters editor could not offer unapplied JSON.', error);
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
  await openAsFile(uri, texts);
  await Promise.all(uris.map((one) => offerPage(vscode.Uri.parse(one))));
}

/** A new file has what no document and no field can take. */
async function openAsFile(uri: vscode.Uri, texts: readonly string[]): Promise<void> {
  const page = { viewType: filtersEditorViewType, uri: uri.toString(), drafts: texts, isOpen: true };
  if (texts.length > 0) await vscode.commands.executeCommand('cohortDeck.reopenPage', page);
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
