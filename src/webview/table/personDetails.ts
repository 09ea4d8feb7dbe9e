// One person, every filled property whole.
import { block, button } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from './columnLabel.ts';
import { words } from './tableElements.ts';

export interface Property {
  readonly column: number;
  readonly name: string;
  readonly text: string;
}

export interface DetailsActions {
  readonly onCopy: (text: string) => void;
  readonly onFilter: (property: Property) => void;
}

const prefix = 'properties.';

/** The service's own fields first, then the properties without their prefix, each list by name. */
export function drawDetails(properties: readonly Property[], actions: DetailsActions): Node[] {
  const sorted = properties.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const own = sorted.filter(({ name }) => !name.startsWith(prefix));
  const rest = sorted.filter(({ name }) => name.startsWith(prefix));
  return [
    ...drawGroup(t('Person'), own, actions),
    ...drawGroup(t('Properties'), rest, actions),
    ...(sorted.length === 0 ? [words('p', t('All cells of this row are empty.'), 'faint')] : []),
  ];
}

function drawGroup(title: string, properties: readonly Property[], actions: DetailsActions): Node[] {
  if (properties.length === 0) return [];
  const list = document.createElement('dl');
  list.className = 'properties';
  for (const property of properties) {
    const name = columnLabel(property.name, property.column);
    const short = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    const term = words('dt', short);
    term.title = name;
    const value = words('dd', '');
    const copy = button({
      icon: 'copy',
      label: t('Copy {0}', short),
      run: () => actions.onCopy(property.text),
    });
    const filter = button({
      icon: 'filter',
      label: t('Filter by {0}', short),
      title: t('Show Persons with This Value'),
      run: () => actions.onFilter(property),
    });
    value.append(words('span', property.text, 'value'), block('value-actions', copy, filter));
    list.append(term, value);
  }
  return [words('h3', title), list];
}
