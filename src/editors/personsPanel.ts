// A table of a cohort's first persons: loads them page by page and says how many of how many it shows.
import * as vscode from 'vscode';
import { FirstPersons } from '#exports/firstPersons.ts';
import { describeError, type ErrorMessage, runAction } from '#host/errorMessage.ts';
import { DisposableStore } from '#host/disposables.ts';
import type { Catalog, CatalogOptions } from '#model/records/catalog.ts';
import { type Cohort, isCohort, nameOf } from '#model/records/deckRecord.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { addSeenValues, type SeenValues } from '#model/records/seenValues.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import type { ShownPersons } from '#protocol/table.ts';
import { displayText } from '#text/displayText.ts';
import { describeNothing, describePersons } from './personsText.ts';
import { type PersonsAction, TablePanel, type TablePanelContext } from './tablePanel.ts';

const { t } = vscode.l10n;

/** UTF-16 units, of a name in a sentence. */
const longestName = 100;

export interface PersonsSources {
  readonly catalog: Pick<Catalog, 'get' | 'retrieve' | 'onDidChange'>;
  readonly openClient: CatalogOptions['openClient'];
  readonly seenValues: SeenValues;
}

export class PersonsPanel implements vscode.Disposable {
  readonly #ref: RecordRef;
  readonly #file: string;
  readonly #context: TablePanelContext & PersonsSources;
  readonly #store = new DisposableStore();
  readonly #table: TablePanel;
  #persons: FirstPersons;
  #cohort: Cohort | undefined;
  /** Of the persons that are shown. */
  #calculatedAt: string | null | undefined;
  #loading: AbortController | undefined;
  #failure: ErrorMessage | undefined;

  constructor(
    ref: RecordRef,
    panel: vscode.WebviewPanel,
    file: string,
    context: TablePanelContext & PersonsSources,
  ) {
    this.#ref = ref;
    this.#file = file;
    this.#context = context;
    this.#persons = this.#firstPersons();
    const known = context.catalog.get(ref);
    this.#cohort = known && isCohort(known) ? known : undefined;
    const growing = {
      title: t('Persons of {0}', this.#name),
      onOpened: () => this.#opened(),
      onAction: (action: PersonsAction) => this.#run(action),
    };
    this.#table = this.#store.add(new TablePanel(vscode.Uri.file(file), panel, { ...context, growing }));
    this.#store.add(
      context.catalog.onDidChange((change) => {
        if (change.kind === 'record' && !isSameRecord(change.ref, ref)) return;
        const cohort = context.catalog.get(ref);
        if (!cohort || !isCohort(cohort) || cohort === this.#cohort) return;
        this.#cohort = cohort;
        this.#show();
      }),
    );
  }

  dispose(): void {
    this.#loading?.abort();
    this.#store.dispose();
  }

  get #name(): string {
    const name = this.#cohort && nameOf(this.#cohort);
    return name === undefined ? t('cohort #{0}', this.#ref.id) : displayText(name, longestName);
  }

  /** What they have is suggested in filters. */
  #firstPersons(): FirstPersons {
    return new FirstPersons(this.#file, this.#ref.id, ({ properties }) =>
      addSeenValues(this.#context.seenValues, this.#ref, properties),
    );
  }

  #opened(): void {
    if (this.#persons.rows > 0 || this.#failure || this.#loading) return this.#show();
    void this.#load(this.#persons);
  }

  async #run(action: PersonsAction): Promise<void> {
    const node = recordNode(this.#ref);
    switch (action) {
      case 'loadMore':
        return this.#load(this.#persons);
      case 'refresh':
        return this.#load(this.#firstPersons());
      case 'export':
        await vscode.commands.executeCommand('cohortDeck.exportPersons', node);
        return;
      case 'editFilters':
        await vscode.commands.executeCommand('cohortDeck.editFilters', node);
        return;
      case 'help': {
        const help = this.#failure?.action;
        if (help) await runAction([help], help.title);
      }
    }
  }

  /** @param persons those that are shown, or new ones, which take their place once they have come */
  async #load(persons: FirstPersons): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#failure = undefined;
    this.#show();
    const isFirst = persons.rows === 0;
    try {
      await this.#request(persons, isFirst, loading.signal);
      if (loading.signal.aborted) return;
      this.#persons = persons;
      await (isFirst ? this.#table.reload() : this.#table.grow());
    } catch (error) {
      if (loading.signal.aborted) return;
      this.#failure = describeError(error, this.#ref.connectionId);
      this.#context.log.warn('Could not load the persons of a cohort.', error);
    }
    if (this.#loading !== loading) return;
    this.#loading = undefined;
    this.#show();
  }

  async #request(persons: FirstPersons, isFirst: boolean, signal: AbortSignal): Promise<void> {
    const { connectionId, projectId } = this.#ref;
    const cohorts = (await this.#context.openClient(connectionId)).cohorts(projectId);
    const [cohort] = await Promise.all([
      isFirst ? this.#context.catalog.retrieve(this.#ref, signal) : undefined,
      persons.readMore(cohorts, signal),
    ]);
    if (!cohort || !isCohort(cohort) || signal.aborted) return;
    this.#cohort = cohort;
    this.#calculatedAt = cohort.last_calculation;
  }

  #show(): void {
    const { rows, hasMore } = this.#persons;
    const facts = { rows, hasMore, cohort: this.#cohort, calculatedAt: this.#calculatedAt };
    const isLoaded = !this.#loading && !this.#failure;
    const isWithoutRows = isLoaded && rows === 0;
    const shown: Omit<ShownPersons, 'state' | 'sentence'> = {
      note: '',
      nothing: isWithoutRows ? describeNothing(this.#cohort) : '',
      canLoadMore: isLoaded && hasMore,
      help: this.#failure?.action?.title,
    };
    if (this.#loading) {
      const sentence =
        rows === 0 ? t('Loading the persons of “{0}”…', this.#name) : t('Loading more persons…');
      return this.#table.showPersons({ ...shown, state: 'loading', sentence });
    }
    if (this.#failure)
      return this.#table.showPersons({ ...shown, state: 'failed', sentence: this.#failure.message });
    this.#table.showPersons({ ...shown, state: 'loaded', ...describePersons(facts) });
  }
}
