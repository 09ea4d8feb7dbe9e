// Reads a condition on a property of a person or an event.
import { asText } from '#sandbox/json/jsonValue.ts';
import {
  CannotEvaluate,
  type ServicePropertyCondition,
  type PropertyOperator,
  servicePropertyOperators,
  type PropertyOwner,
} from './conditionTypes.ts';

/** Other names of the same operators. */
const aliases: Readonly<Record<string, PropertyOperator>> = {
  in: 'exact',
  not_in: 'is_not',
  icontains_multi: 'icontains',
  not_icontains_multi: 'not_icontains',
  min: 'gte',
  max: 'lte',
};

export function readProperty(leaf: Record<string, unknown>, owner: PropertyOwner): ServicePropertyCondition {
  const key = asText(leaf['key']);
  const operator = readOperator(leaf['operator'] ?? 'exact');
  if (operator === 'is_set' || operator === 'is_not_set') {
    return { kind: 'property', owner, key, operator, values: [] };
  }
  const value = leaf['value'] ?? undefined;
  if (value === undefined) throw new CannotEvaluate(`The operator ${operator} needs a value.`);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return { kind: 'property', owner, key, operator, values: values.filter((one) => one !== null) };
}

function readOperator(name: unknown): PropertyOperator {
  const alias = typeof name === 'string' && Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  const operator = alias ?? servicePropertyOperators.find((known) => known === name);
  if (!operator) throw new CannotEvaluate(`Unknown operator ${asText(name)}.`);
  return operator;
}
