// A table of a cohort's first persons: loads them page by page and says how many of how many it shows.
import * as vscode from 'vscode';
import { keepTitle, type Recoveries } from '#editors/records/recordPanel.ts';
import { type OnShown, ShownPersonsLoader } from '#exports/shownPersonsLoader.ts';
import { DisposableStore } from '#host/disposables.ts';
import { runAction } from '#host/messages/errorActions.ts';
import { describeError, type ErrorMessage } from '#host/messages/errorMessage.ts';
import { describeProtected } from '#host/pages/readonlyRecordText.ts';
import { WaitCountdown } from '#host/messages/waitText.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog, CatalogOptions } from '#model/records/catalog.ts';
import {
  type Cohort,
  cohortState,
  type DeckRecord,
  isCohort,
  isViewOnly,
  nameOf,
} from '#model/records/deckRecord.ts';
import { addSeenValues, openSeenValues, type SeenValues } from '#model/records/persons/seenValues.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import type { ShownPersons } from '#protocol/tableMessages.ts';
import { createScratchFile } from '#table/scratchFile.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';
import { type PersonsAction, TablePanel, type TablePanelContext } from './tablePanel.ts';

const { t } = vscode.l10n;

/** UTF-16 units, of a name in a sentence. */
const maxNameLength = 100;

export interface PersonsSources {
  readonly catalog: Pick<Catalog, 'get' | 'retrieve' | 'onDidChange'>;
  readonly connections: Pick<Connections, 'placeName'>;
  readonly guard: Pick<WriteGuard, 'protectionOf' | 'projectName' | 'onDidChange'>;
  readonly statuses: Recoveries;
  readonly openClient: CatalogOptions['openClient'];
  /** The properties of persons are suggested in filters. */
  readonly seenValues: SeenValues;
}

export class PersonsPanel {
  readonly #ref: RecordRef;
  readonly #context: TablePanelContext & PersonsSources;
  readonly #store = new DisposableStore();
  readonly #table: TablePanel;
  readonly #persons: ShownPersonsLoader<DeckRecord>;
  #cohort: Cohort | undefined;
  readonly #waits = this.#store.add(new WaitCountdown((wait) => this.#showWait(wait)));
  #isLoading = false;
  /** What a request waits for, as a sentence. */
  #wait = '';
  #failure: ErrorMessage | undefined;

