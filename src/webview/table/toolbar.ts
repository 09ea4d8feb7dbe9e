// What can be done with the table, above it.
import { block, keyName, button } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { icon } from '#webview/elements/icons.ts';

export interface ToolbarActions {
  readonly onSearch: (text: string) => void;
  readonly onFilter: () => void;
  readonly onPerson: () => void;
  readonly onSummary: () => void;
  readonly onColumns: () => void;
  readonly onOpenAsText: () => void;
  /** Down from the search: to the rows. */
  readonly onLeaveSearch: () => void;
}

export interface Toolbar {
  readonly element: HTMLElement;
  readonly searchText: string;
  focusSearch(): void;
  clearSearch(): void;
}

/** A search reads the whole file: it waits until somebody has stopped typing. */
const searchDelayMs = 250;

export function createToolbar(actions: ToolbarActions): Toolbar {
  const search = document.createElement('input');
  search.type = 'search';
  search.className = 'input search';
  search.placeholder = t('Search All Columns');
  search.ariaLabel = search.placeholder;
  search.title = t('Search All Columns ({0})', keyName('Mod+F'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = '';
  const tell = () => {
    clearTimeout(timer);
    if (search.value !== told) actions.onSearch((told = search.value));
  };
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(tell, searchDelayMs);
  });
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') tell();
    else if (event.key === 'ArrowDown') actions.onLeaveSearch();
    else if (event.key === 'Escape' && search.value !== '') {
      search.value = '';
      tell();
    } else return;
    event.preventDefault();
  });
  const box = block('search-box', icon('find'), search);
  const tool = (name: Parameters<typeof icon>[0], label: string, run: () => void) =>
    button({ icon: name, label, withWords: true, run });
  const element = block(
    'toolbar',
    box,
    tool('filter', t('Filter'), actions.onFilter),
    tool('person', t('Person'), actions.onPerson),
    tool('summary', t('Summary'), actions.onSummary),
    tool('columns', t('Columns'), actions.onColumns),
    block('space'),
    tool('text', t('Open as Text'), actions.onOpenAsText),
  );
  element.setAttribute('role', 'toolbar');
  element.ariaLabel = t('Table');
  return {
    element,
    get searchText() {
      return search.value;
    },
    focusSearch() {
      search.focus();
      search.select();
    },
    clearSearch() {
      clearTimeout(timer);
      search.value = '';
      told = '';
    },
  };
}
