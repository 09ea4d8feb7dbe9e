// conditions/ puts fields together to the controls of one condition, in the order of its sentence.
import type {
  BehaviorCondition,
  CohortCondition,
  FilterItem,
  PropertyCondition,
} from '#filters/filterShape.ts';
import { withoutItem } from '#filters/itemEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { CohortField } from '#webview/filters/structure/fields/cohortField.tsx';
import { OtherItemControls, OtherMembers } from '#webview/filters/structure/fields/otherJson.tsx';
import { Word } from '#webview/filters/structure/fields/phrase.tsx';
import { RemoveButton } from '#webview/filters/structure/items/itemButtons.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { BehaviorControls } from './behaviorControls.tsx';
import { NegationChoice, PropertyControls } from './propertyControls.tsx';

type Condition = PropertyCondition | CohortCondition | BehaviorCondition;

export function ConditionControls({ item }: { readonly item: Condition }) {
  switch (item.kind) {
    case 'cohort':
      return <CohortControls item={item} />;
    case 'property':
      return <PropertyControls item={item} />;
    case 'behavior':
      return (
        <>
          <NegationChoice item={item} positive={t('did')} negative={t('did not do')} />
          <BehaviorControls item={item} />
          <EventFilters item={item} />
        </>
      );
  }
}

function CohortControls({ item }: { readonly item: CohortCondition }) {
  return (
    <>
      <NegationChoice item={item} positive={t('in')} negative={t('not in')} />
      <Word>{item.type === 'static-cohort' ? t('static cohort') : t('cohort')}</Word>
      <CohortField value={item.value} />
    </>
  );
}

/** Conditions on the event that another condition is about, in a list of their own below it. */
function EventFilters({ item }: { readonly item: BehaviorCondition }) {
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
        <OtherItemControls
          item={filter.kind === 'other' ? filter : { ...filter, kind: 'other', type: '', reason: 'unknown' }}
        />
      )}
      <RemoveButton label={t('Remove: {0}', structure.describe(filter))} onClick={remove} />
    </>
  );
}