  /** @param file an empty one, which goes with this */
  constructor(
    ref: RecordRef,
    panel: vscode.WebviewPanel,
    file: string,
    context: TablePanelContext & PersonsSources,
  ) {
    this.#ref = ref;
    this.#context = context;
    const known = context.catalog.get(ref);
    this.#cohort = known && isCohort(known) ? known : undefined;
    const growing = {
      title: t('Persons of {0}', this.#name),
      onOpened: () => this.#opened(),
      onAction: (action: PersonsAction) => this.#run(action),
    };
    const table = this.#store.add(
      new TablePanel(vscode.Uri.file(file), panel, { ...context, cohort: ref, growing }),
    );
    this.#table = table;
    const { show: onWait } = this.#waits;
    this.#persons = new ShownPersonsLoader({
      cohortId: ref.id,
      file,
      createFile: async () => createScratchFile(context.scratchDirectory, 'ndjson'),
      beginFirst: () => suggestPersons(context.seenValues, ref),
      openCohorts: async () => (await context.openClient(ref.connectionId)).cohorts(ref.projectId),
      retrieve: async (signal) => context.catalog.retrieve(ref, { signal, onWait }),
      onWait,
      show: async (shown) => table.reload(vscode.Uri.file(shown)),
      grow: async () => table.grow(),
    });
    this.#store.add(keepTitle(panel, ref, context, (name) => t('Persons of {0}', name)));
    this.#follow();
  }

  /** Resolves once nothing about the persons is left. */
  async dispose(): Promise<void> {
    this.#store.dispose();
    this.#failure = undefined; // an action that runs now retries nothing
    await this.#persons.dispose();
  }

  get #name(): string {
    const name = this.#cohort && nameOf(this.#cohort);
    return name === undefined ? t('cohort #{0}', this.#ref.id) : displayText(name, maxNameLength);
  }

  /** The cohort as it was when its persons were read. */
  get #shownCohort(): Cohort | undefined {
    const { cohort } = this.#persons;
    return cohort && isCohort(cohort) ? cohort : undefined;
  }

  #opened(): void {
    if (this.#persons.cohort || this.#failure || this.#isLoading) return this.#show();
    void this.#load(() => this.#persons.refresh());
  }

  async #run(action: PersonsAction): Promise<void> {
    const node = recordNode(this.#ref);
    switch (action) {
      case 'loadMore':
        return this.#load(() => this.#persons.loadMore());
      case 'refresh':
        return this.#load(() => this.#persons.refresh());
      case 'retry':
        return this.#load(() => this.#persons.retry());
      case 'export':
        await vscode.commands.executeCommand('cohortDeck.exportPersons', node, undefined, 'table');
        return;
      case 'editFilters':
        await vscode.commands.executeCommand('cohortDeck.editFilters', node);
        return;
      case 'help': {
        const help = this.#failure?.action;
        if (help) await runAction([help], help.title);
        return this.#retryFailed();
      }
    }
  }

  /** Shows what changes about the cohort, and loads what failed once the service is back. */
  #follow(): void {
    this.#store.add(
      this.#context.catalog.onDidChange((change) => {
        if (change.kind === 'record' && !isSameRecord(change.ref, this.#ref)) return;
        const cohort = this.#context.catalog.get(this.#ref);
        if (!cohort || !isCohort(cohort) || cohort === this.#cohort) return;
        this.#cohort = cohort;
        this.#show();
      }),
    );
    this.#store.add(this.#context.guard.onDidChange(() => this.#show()));
    this.#store.add(
      this.#context.statuses.onDidRecover((connectionId) => {
        if (connectionId === this.#ref.connectionId) void this.#retryFailed();
      }),
    );
  }

  async #retryFailed(): Promise<void> {
    if (this.#failure) await this.#load(() => this.#persons.retry());
  }

  /** @param step resolves with false if a later one took its place */
  async #load(step: () => Promise<boolean>): Promise<void> {
    this.#isLoading = true;
    this.#failure = undefined;
    this.#waits.dispose();
    this.#wait = '';
    try {
      const running = step();
      this.#show();
      if (!(await running)) return;
    } catch (error) {
      this.#failure = describeError(error, this.#ref.connectionId);
      this.#context.log.warn('Could not load the persons of a cohort.', error);
    }
    this.#isLoading = false;
    this.#show();
  }

  #showWait(wait: string): void {
    this.#wait = wait;
    if (this.#isLoading) this.#show();
  }

  #show(): void {
    const { guard } = this.#context;
    const { rows, hasMore, isCutShort } = this.#persons.shown;
    const facts = { rows, hasMore, isCutShort, cohort: this.#cohort, shownCohort: this.#shownCohort };
    const isLoaded = !this.#isLoading && !this.#failure;
    const isWithoutRows = isLoaded && rows === 0;
    const shown: Omit<ShownPersons, 'state' | 'sentence'> = {
      note: '',
      nothing: isWithoutRows ? describeNoPersons(this.#cohort) : '',
      canLoadMore: isLoaded && hasMore,
      canRemove: this.#cohort?.is_static === true && !this.#cohort.deleted && !isViewOnly(this.#cohort),
      readonlyReason:
        guard.protectionOf(this.#ref) === 'readOnly'
          ? describeProtected(guard.projectName(this.#ref))
          : undefined,
      help: this.#failure?.action?.title,
    };
    if (this.#isLoading) {
      const loading = this.#persons.readsAnew
        ? t('Loading the persons of “{0}”…', this.#name)
        : t('Loading more persons…');
      return this.#table.showPersons({ ...shown, state: 'loading', sentence: this.#wait || loading });
    }
    if (this.#failure)
      return this.#table.showPersons({ ...shown, state: 'failed', sentence: this.#failure.message });
    this.#table.showPersons({ ...shown, state: 'loaded', ...describePersons(facts) });
  }
}

/** Call it before the persons are requested; pass the function that it returns each person received. */
function suggestPersons(seenValues: SeenValues, ref: RecordRef): OnShown {
  const values = openSeenValues(seenValues, ref);
  return ({ properties }) => addSeenValues(values, properties);
}

// Sentences on the first persons of a cohort: how many of how many, and what to know about them.
interface PersonsFacts {
  /** Persons in the table. */
  readonly rows: number;
  readonly hasMore: boolean;
  /** The service’s paging ended before its persons did. */
  readonly isCutShort: boolean;
  readonly cohort: Cohort | undefined;
  /** As it was when its persons were read. */
  readonly shownCohort: Pick<Cohort, 'last_calculation' | 'count'> | undefined;
}

export function describePersons(facts: PersonsFacts): { readonly sentence: string; readonly note: string } {
  const cutShort = facts.isCutShort ? t('The service’s paging ended early.') : '';
  const note = [cutShort, describeState(facts)].filter((sentence) => sentence !== '').join(' ');
  return { sentence: describeCount(facts), note };
}

function describeCount({ rows, hasMore, isCutShort, cohort }: PersonsFacts): string {
  const shown = formatCount(rows);
  const count = cohort?.count ?? undefined;
  if (rows === 0) return t('No persons');
  if (hasMore || isCutShort)
    return count === undefined || count < rows
      ? t('First {0} persons', shown)
      : t('First {0} of {1} persons', shown, formatCount(count));
  if (count !== undefined && count !== rows)
    return t(
      'All {0} persons that the service returns; the cohort’s count is {1}',
      shown,
      formatCount(count),
    );
  return rows === 1 ? t('The only person') : t('All {0} persons', shown);
}

function describeState({ cohort, shownCohort = cohort }: PersonsFacts): string {
  if (!cohort) return '';
  if (cohort.deleted) return t('The cohort is deleted.');
  switch (cohortState(cohort)) {
    case 'calculating':
      return t('The cohort is being calculated, so these are the persons of its last calculation.');
    case 'failed':
      return t('The last calculation failed, so persons may be outdated.');
    case 'static':
      return cohort.count === shownCohort?.count
        ? t('The cohort is static: its persons do not change by themselves.')
        : t('Persons were added or removed. Refresh to see the current ones.');
    case 'ready':
      return cohort.last_calculation === shownCohort?.last_calculation
        ? ''
        : t('The cohort was recalculated. Refresh to see its current persons.');
  }
}

/** Why a cohort has no persons. */
export function describeNoPersons(cohort: Cohort | undefined): string {
  const count = cohort?.count ?? 0;
  switch (cohort && cohortState(cohort)) {
    case 'calculating':
      return t('No persons yet. The cohort is being calculated.');
    case 'failed':
      return t('No persons. The calculation of the cohort failed.');
    case 'static':
      return count > 0 ? noneOf(count) : t('This static cohort has no persons.');
    case 'ready':
    case undefined:
      return count > 0 ? noneOf(count) : t('No person matches the filters of this cohort.');
  }
}

function noneOf(count: number): string {
  return t('The service returned no persons; the cohort’s count is {0}.', formatCount(count));
}
