// One person with all filled properties, each in full.
import { compareText } from '#text/compareText.ts';
import { displayLines } from '#text/displayText.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from '#webview/table/columns/columnLabel.ts';

export interface Property {
  readonly column: number;
  readonly name: string;
  readonly text: string;
}

interface PropertyActions {
  readonly holdsPersons: boolean;
  readonly onCopy: (text: string) => void;
  readonly onFilter: (property: Property) => void;
}

const prefix = 'properties.';
/** UTF-16 units that are drawn; Copy has all of them. */
const longestValue = 100_000;

/** The service's own fields first, then the properties without their prefix, each sorted by name. */
export function PersonDetails({
  properties,
  ...actions
}: PropertyActions & { readonly properties: readonly Property[] }) {
  if (properties.length === 0) return <p class="faint">{t('All cells of this row are empty.')}</p>;
  const sorted = properties.toSorted((one, other) => compareText(one.name, other.name));
  const fields = sorted.filter(({ name }) => !name.startsWith(prefix));
  const rest = sorted.filter(({ name }) => name.startsWith(prefix));
  return (
    <>
      <PropertyList title={actions.holdsPersons ? t('Person') : t('Row')} properties={fields} {...actions} />
      <PropertyList title={t('Properties')} properties={rest} {...actions} />
    </>
  );
}

interface PropertyListProps extends PropertyActions {
  readonly title: string;
  readonly properties: readonly Property[];
}

function PropertyList({ title, properties, ...actions }: PropertyListProps) {
  if (properties.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl class="properties">
        {properties.map((property) => (
          <PropertyRow key={property.column} property={property} {...actions} />
        ))}
      </dl>
    </>
  );
}

function PropertyRow({
  property,
  holdsPersons,
  onCopy,
  onFilter,
}: PropertyActions & { readonly property: Property }) {
  const name = columnLabel(property.name, property.column);
  const shortName = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return (
    <>
      <dt title={name}>{shortName}</dt>
      <dd>
        <span class="value">{displayLines(property.text, longestValue)}</span>
        <div class="value-actions">
          <Button icon="copy" label={t('Copy {0}', shortName)} onClick={() => onCopy(property.text)} />
          <Button
            icon="filter"
            label={t('Filter by {0}', shortName)}
            title={holdsPersons ? t('Show Persons with This Value') : t('Show Rows with This Value')}
            onClick={() => onFilter(property)}
          />
        </div>
      </dd>
    </>
  );
}
