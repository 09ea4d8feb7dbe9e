import { expressionType } from '#filters/readShape.ts';
import { partsOf, type FilterGroup } from '#filters/shape.ts';
import { relativeDate } from '#filters/timeNames.ts';
import { t } from '#webview/elements/translate.ts';
import { useStructure } from './structureContext.ts';

const maxSuggestions = 200;
const relativeDates = ['-1d', '-7d', '-30d', '-90d', '-1y'];

/** Lists for the fields' `list`: the properties and events that the document and the project use, and relative dates. */
export function Suggestions({ group }: { readonly group: FilterGroup | undefined }) {
  const { names } = useStructure();
  const keys = new Set<string>();
  const events = new Set<string>();
  for (const item of group ? partsOf(group) : []) {
    if (item.kind === 'property' && item.type !== expressionType) keys.add(item.key.text);
    else if (item.kind === 'behavior' && item.eventType !== 'actions') events.add(item.key.text);
  }
  return (
    <div hidden>
      <SuggestionList id="property-keys" values={[...keys, ...names.properties]} />
      <SuggestionList id="event-names" values={[...events, ...names.events]} />
      <SuggestionList
        id="action-ids"
        values={[...names.actions.keys()].map(String)}
        labelOf={(id) => names.action(id)}
      />
      <SuggestionList id="relative-dates" values={relativeDates} labelOf={dateWords} />
    </div>
  );
}

/** `7 days ago` */
function dateWords(text: string): string | undefined {
  return relativeDate({ kind: 'text', text }, t);
}

interface SuggestionListProps {
  readonly id: string;
  readonly values: readonly string[];
  /** What a value means, in words. */
  readonly labelOf?: (value: string) => string | undefined;
}

export function SuggestionList({ id, values, labelOf }: SuggestionListProps) {
  const offered = [...new Set(values)].filter((value) => value !== '').slice(0, maxSuggestions);
  return (
    <datalist id={id}>
      {offered.map((value) => (
        <option key={value} value={value} label={labelOf?.(value)} />
      ))}
    </datalist>
  );
}
