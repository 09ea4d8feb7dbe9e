// One webview that shows a cohort: loads it and its first persons, sends what is known around it, and runs commands for it.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import type { Log } from '#host/log.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { isSameParsed } from '#json/parsedValue.ts';
import { type CommandId, tableEditorViewType } from '#manifest.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { CatalogChange } from '#model/records/loadedRecords.ts';
import type { CountHistory } from '#model/records/countHistory.ts';
import { type Cohort, type DeckRecord, isCohort } from '#model/records/deckRecord.ts';
import type { RecentExport } from '#model/records/persons/recentExports.ts';
import { isSameProject, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { CohortCalculation, CohortDetails, CohortUses } from '#model/records/cohortDetails.ts';
import { addSeenValues, openSeenValues, type SeenValues } from '#model/records/persons/seenValues.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { userUrl } from '#model/records/recordAddress.ts';
import {
  type CohortHostMessage,
  type CohortWebviewMessage,
  parseCohortMessage,
  type PersonsView,
  type RecordLink,
} from '#protocol/cohortMessages.ts';
import type { RecordPageMessage } from '#protocol/recordPageMessages.ts';
import { cohortViewOf, type CohortSources, personViewOf, usedCohorts } from './cohortView.ts';
import { execute, keepTitle, type LoadOptions, RecordPanel, type Recoveries } from './recordPanel.ts';

export interface CohortPanelDeps extends Omit<CohortSources, 'catalog' | 'calculations'> {
  readonly catalog: Pick<Catalog, 'get' | 'list' | 'tiles' | 'retrieve' | 'retrieveText' | 'onDidChange'>;
  readonly calculations: Pick<CalculationWatch, 'result' | 'onDidChange'>;
  readonly clients: Pick<ConnectionClients, 'open'>;
  readonly details: () => Promise<Pick<CohortDetails, 'uses' | 'calculations'>>;
  readonly countHistory: () => Promise<CountHistory>;
  /** The properties of persons are suggested in filters. */
  readonly seenValues: SeenValues;
  readonly log: Log;
  readonly statuses: Recoveries;
}

type OwnMessage = Exclude<CohortWebviewMessage, RecordPageMessage>;
type Message<T extends OwnMessage['type']> = Extract<OwnMessage, { readonly type: T }>;

/** Only a preview; the export and the table show all persons. */
const firstPersons = 10;
/** Cohorts that the filters name are requested for their names, no more than this. */
const maxRequested = 12;

export class CohortPanel implements vscode.Disposable {
  readonly #ref: RecordRef;
  readonly #deps: CohortPanelDeps;
  readonly #panel: vscode.WebviewPanel;
  readonly #page: RecordPanel<OwnMessage, CohortHostMessage>;
  /** Kept here, because a deleted cohort is in no list of the catalog. */
  #cohort: Cohort | undefined;
  #loadedAt = 0;
  /** The last response’s filters, also as it has them: a double does not hold every number. */
  #exact: { readonly filters: Cohort['filters']; readonly text: string | undefined } | undefined;
  /** Something changed while the page was loading. */
  #hasMissed = false;
  #exports: readonly RecentExport[] = [];
  #serviceUses: CohortUses | undefined;
  #calculations: readonly CohortCalculation[] | undefined;
  /** The records that the page names. */
  #links: readonly RecordLink[] = [];
  #readingPersons: AbortController | undefined;
  #havePersonsFailed = false;

  constructor(ref: RecordRef, panel: vscode.WebviewPanel, deps: CohortPanelDeps) {
    this.#ref = ref;
    this.#panel = panel;
    this.#deps = deps;
    this.#page = new RecordPanel({
      ref,
      panel,
      log: deps.log,
      statuses: deps.statuses,
      connections: deps.connections,
      parse: parseCohortMessage,
      load: (options) => this.#load(options),
      handle: (message) => this.#handle(message),
    });
    this.#page.add(
      deps.catalog.onDidChange((change) => {
        if (this.#isAbout(change)) this.#follow();
      }),
    );
    this.#page.add(
      deps.calculations.onDidChange((changed) => {
        if (!isSameRecord(changed, ref)) return;
        this.#follow();
        const hasFailed = deps.calculations.result(ref)?.state === 'failed'; // which changes nothing else of the cohort
        if (hasFailed && !this.#page.isLoading) void this.#loadDetailsAgain();
      }),
    );
    this.#page.add(deps.guard.onDidChange(() => this.#follow()));
    this.#page.add(keepTitle(panel, ref, deps));
    this.#page.add(panel.onDidChangeViewState(() => this.#follow()));
    this.#page.add({ dispose: () => this.#readingPersons?.abort() });
    this.#page.add(
      deps.statuses.onDidRecover((connectionId) => {
        const isMissing = this.#havePersonsFailed && !this.#page.isLoading;
        if (isMissing && connectionId === ref.connectionId) void this.#loadPersons();
      }),
    );
  }

  dispose(): void {
    this.#page.dispose();
  }

  /** The cohort, a record that its page names, or a list that was read: it says who uses the cohort. */
  #isAbout(change: CatalogChange): boolean {
    if (!isSameProject(change.ref, this.#ref)) return false;
    if (change.kind === 'list') return this.#deps.catalog.list(change.ref).status !== 'loading';
    const { kind, id } = change.ref;
    return (
      isSameRecord(change.ref, this.#ref) || this.#links.some((link) => link.kind === kind && link.id === id)
    );
  }

  async #handle(message: OwnMessage): Promise<void> {
    switch (message.type) {
      case 'edit':
        await this.#page.edit(message);
        return this.#follow(); // shows the old value if the change was rejected
      case 'run':
        return this.#run(message);
      case 'loadPersons':
        return this.#loadPersons();
      case 'open': {
        const { kind, id } = message;
        if (kind === 'featureFlag' || kind === 'insight') return this.#openInBrowser(kind, id);
        const node = recordNode({ ...this.#ref, kind, id });
        return execute(kind === 'cohort' ? 'cohortDeck.openCohort' : 'cohortDeck.openDashboard', node);
      }
      case 'openExport': {
        const file = this.#exports[message.index]?.path;
        if (file === undefined) return;
        await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), tableEditorViewType);
      }
    }
  }

  async #load(options: LoadOptions): Promise<void> {
    const { signal } = options;
    if (!this.#cohort) this.#showKnown();
    const { record, text } = await this.#deps.catalog.retrieveText(this.#ref, options);
    if (signal.aborted) return;
    this.#hasMissed = false;
    const cohort = requireCohort(record);
    this.#exact = { filters: cohort.filters, text: sliceMember(text, 'filters') };
    this.#loadedAt = Date.now();
    await this.#show(cohort);
    if (signal.aborted) return;
    // The page follows changes while these load: persons may wait for minutes.
    void this.#loadPersons();
    void this.#loadDetails(signal);
    this.#nameUsed(cohort, signal).then(undefined, (error: unknown) =>
      this.#deps.log.warn('Could not show the names of cohorts.', error),
    );
    if (this.#hasMissed) this.#update();
  }

  /** What a list has of it, at once, and where the service does not answer. */
  #showKnown(): void {
    const known = this.#deps.catalog.get(this.#ref);
    if (!known || !isCohort(known) || !known.filters) return;
    this.#show(known).then(undefined, (error: unknown) =>
      this.#deps.log.warn('Could not show a cohort of the list.', error),
    );
  }

  /** Shows what has changed, once the page is in sight; a new calculation has other persons. */
  #follow(): void {
    if (this.#page.isLoading) this.#hasMissed = true;
    else this.#update();
  }

  #update(): void {
    if (!this.#cohort || !this.#panel.visible) return;
    const { deleted, last_calculation: calculatedAt, count } = this.#cohort;
    const known = this.#deps.catalog.get(this.#ref);
    const cohort = known ? requireCohort(known) : this.#cohort;
    const isOther = cohort.is_static && cohort.count !== count;
    const isNew = cohort.last_calculation !== calculatedAt || cohort.deleted !== deleted || isOther;
    this.#show(cohort)
      .then(() => (isNew ? this.#followCalculation() : undefined))
      .then(undefined, (error: unknown) => this.#deps.log.warn('Could not update a cohort’s page.', error));
  }

  async #followCalculation(): Promise<void> {
    await Promise.all([this.#loadPersons(), this.#loadDetailsAgain()]);
  }

  async #loadDetailsAgain(): Promise<void> {
    const reading = new AbortController();
    this.#page.add({ dispose: () => reading.abort() });
    await this.#loadDetails(reading.signal);
  }

  async #show(cohort: Cohort): Promise<void> {
    this.#cohort = cohort;
    const counts = await this.#deps.countHistory();
    // The page is worth showing without what could not be kept.
    await counts
      .add(this.#ref, cohort)
      .catch((error: unknown) => this.#deps.log.warn('Could not store a cohort’s count.', error));
    this.#exports = await this.#deps.recentExports.existing(this.#ref);
    if (this.#cohort !== cohort) return; // a newer one is on its way
    const known = {
      filters: isSameParsed(cohort.filters, this.#exact?.filters) ? this.#exact?.text : undefined,
      counts,
      exports: this.#exports,
      serviceUses: this.#serviceUses,
      calculations: this.#calculations,
    };
    const view = cohortViewOf(this.#ref, cohort, this.#deps, known);
    this.#links = [...view.uses, ...view.usedBy];
    this.#page.post({ type: 'cohort', cohort: view, loadedAt: this.#loadedAt });
  }

  /** What cannot be read keeps its id in place of a name. */
  async #nameUsed(cohort: Cohort, signal: AbortSignal): Promise<void> {
    const unknown = usedCohorts(this.#ref, cohort).filter((ref) => !this.#deps.catalog.get(ref));
    if (unknown.length === 0) return;
    const read = unknown.slice(0, maxRequested).map((ref) => this.#deps.catalog.retrieve(ref, { signal }));
    await Promise.allSettled(read);
    if (!signal.aborted && this.#cohort) await this.#show(this.#cohort);
  }

  /** What the service says of the cohort beyond the interface: the page does not wait for it. */
  async #loadDetails(signal: AbortSignal): Promise<void> {
    const details = await this.#deps.details();
    const options = { signal };
    const [uses, calculations] = await Promise.all([
      details.uses(this.#ref, options),
      details.calculations(this.#ref, options),
    ]);
    if (signal.aborted || this.#page.isDisposed || !(uses ?? calculations)) return;
    this.#serviceUses = uses;
    this.#calculations = calculations;
    if (this.#cohort) await this.#show(this.#cohort);
  }

  /** Feature flags and insights have no page here. */
  async #openInBrowser(kind: 'featureFlag' | 'insight', id: number): Promise<void> {
    const user = this.#serviceUses?.users.find((one) => one.kind === kind && one.id === id);
    const connection = this.#deps.connections.get(this.#ref.connectionId);
    const url = user && connection && userUrl(connection.url, this.#ref, user);
    if (url !== undefined) await vscode.env.openExternal(vscode.Uri.parse(url, true));
  }

  async #loadPersons(): Promise<void> {
    if (this.#page.isDisposed) return;
    this.#readingPersons?.abort();
    const reading = new AbortController();
    this.#readingPersons = reading;
    const post = (persons: PersonsView): void => {
      if (reading.signal.aborted) return;
      this.#havePersonsFailed = persons.state === 'failed';
      this.#page.post({ type: 'persons', persons });
    };
    post({ state: 'loading' });
    const values = openSeenValues(this.#deps.seenValues, this.#ref);
    try {
      const { connectionId, projectId, id } = this.#ref;
      const cohorts = (await this.#deps.clients.open(connectionId)).cohorts(projectId);
      const { onWait } = this.#page;
      const page = await cohorts.persons(id, { limit: firstPersons, signal: reading.signal, onWait });
      for (const { properties } of page.results) addSeenValues(values, properties);
      const persons = page.results.slice(0, firstPersons).map(personViewOf);
      post({ state: 'ready', persons });
    } catch (error) {
      post({ state: 'failed', message: describeError(error, this.#ref.connectionId).message });
    }
  }

  async #run({ action }: Message<'run'>): Promise<void> {
    if (action === 'compareCalculations')
      return execute('cohortDeck.compareFilters', recordNode(this.#ref), undefined, 'calculations');
    return execute(commands[action], recordNode(this.#ref));
  }
}

const commands = {
  editFilters: 'cohortDeck.editFilters',
  editGroups: 'cohortDeck.editGroups',
  showPersons: 'cohortDeck.showPersons',
  exportPersons: 'cohortDeck.exportPersons',
  compareCohorts: 'cohortDeck.compareCohorts',
  compareExports: 'cohortDeck.compareExports',
  recalculate: 'cohortDeck.recalculate',
  addPersons: 'cohortDeck.addPersons',
  showHistory: 'cohortDeck.showHistory',
  openInBrowser: 'cohortDeck.openInBrowser',
  createFrom: 'cohortDeck.createCohortFrom',
} as const satisfies Record<Exclude<Message<'run'>['action'], 'compareCalculations'>, CommandId>;

function requireCohort(record: DeckRecord): Cohort {
  if (!isCohort(record)) throw new Error('a dashboard has no persons');
  return record;
}
