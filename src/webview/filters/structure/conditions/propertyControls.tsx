// The controls of a condition on a property: of a person, an event, or of what its type names.
import type {
  BehaviorCondition,
  CohortCondition,
  FilterShape,
  PropertyCondition,
} from '#filters/filterShape.ts';
import {
  dateOperators,
  isRareOperator,
  offeredOperators,
  operatorsWithList,
  operatorsWithoutValue,
  propertyTypeNames,
} from '#filters/operators.ts';
import { expressionType } from '#filters/parseFilterShape.ts';
import { listValues, saysOpposite, setNegated, setStrings } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { DateField } from '#webview/filters/structure/fields/dateField.tsx';
import { Choice, Word } from '#webview/filters/structure/fields/phrase.tsx';
import { splitPastedText, ValueField, ValueList } from '#webview/filters/structure/fields/valueList.tsx';
import { suggestProperties, suggestValues } from '#webview/filters/structure/fields/useCombobox.ts';
import { TextField } from '#webview/filters/structure/fields/textField.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';

interface PropertyProps {
  readonly item: PropertyCondition;
}

export function PropertyControls({ item }: PropertyProps) {
  const structure = useStructure();
  const { shape, indent } = structure;
  const isPersonProperty = item.type === 'person' || item.type === '';
  const set = (key: string) => (value: string) =>
    structure.edit(setStrings(shape, item, { [key]: value }, { indent }));
  if (item.type === expressionType) return <ExpressionControls item={item} />;
  return (
    <>
      {item.isNegated && <NegationChoice item={item} positive={t('is true')} negative={t('not')} />}
      {(shape.kind === 'dashboard' || !isPersonProperty) && (
        <Choice
          value={item.type}
          options={offeredTypes(item.type, shape.kind)}
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
        suggest={() => suggestProperties(structure, item.key)}
        marksFirst
        class="key"
      />
      <Choice
        value={item.operator}
        options={offeredOperators(item.operator, t)}
        isRare={(operator) => isRareOperator(operator, item.type)}
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
  const { indent, names } = structure;
  const suggest = () => suggestValues(names.valuesOf(item.key.text));
  if (item.value.kind === 'list')
    return <ValueList list={item.value} itemId={structure.idOf(item)} suggest={suggest} />;
  if (dateOperators.includes(item.operator))
    return <DateField value={item.value} label={t('Value')} part="value" />;
  const takesList = operatorsWithList.includes(item.operator);
  const startList = (values: readonly string[]): void =>
    structure.edit(listValues(structure.shape, item.value, values, { indent }), {
      focus: { path: item.path, part: 'add-value' },
      announcement: t('Added {0}', values.join(', ')),
    });
  const pasteLines = (text: string): boolean => {
    const lines = splitPastedText(text);
    if (lines.length < 2 || !takesList) return false;
    startList(lines);
    return true;
  };
  return (
    <ValueField
      value={item.value}
      label={t('Value')}
      part="value"
      class="value"
      placeholder={t('value')}
      suggest={suggest}
      onPaste={pasteLines}
      {...(takesList && { onFinished: (text: string) => startList([text]) })}
    />
  );
}

/** Only the service can check an expression, when it is saved or calculated. */
function ExpressionControls({ item }: PropertyProps) {
  return (
    <>
      {item.isNegated && <NegationChoice item={item} positive={t('is true')} negative={t('not')} />}
      <Word>{t('expression')}</Word>
      <TextField value={item.key} label={t('Expression')} part="key" class="value" />
      <Word>{t('The service checks the expression.')}</Word>
    </>
  );
}

/** A cohort’s conditions are about persons. @param chosen empty where the text has no type */
function offeredTypes(chosen: string, kind: FilterShape['kind']): ReadonlyMap<string, string> {
  const names = [...propertyTypeNames(t)];
  const fitting = kind === 'cohort' ? names.filter(([type]) => personTypes.includes(type)) : names;
  const types = new Map(fitting);
  const [word] = names.flatMap(([type, name]) => (type === chosen ? [name] : []));
  if (word !== undefined) types.set(chosen, word);
  return chosen === '' ? new Map([['', t('Default')], ...types]) : types;
}

const personTypes = ['person', 'person_metadata'];

function memberNode({ node }: PropertyCondition, key: string) {
  return node.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined;
}

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
