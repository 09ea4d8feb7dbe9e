// The controls of one condition, in the order of its sentence.
import { dateOperators, operatorsWithoutValue, propertyOperators } from '#filters/operatorNames.ts';
import type { BehaviorCondition, CohortCondition, PropertyCondition } from '#filters/shape.ts';
import { setRaw, setStrings } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { BehaviorControls } from './behaviorControls.tsx';
import { Choice } from './choice.tsx';
import { CohortField } from './cohortField.tsx';
import { Word } from './phrase.tsx';
import { useStructure } from './structureContext.ts';
import { TextField } from './textField.tsx';
import { ValueField } from './valueField.tsx';
import { ValueList } from './valueList.tsx';

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
        </>
      );
  }
}

interface PropertyProps {
  readonly item: PropertyCondition;
}

function PropertyControls({ item }: PropertyProps) {
  const structure = useStructure();
  const { shape, indent } = structure;
  const isPersonProperty = item.type === 'person' || item.type === '';
  const set = (key: string) => (value: string) =>
    structure.edit(setStrings(shape, item, { [key]: value }, { indent }));
  return (
    <>
      {item.isNegated && <NegationChoice item={item} positive={t('is true')} negative={t('not')} />}
      {(shape.kind === 'dashboard' || !isPersonProperty) && (
        <Choice
          value={item.type}
          options={propertyTypes(item.type)}
          label={t('Property of')}
          part="type"
          class="short"
          onChoose={set('type')}
        />
      )}
      <TextField
        value={item.key}
        label={t('Property')}
        part="key"
        placeholder={t('property')}
        list="property-keys"
        class="key"
      />
      <Choice
        value={item.operator}
        options={propertyOperators(t)}
        label={t('Operator')}
        part="operator"
        hasError={structure.hasError(memberNode(item, 'operator'))}
        onChoose={set('operator')}
      />
      {!operatorsWithoutValue.includes(item.operator) && <PropertyValue item={item} />}
    </>
  );
}

function PropertyValue({ item }: PropertyProps) {
  const structure = useStructure();
  if (item.value.kind === 'list') return <ValueList list={item.value} itemId={structure.idOf(item)} />;
  const suggestions = dateOperators.includes(item.operator) ? 'relative-dates' : undefined;
  return (
    <ValueField
      value={item.value}
      label={t('Value')}
      part="value"
      class="value"
      placeholder={suggestions ? t('2025-01-31 or -30d') : t('value')}
      list={suggestions}
    />
  );
}

/** @param chosen empty where the text has no type */
function propertyTypes(chosen: string): ReadonlyMap<string, string> {
  const types = new Map([
    ['person', t('Person')],
    ['event', t('Event')],
    ['group', t('Group')],
    ['session', t('Session')],
  ]);
  return chosen === '' ? new Map([['', t('Default')], ...types]) : types;
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

interface NegationChoiceProps {
  readonly item: Condition;
  readonly positive: string;
  readonly negative: string;
}

function NegationChoice({ item, positive, negative }: NegationChoiceProps) {
  const structure = useStructure();
  const options = new Map([
    ['false', positive],
    ['true', negative],
  ]);
  const choose = (raw: string) =>
    structure.edit(setRaw(structure.shape, [...item.path, 'negation'], raw, { indent: structure.indent }));
  return (
    <Choice
      value={String(item.isNegated)}
      options={options}
      label={t('Negation')}
      part="negation"
      class="short"
      onChoose={choose}
    />
  );
}

function memberNode({ node }: Condition, key: string) {
  return node.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined;
}
