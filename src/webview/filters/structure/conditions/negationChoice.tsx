import type { BehaviorCondition, CohortCondition, PropertyCondition } from '#filters/filterShape.ts';
import { saysOpposite, setNegated } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { Choice } from '#webview/filters/structure/fields/choice.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';

interface NegationChoiceProps {
  readonly item: BehaviorCondition | CohortCondition | PropertyCondition;
  readonly positive: string;
  readonly negative: string;
}

export function NegationChoice({ item, positive, negative }: NegationChoiceProps) {
  const structure = useStructure();
  const options = new Map([
    ['false', positive],
    ['true', negative],
  ]);
  const choose = (chosen: string) =>
    structure.edit(setNegated(structure.shape, item, chosen === 'true', { indent: structure.indent }));
  return (
    <Choice
      value={String(saysOpposite(item))}
      options={options}
      label={t('Negation')}
      part="negation"
      class="short"
      onChoose={choose}
    />
  );
}
