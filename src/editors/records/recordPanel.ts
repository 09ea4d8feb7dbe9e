// What the pages of records have in common on the host's side: messages in and out, loading, and commands for the record.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import type { Log } from '#host/log.ts';
import { runAction } from '#host/messages/errorActions.ts';
import { describeError } from '#host/messages/errorMessage.ts';
import { showError } from '#host/messages/showError.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { WaitCountdown } from '#host/messages/waitText.ts';
import { onPageMessage } from '#host/pages/pageFocus.ts';
import { describeProtected } from '#host/pages/readonlyRecordText.ts';
import { findDocumentTabs } from '#host/pages/tabs.ts';
import { cohortEditorViewType, type CommandId, dashboardEditorViewType, scheme } from '#manifest.ts';
import { ConnectionError, isConnectionLoss } from '#model/connections/connectionError.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { formatPagePlace, maxTabName, parseRecordPlace } from '#model/documents/documentUri.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DeckRecord, isViewOnly, nameOf, ownerName } from '#model/records/deckRecord.ts';
import { isSameProject, type RecordRef } from '#model/records/recordRef.ts';
import { recordNode, trashedNode } from '#model/records/treeNodes.ts';
import type {
  Deletion,
  EditedMessage,
  RecordPageHostMessage,
  RecordPageMessage,
} from '#protocol/recordPageMessages.ts';
import { displayText } from '#text/displayText.ts';

/** Whether a connection is offline, and the id of one that is back. */
export type Recoveries = Pick<ConnectionMonitor, 'of' | 'onDidRecover' | 'settled'>;

/** Passed with each request: the page says what it waits for. */
export interface LoadOptions {
  /** Ends with the next load and with the page. */
  readonly signal: AbortSignal;
  readonly onWait: WaitCountdown['show'];
}

interface FieldEdit {
  readonly field: 'name' | 'description' | 'tags';
  readonly value: string;
  readonly before: string;
}

/** `In`: the messages that only this kind of page sends. */
export interface RecordPanelOptions<In> {
  readonly ref: RecordRef;
  readonly panel: vscode.WebviewPanel;
  readonly log: Log;
  readonly statuses: Recoveries;
  readonly connections: Pick<Connections, 'onDidChange' | 'onDidLeave'>;
  /** Undefined for anything but a message of this page. */
  readonly parse: (value: unknown) => In | RecordPageMessage | undefined;
  /** Asks the service and posts what the page shows. */
  readonly load: (options: LoadOptions) => Promise<void>;
  readonly handle: (message: In) => Promise<void>;
}

