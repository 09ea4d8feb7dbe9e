// Conditions of cohorts as the strictest deployments check them.
import { isObject, textOf } from '#sandbox/json/jsonValue.ts';
import { invalid } from '#sandbox/http/serviceError.ts';

const shared = ['type', 'key', 'value', 'operator', 'negation', 'bytecode', 'conditionHash'];
/** What a condition of each type must have, and what else it may have. */
const leafTypes: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly may: readonly string[] }>
> = {
  person: { needs: ['key', 'operator'], may: shared },
  person_metadata: { needs: ['key', 'operator'], may: shared },
  cohort: { needs: ['value'], may: shared },
  behavioral: {
    needs: ['key', 'value', 'event_type'],
    may: [
      ...shared,
      'event_type',
      'event_filters',
      'time_value',
      'time_interval',
      'explicit_datetime',
      'explicit_datetime_to',
      'operator_value',
      'seq_event',
      'seq_event_type',
      'seq_time_value',
      'seq_time_interval',
      'total_periods',
      'min_periods',
    ],
  },
};

const noValueNeeded: ReadonlySet<unknown> = new Set(['is_set', 'is_not_set']);

/** Throws ServiceError for the first condition that is wrong. */
export function refuseLooseConditions(filters: Record<string, unknown>): void {
  const waiting: unknown[] = [filters['properties']];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isObject(node)) continue;
    if (Array.isArray(node['values'])) waiting.push(...node['values'].toReversed());
    else if (Object.keys(node).length > 0) refuseLooseLeaf(node);
  }
}

function refuseLooseLeaf(leaf: Record<string, unknown>): void {
  const type = textOf(leaf['type'] ?? null);
  const known = Object.hasOwn(leafTypes, type) ? leafTypes[type] : undefined;
  if (!known) throw refusal(`Unknown condition type '${type}'`);
  const needsValue = known.needs.includes('operator') && !noValueNeeded.has(leaf['operator']);
  const needs = needsValue ? [...known.needs, 'value'] : known.needs;
  const missing = needs.find((key) => leaf[key] === undefined || leaf[key] === null);
  if (missing !== undefined) throw refusal(`Missing required field '${missing}' in ${type} condition`);
  const extra = Object.keys(leaf).find((key) => !known.may.includes(key));
  if (extra !== undefined) throw refusal(`Unknown field '${extra}' in ${type} condition`);
}

/** The list of a validator's findings, as such deployments send it. */
function refusal(message: string): Error {
  return invalid('filters', 'invalid_input', `[{'loc': ('properties', 'values'), 'msg': "${message}"}]`);
}
