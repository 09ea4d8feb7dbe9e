// conditions/ puts fields together to the controls of one condition, in the order of its sentence.
import type { BehaviorCondition, CohortCondition, PropertyCondition } from '#filters/filterShape.ts';
import { t } from '#webview/elements/translate.ts';
import { BehaviorControls } from './behaviorControls.tsx';
import { CohortField } from '#webview/filters/structure/fields/cohortField.tsx';
import { EventFilters } from './eventFilters.tsx';
import { NegationChoice } from './negationChoice.tsx';
import { Word } from '#webview/filters/structure/fields/phrase.tsx';
import { PropertyControls } from './propertyControls.tsx';

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