export class RecordPanel<In extends { readonly type: string }, Out extends { readonly type: string }>
  implements vscode.Disposable
{
  readonly #options: RecordPanelOptions<In>;
  readonly #store = new DisposableStore();
  readonly #waits = this.#store.add(new WaitCountdown((wait) => this.post({ type: 'waiting', wait })));
  /** Of the last load, which may have ended. */
  #loading: AbortController | undefined;
  #isLoading = false;
  /** Error of the last load; undefined if it succeeded. */
  #error: unknown;
  #isDisposed = false;

  constructor(options: RecordPanelOptions<In>) {
    this.#options = options;
    this.#store.add(onPageMessage(options.panel, (value) => this.#receive(value)));
    this.#store.add(
      options.statuses.onDidRecover((connectionId) => {
        if (this.#error !== undefined && connectionId === options.ref.connectionId) void this.load();
      }),
    );
    this.#store.add(
      options.connections.onDidLeave((connectionId) => {
        if (connectionId === options.ref.connectionId) void this.load();
      }),
    );
    this.#store.add(
      options.connections.onDidChange(() => {
        if (this.#error instanceof ConnectionError) void this.load(); // its connection may be there again
      }),
    );
  }

  /** Disposed of with the page. */
  add<T extends { dispose(): unknown }>(item: T): T {
    return this.#store.add(item);
  }

  /** Shows the waits of requests other than those of `load`. */
  get onWait(): WaitCountdown['show'] {
    return this.#waits.show;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** The title of its tab. */
  get title(): string {
    return this.#options.panel.title;
  }

  /** Its tab is closed. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loading?.abort();
    this.#store.dispose();
  }

  /** A newer load ends an older one. Shows by itself what went wrong. Does nothing once the page is closed. */
  async load(): Promise<void> {
    if (this.#isDisposed) return;
    const { ref, log, load } = this.#options;
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#isLoading = true;
    this.#waits.dispose();
    this.post({ type: 'loading' });
    try {
      await load({ signal: loading.signal, onWait: this.onWait });
      if (!loading.signal.aborted) this.#error = undefined;
    } catch (error) {
      if (loading.signal.aborted) return;
      this.#error = error;
      const { message, action } = describeError(error, ref.connectionId);
      log.warn(`Could not load the page of a ${ref.kind}.`, error);
      const failed = { type: 'failed', message, action: action?.title } as const;
      this.post(failed);
      if (isConnectionLoss(error)) void this.#promiseToLoad(failed, loading.signal);
    } finally {
      if (this.#loading === loading) this.#isLoading = false;
    }
  }

  /** Only if its connection is offline, which is checked until it is back: a request can also be lost alone. */
  async #promiseToLoad(
    failed: Extract<RecordPageHostMessage, { readonly type: 'failed' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const { ref, statuses } = this.#options;
    await statuses.settled(ref.connectionId);
    if (signal.aborted || statuses.of(ref.connectionId).state !== 'offline') return;
    const message = [failed.message, t('This page loads again once the service responds.')].join(' ');
    this.post({ ...failed, message });
  }

  /** Does nothing once the page is closed. */
  post(message: Out | RecordPageHostMessage | EditedMessage): void {
    if (this.#isDisposed) return;
    const { ref, panel, log } = this.#options;
    // False if the webview is gone, and the message with it.
    panel.webview.postMessage(message).then(undefined, (error: unknown) => {
      log.warn(`Could not send a message to the page of a ${ref.kind}.`, error);
    });
  }

  /** Runs the command that changes a field, with what was typed in the page. */
  async edit({ field, value, before }: FieldEdit): Promise<void> {
    const commands = {
      name: 'cohortDeck.rename',
      description: 'cohortDeck.editDescription',
      tags: 'cohortDeck.editTags',
    } as const;
    await execute(commands[field], recordNode(this.#options.ref), undefined, value, before).finally(() =>
      this.post({ type: 'edited', field }),
    );
  }

  #receive(value: unknown): void {
    const { ref, log, parse } = this.#options;
    const message = parse(value);
    if (!message) {
      log.warn(`Ignored an invalid message from the page of a ${ref.kind}.`);
      return;
    }
    this.#handle(message).then(undefined, (error: unknown) => {
      if (isCancelled(error)) return undefined;
      log.warn(`The page of a ${ref.kind} could not handle "${message.type}".`);
      return showError('', error, log, ref.connectionId);
    });
  }

  async #handle(message: In | RecordPageMessage): Promise<void> {
    const { ref, log, handle } = this.#options;
    if (!isShared(message)) return handle(message);
    switch (message.type) {
      case 'ready':
        this.post({ type: 'init', words: vscode.l10n.bundle ?? {} });
        return this.load();
      case 'refresh':
        return this.load();
      case 'runErrorAction': {
        const { action } = describeError(this.#error, ref.connectionId);
        if (action) await runAction([action], action.title);
        return this.load();
      }
      case 'history':
        return execute(message.direction === 'undo' ? 'cohortDeck.undo' : 'cohortDeck.redo');
      case 'left':
        return this.#openAsFile(message.texts);
      case 'restore':
        await execute('cohortDeck.restore', trashedNode(ref));
        return this.load();
      case 'failure':
        log.warn(`The page of a ${ref.kind} failed: ${message.message}`);
    }
  }

  async #openAsFile(drafts: readonly string[]): Promise<void> {
    const { ref, panel } = this.#options;
    const uri = vscode.Uri.from({ scheme, ...formatPagePlace(ref, panel.title) });
    const viewType = ref.kind === 'cohort' ? cohortEditorViewType : dashboardEditorViewType;
    await execute('cohortDeck.reopenPage', { viewType, uri: uri.toString(), drafts, isOpen: true });
    this.post({ type: 'edited', field: '' });
  }
}

