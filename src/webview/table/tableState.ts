// state/ holds what the page shows around its grid, and draws nothing.
import type { ShownPersons, TableFilter, TableHostMessage, TableSummary } from '#protocol/tableMessages.ts';
import { type Announcement, noAnnouncement } from '#webview/elements/liveRegion.tsx';
import { ViewStore } from '#webview/elements/viewStore.ts';

type PersonMessage = Extract<TableHostMessage, { readonly type: 'person' }>;

export type FileState = Extract<TableHostMessage, { readonly type: 'file' }>['state'];

/** What is in a form for a filter. */
export interface FilterDraft {
  readonly draft: TableFilter;
  /** Undefined for a new filter. */
  readonly edited: TableFilter | undefined;
}

/** What the side pane shows. */
export type PaneState =
  | {
      readonly kind: 'person';
      /** The person's row in the view. */
      readonly position: number;
      /** Undefined until they arrive. */
      readonly cells: PersonMessage['cells'] | undefined;
    }
  | { readonly kind: 'summary'; readonly column: number; readonly summary: TableSummary | undefined }
  | { readonly kind: 'columns' }
  | { readonly kind: 'problems'; readonly sentences: readonly string[] };

export interface TableState {
  /** Counts how often the file was read. */
  readonly reading: number;
  /** Rows of the file, as far as it is indexed. */
  readonly totalRows: number;
  /** Rows of the view. */
  readonly shownRows: number;
  readonly isIndexed: boolean;
  /** The rows are persons as far as their columns show. */
  readonly holdsPersons: boolean;
  /** Why the file has nothing to show as rows. */
  readonly unfit: string | undefined;
  /** The view has a search or filters. */
  readonly isNarrowed: boolean;
  readonly filters: readonly TableFilter[];
  /** The column that the rows are grouped by, and how many groups there are. */
  readonly group: { readonly column: number; readonly count: number } | undefined;
  /** The open form; each opening has its own id. */
  readonly filterForm: (FilterDraft & { readonly id: number }) | undefined;
  readonly fileState: FileState;
  /** Set where the rows are the first persons of a cohort. */
  readonly persons: ShownPersons | undefined;
  /** How many persons the cohort had where the file is an export with fewer. */
  readonly cohortPersons: number | undefined;
  readonly pane: PaneState | undefined;
  /** Counts the changes of the columns' layout, which is an object of its own. */
  readonly layoutVersion: number;
  /** Progress from 0 to 1; undefined while nothing runs. */
  readonly indexShare: number | undefined;
  readonly queryShare: number | undefined;
  readonly selectedRows: number;
  readonly selectedColumns: number;
  readonly problemCount: number;
  /** How the file is read, in words; empty if nothing about it can be chosen. */
  readonly dialect: string;
  /** A message that is shown for some seconds. */
  readonly message: string;
  readonly announcement: Announcement;
}

const initialTableState: TableState = {
  reading: 0,
  totalRows: 0,
  shownRows: 0,
  isIndexed: false,
  holdsPersons: true,
  unfit: undefined,
  isNarrowed: false,
  filters: [],
  group: undefined,
  filterForm: undefined,
  fileState: 'same',
  persons: undefined,
  cohortPersons: undefined,
  pane: undefined,
  layoutVersion: 0,
  indexShare: undefined,
  queryShare: undefined,
  selectedRows: 0,
  selectedColumns: 0,
  problemCount: 0,
  dialect: '',
  message: '',
  announcement: noAnnouncement,
};

const messageMs = 6000;

export class TableStore extends ViewStore<TableState> {
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (state: TableState) => void) {
    super(initialTableState, onChange);
  }

  /** The file is read again. */
  reset(cohortPersons: number | undefined): void {
    const { reading, announcement, persons } = this.state;
    this.update({ ...initialTableState, reading: reading + 1, announcement, persons, cohortPersons });
  }

  /** A file that is not read to its end is not read any more. */
  showFileState(fileState: TableState['fileState']): void {
    this.update(
      fileState === 'broken' ? { fileState, indexShare: undefined, queryShare: undefined } : { fileState },
    );
  }

  /** Shows a message for some seconds; screen readers read it. */
  showMessage(message: string): void {
    this.update({ message });
    this.announce(message);
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => this.clearMessage(), messageMs);
  }

  clearMessage(): void {
    clearTimeout(this.#messageTimer);
    if (this.state.message !== '') this.update({ message: '' });
  }
}
