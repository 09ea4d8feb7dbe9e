import { ViewStore } from '#webview/elements/viewStore.ts';
import { initialTableState, type TableState } from './tableState.ts';

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