const sharedTypes: ReadonlySet<string> = new Set<RecordPageMessage['type']>([
  'ready',
  'refresh',
  'runErrorAction',
  'history',
  'left',
  'restore',
  'failure',
]);

function isShared(message: { readonly type: string }): message is RecordPageMessage {
  return sharedTypes.has(message.type);
}

/** The project of a record, with its connection if there are several. */
function placeNameOf(connections: Pick<Connections, 'placeName'>, ref: RecordRef): string {
  return displayText(connections.placeName(ref) ?? vscode.l10n.t('Project {0}', ref.projectId));
}

export async function execute(command: CommandId, ...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...args);
}

// The header of the pages of both kinds of records.
const { t } = vscode.l10n;

export interface HeaderSources {
  readonly connections: Connections;
  readonly guard: WriteGuard;
}

export function recordHeaderOf(ref: RecordRef, record: DeckRecord, { connections, guard }: HeaderSources) {
  const name = nameOf(record);
  return {
    place: placeNameOf(connections, ref),
    name: record.name ?? '',
    title: name === undefined ? untitled(ref) : displayText(name, 400),
    description: record.description ?? '',
    owner: displayText(ownerName(record.created_by) ?? ''),
    canEdit: guard.protectionOf(ref) !== 'readOnly' && !isViewOnly(record),
    hasWebPage: connections.get(ref.connectionId)?.isSample === false,
  };
}

/** @param note what is known of it */
export function deletionOf(ref: RecordRef, note: string, guard: WriteGuard): Deletion {
  const canRestore = guard.protectionOf(ref) !== 'readOnly';
  return { note: canRestore ? note : `${note} ${describeProtected(guard.projectName(ref))}`, canRestore };
}

function untitled({ kind, id }: RecordRef): string {
  return kind === 'cohort' ? t('Untitled cohort #{0}', id) : t('Untitled dashboard #{0}', id);
}

// What the tab of a page is called. A rename changes it in place: another address would be another tab, and what is half
// typed, loaded or searched for in this one would be gone. Where another tab shows a record of the same name and another
// project, both name their project.

export interface TitleSources {
  readonly catalog: Pick<Catalog, 'get' | 'onDidChange'>;
  readonly connections: Pick<Connections, 'placeName'>;
}

/**
 * Keeps the title up to date with the record's name. Without a known record or a name, the title of the address stays.
 * @param ownTitle the title of the address: where it is right, the tab’s hover shows the whole address
 */
export function keepTitle(
  panel: Pick<vscode.WebviewPanel, 'title'>,
  ref: RecordRef,
  { catalog, connections }: TitleSources,
  titleOf = (name: string): string => name,
  ownTitle?: string,
): vscode.Disposable {
  const nameIn = (one: RecordRef): string | undefined => {
    const record = catalog.get(one);
    return record && nameOf(record);
  };
  const show = (): void => {
    const name = nameIn(ref);
    if (name === undefined) return;
    const plain = titleOf(displayText(name, maxTabName));
    const isRepeated = recordsInTabs().some((other) => !isSameProject(other, ref) && nameIn(other) === name);
    const alone = plain === ownTitle ? '' : plain;
    const title = isRepeated ? vscode.l10n.t('{0} ({1})', plain, placeNameOf(connections, ref)) : alone;
    if (panel.title !== title) panel.title = title;
  };
  show();
  return vscode.Disposable.from(
    catalog.onDidChange(show), // the record of another tab may have got this one's name
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      if (opened.length + closed.length > 0) show();
    }),
  );
}

function recordsInTabs(): readonly RecordRef[] {
  return findDocumentTabs(scheme).flatMap(({ uri }) => parseRecordPlace(uri) ?? []);
}
