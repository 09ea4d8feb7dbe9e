// Conditions on the event that another condition is about, in a list of their own below it.
import { withoutItem } from '#filters/itemEdits.ts';
import type { BehaviorCondition, FilterItem } from '#filters/filterShape.ts';
import { t } from '#webview/elements/translate.ts';
import { RemoveButton } from '#webview/filters/structure/items/itemButtons.tsx';
import { OtherItemControls, OtherMembers } from '#webview/filters/structure/fields/otherJson.tsx';
import { Word } from '#webview/filters/structure/fields/phrase.tsx';
import { PropertyControls } from './propertyControls.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';

export function EventFilters({ item }: { readonly item: BehaviorCondition }) {
  const structure = useStructure();
  if (item.eventFilters.length === 0) return null;
  return (
    <ul class="event-filters" aria-label={t('Conditions on the event')}>
      {item.eventFilters.map((filter, index) => (
        <li key={structure.idOf(filter)} data-id={structure.idOf(filter)}>
          <Word>{index === 0 ? t('where') : t('and')}</Word>
          <EventFilter owner={item} filter={filter} />
        </li>
      ))}
    </ul>
  );
}

interface EventFilterProps {
  readonly owner: BehaviorCondition;
  readonly filter: FilterItem;
}

function EventFilter({ owner, filter }: EventFilterProps) {
  const structure = useStructure();
  const remove = () =>
    structure.edit(withoutItem(structure.shape, filter.path), {
      focus: { path: owner.path, part: 'menu' },
      announcement: t('Removed: {0}', structure.describe(filter)),
    });
  return (
    <>
      {filter.kind === 'property' ? (
        <>
          <PropertyControls item={filter} />
          <OtherMembers item={filter} />
        </>
      ) : (
        <OtherItemControls item={{ ...filter, kind: 'other', type: '', reason: 'unknown' }} />
      )}
      <RemoveButton label={t('Remove: {0}', structure.describe(filter))} onClick={remove} />
    </>
  );
}
